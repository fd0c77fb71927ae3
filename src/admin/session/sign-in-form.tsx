import { ExternalLink, KeyRound, LogIn } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { FieldError, PasswordInput, useSmallForm } from '#admin/fields/small-form.tsx'
import { withAsciiDomain } from '#contract/addresses.ts'
import {
  isAtDomain,
  secondFactorNeeded,
  secondFactorWrong,
  signInRequest,
  wrongCredentials,
} from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { loadToasts, notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { ApiError } from '#web/http.ts'
import { canUsePasskeys } from './passkey.ts'
import { type AuthUser, getIdentity, useIdentityKind, useSignInProvider } from './use-auth.ts'

type SignInFormProps = {
  /** The address to sign in with, in a dialog; without it the form asks for it. */
  email?: string
  children?: ReactNode
}

/**
 * The sign-in form. A failure is a toast with the identity's message, as specified, except in a dialog, which covers the toasts. A refused
 * password or address has the message at its field too; other failures stay above the button.
 */
export function SignInForm({ email, children }: SignInFormProps) {
  const { domain } = useCompany()
  const [needsCode, setNeedsCode] = useState(false)
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: signInRequest,
    defaults: { email: email ?? '', password: '', code: '' },
    async submit(given) {
      const typed = withAsciiDomain(given.email.trim())
      if (!isAtDomain(typed, domain)) {
        const message = `Only ${domain} email addresses are allowed`
        answer('error', message)
        throw new FieldError('email', message)
      }
      try {
        await (await getIdentity()).signIn(typed, given.password, given.code || undefined)
      } catch (error) {
        const { message } = error as Error
        const reason = error instanceof ApiError ? error.code : undefined
        if (reason === secondFactorNeeded) return setNeedsCode(true)
        if (reason === secondFactorWrong) throw new FieldError('code', message)
        if (email === undefined) answer('error', message)
        throw message === wrongCredentials ? new FieldError('password', message) : error
      }
      answer('success', 'Successfully logged in!')
    },
    retryAt: 'password',
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextInput
        {...field('email')}
        type="email"
        label="Email"
        hint={email ? undefined : `Sign in with your ${domain} email`}
        autoComplete="username"
        // The sign-in is the only purpose of its screen.
        autoFocus={email === undefined}
        readOnly={email !== undefined}
        required
      />
      <PasswordInput {...field('password')} label="Password" autoComplete="current-password" required />
      {needsCode && (
        // The password was right, and this is the only thing left to type.
        <CodeInput {...field('code')} autoFocus required />
      )}
      {message && <Alert tone="error">{message}</Alert>}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        {children}
        <Button type="submit" busy={busy}>
          Sign In
        </Button>
      </div>
    </form>
  )
}

export const CodeInput = (props: Omit<ComponentProps<typeof TextInput>, 'label' | 'hint'>) => (
  <TextInput
    {...props}
    label="Code"
    hint="The six-digit code from your authenticator app, or a recovery code"
    autoComplete="one-time-code"
  />
)

let lastAnswer: string | undefined

/** Replaces the toast of an earlier attempt. Other toasts stay, such as that of a save that awaited the sign-in. */
async function answer(kind: 'success' | 'error', message: string) {
  const { remove, show } = await loadToasts()
  if (lastAnswer) remove(lastAnswer)
  lastAnswer = show(kind, message)
}

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
