import { useState } from 'react'
import { useSmallForm } from '#admin/forms/use-small-form.ts'
import { getIdentity } from '#admin/session/get-identity.ts'
import { forgottenPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'
import { BackToLogin, SignInFrame } from './sign-in-frame.admin.tsx'

/** Requests a link to a new password. Its answer does not reveal whether the address has an account. */
export default function ForgotPasswordScreen() {
  const { domain } = useCompany()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: forgottenPassword,
    defaults: { email: '' },
    async submit({ email }) {
      await (await getIdentity()).forgotPassword(email.trim())
      setSentTo(email.trim())
    },
    onFailure: (message) => notify('error', message),
  })
  return (
    <SignInFrame
      title="Forgot password"
      lead={sentTo ? undefined : 'We send you a link with which you choose a new one.'}
      footer={<BackToLogin />}
    >
      {sentTo ? (
        <Alert tone="success">
          If {sentTo} has an account, a message with a link is on its way. The link works for an hour. Nothing there?
          Look among the spam.
        </Alert>
      ) : (
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <TextInput
            {...field('email')}
            type="email"
            label="Email"
            hint={`Your ${domain} email`}
            autoComplete="username"
            required
          />
          {message && <Alert tone="error">{message}</Alert>}
          <Button type="submit" busy={busy} wide>
            Send the link
          </Button>
        </form>
      )}
    </SignInFrame>
  )
}
