import { ExternalLink, KeyRound, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { canUsePasskeys } from './passkey.ts'
import { type AuthUser, getIdentity, useIdentityKind, useSignInProvider } from './use-auth.ts'

/** Where to go after a sign-in that leaves this page. */
const goalKey = 'sign-in-goal'
export const signInGoal = () => sessionStorage.getItem(goalKey) || undefined

type OtherSignInsProps = {
  goal?: string | undefined
  /** The person who must sign in again over the open page. Only they may, and the provider opens in another tab. */
  again?: AuthUser
}

/** The ways to sign in without a password, below the form for one. */
export function OtherSignIns({ goal = '', again }: OtherSignInsProps) {
  const provider = useSignInProvider()
  const hasPasskeys = useIdentityKind() === 'embedded' && canUsePasskeys()
  if (!provider && !hasPasskeys) return null
  const ProviderIcon = again ? ExternalLink : LogIn
  return (
    <OtherWays>
      {provider && (
        <ButtonLink
          href="/api/identity/provider"
          target={again && '_blank'}
          variant="secondary"
          wide
          onClick={() => sessionStorage.setItem(goalKey, goal)}
        >
          <ProviderIcon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          <span className="truncate">Continue with {provider}</span>
        </ButtonLink>
      )}
      {hasPasskeys && (
        <PasskeyButton
          label="Sign in with a passkey"
          use={async () => {
            await (await getIdentity()).signInWithPasskey?.(again?.uid)
            notify('success', 'Successfully logged in!')
          }}
        />
      )}
    </OtherWays>
  )
}

/** Separates the alternatives from the form above. */
export const OtherWays = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 grid gap-3">
    <p
      aria-hidden="true"
      className="mb-1 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      or
    </p>
    {children}
  </div>
)

/** Has the person use a passkey, and says below the button when that failed. */
export function PasskeyButton({ label, use }: { label: string; use: () => Promise<void> }) {
  const { act, busy, failure } = useAct({ inPlace: true })
  return (
    <>
      <Button variant="secondary" wide busy={busy} onClick={() => act(use)}>
        {!busy && <KeyRound aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        {label}
      </Button>
      {failure && <Alert tone="error">{failure}</Alert>}
    </>
  )
}
