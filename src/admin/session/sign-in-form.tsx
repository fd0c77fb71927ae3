import type { ReactNode } from 'react'
import { FieldError, useSmallForm } from '#admin/forms/use-small-form.ts'
import { credentials, isAtDomain } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { getIdentity } from './get-identity.ts'

type SignInFormProps = {
  /** The address to sign in with; without it the form asks for it. */
  email?: string
  onSignedIn?: () => void
  /** Rendered beside the button. */
  children?: ReactNode
}

/** The sign-in form. An error is shown as a toast and above the button, with the identity's message. */
export function SignInForm({ email, onSignedIn, children }: SignInFormProps) {
  const { domain } = useCompany()
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: credentials,
    defaults: { email: email ?? '', password: '' },
    async submit(given) {
      if (!isAtDomain(given.email.trim(), domain))
        throw new FieldError('email', `Only ${domain} email addresses are allowed`)
      await (await getIdentity()).signIn(given.email.trim(), given.password)
      notify('success', 'Successfully logged in!')
      onSignedIn?.()
    },
    onFailure: (message) => notify('error', message),
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
      <TextInput {...field('password')} type="password" label="Password" autoComplete="current-password" required />
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
