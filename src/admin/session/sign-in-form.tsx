import { type ComponentProps, type ReactNode, useState } from 'react'
import { FieldError, PasswordInput, useSmallForm } from '#admin/fields/small-form.tsx'
import {
  isAtDomain,
  secondFactorNeeded,
  secondFactorWrong,
  signInRequest,
  wrongCredentials,
} from '#contract/identity.ts'
import { withAsciiDomain } from '#contract/mail-domain.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { loadToasts } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { ApiError } from '#web/http.ts'
import { getIdentity } from './use-auth.ts'

type SignInFormProps = {
  /** The address to sign in with, in a dialog; without it the form asks for it. */
  email?: string
  children?: ReactNode
}

/**
 * The sign-in form. A failure is a toast with the identity's message, as specified. A refused password or address is marked at its field with
 * what to do, without repeating the toast; other failures stay above the button. In a dialog, which covers the toasts, the message is
 * at the field.
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
        answer('error', `Only ${domain} email addresses are allowed`)
        throw new FieldError('email', 'Check the address')
      }
      try {
        await (await getIdentity()).signIn(typed, given.password, given.code || undefined)
      } catch (error) {
        const { message } = error as Error
        const reason = error instanceof ApiError ? error.code : undefined
        if (reason === secondFactorNeeded) return setNeedsCode(true)
        if (reason === secondFactorWrong) throw new FieldError('code', message)
        const isRefused = message === wrongCredentials
        if (email === undefined) answer('error', message)
        throw isRefused ? new FieldError('password', email === undefined ? 'Type it again' : message) : error
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

/** The field for a second factor that is typed. */
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
