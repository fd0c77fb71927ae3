import { type ReactNode, useContext } from 'react'
import { ReadOnlyContext, RoleContext } from '#admin/session/permissions.ts'
import { may } from '#contract/roles.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { GuardedScreen } from './screen.ts'

type ScreenAccessProps = { screen: Pick<GuardedScreen, 'read' | 'write'>; children: ReactNode }

/** Shows a screen to roles that may see it, and says whether they may change anything there. */
export function ScreenAccess({ screen: { read, write }, children }: ScreenAccessProps) {
  const role = useContext(RoleContext)
  if (!may(role, read)) {
    return (
      <EmptyState as="h1" title="No access">
        <p>Your role ({role}) cannot open this screen. An owner can change your role.</p>
        <ButtonLink to="/admin/dashboard" variant="secondary" size="small" className="mt-4">
          Go to the dashboard
        </ButtonLink>
      </EmptyState>
    )
  }
  return <ReadOnlyContext value={!may(role, write)}>{children}</ReadOnlyContext>
}
