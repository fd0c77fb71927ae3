import { type ReactNode, useContext } from 'react'
import { ReadOnlyContext, RoleContext } from '#admin/session/permissions.ts'
import { may } from '#contract/roles.ts'
import { ButtonLink } from '#ui/button.tsx'
import { LostLine } from '#ui/lost-line.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Head } from '#web/head.tsx'
import type { GuardedScreen } from './screen.ts'

type ScreenAccessProps = { screen: Pick<GuardedScreen, 'read' | 'write'>; children: ReactNode }

/** Shows a screen to roles that may see it, and says whether they may change anything there. */
export function ScreenAccess({ screen: { read, write }, children }: ScreenAccessProps) {
  const role = useContext(RoleContext)
  if (!may(role, read)) {
    return (
      <NoScreen title="No access">Your role ({role}) cannot open this screen. An owner can change your role.</NoScreen>
    )
  }
  return <ReadOnlyContext value={!may(role, write)}>{children}</ReadOnlyContext>
}

/** The screen of an unknown address below `/admin`. */
export const AdminNotFoundScreen = () => (
  <>
    <Head title="Page not found · Admin" />
    <NoScreen title="Page not found" drawing={<LostLine className="w-64" />}>
      This screen does not exist.
    </NoScreen>
  </>
)

type NoScreenProps = { title: string; drawing?: ReactNode; children: ReactNode }

const NoScreen = ({ children, ...state }: NoScreenProps) => (
  <EmptyState as="h1" {...state}>
    <p>{children}</p>
    <ButtonLink to="/admin/dashboard" variant="secondary" size="small" className="mt-4">
      Go to the dashboard
    </ButtonLink>
  </EmptyState>
)
