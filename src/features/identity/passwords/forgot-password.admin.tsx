import { useState } from 'react'
import { useSmallForm } from '#admin/fields/small-form.tsx'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { getIdentity } from '#admin/session/use-auth.ts'
import { forgottenPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { useCompany } from '#web/company-context.tsx'

/** Requests a link to a new password. Its answer does not reveal whether the address has an account. */
export default function ForgotPasswordScreen() {
  const { domain } = useCompany()
  const [asked, setAsked] = useState<{ email: string; canMail: boolean } | null>(null)
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: forgottenPassword,
    defaults: { email: '' },
    async submit({ email }) {
      const { canMail } = await (await getIdentity()).forgotPassword(email.trim())
      setAsked({ email: email.trim(), canMail })
    },
  })
  return (
    <SignInFrame
      title="Forgot password"
      lead={asked ? undefined : 'We’ll email you a link to choose a new password.'}
      footer={<BackToLogin />}
    >
      {asked?.canMail && (
        <Alert tone="success">
          If {asked.email} has an account, we sent an email with a link. It works for an hour. Check your spam folder if
          it does not arrive.
        </Alert>
      )}
      {asked && !asked.canMail && (
        <Alert tone="error">
          <p>This site has no mail server, so no email was sent.</p>
          <p className="mt-2">
            An owner can create a reset link for {asked.email} under Users. On the server, an operator can run{' '}
            <code className="break-words">npx atrium admin reset-password {asked.email}</code>.
          </p>
        </Alert>
      )}
      {!asked && (
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
            Send reset link
          </Button>
        </form>
      )}
    </SignInFrame>
  )
}
