import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { identityCall } from '#admin/api/admin-calls.ts'
import { PasswordInput } from '#admin/fields/password-input.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { chosenPassword, shortestPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

/** The screen of the link in the message: it sets a new password once. */
export default function ResetPasswordScreen() {
  const [parameters] = useSearchParams()
  const [done, setDone] = useState(false)
  const token = parameters.get('token') ?? ''
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: chosenPassword,
    defaults: { password: '' },
    async submit({ password }) {
      await identityCall('/api/identity/reset', { method: 'POST', json: { token, password } })
      setDone(true)
    },
  })
  if (done) {
    return (
      <SignInFrame title="Choose a new password">
        <Alert tone="success">Your password has been changed. You can sign in with it now.</Alert>
        <ButtonLink to="/admin/login" wide className="mt-5">
          Sign in
        </ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Choose a new password" lead="This signs you out on all devices." footer={<BackToLogin />}>
      {token === '' ? (
        <Alert tone="error">This link is incomplete. Open it from the message again, or copy all of it.</Alert>
      ) : (
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <PasswordInput
            {...field('password')}
            label="New password"
            hint={`At least ${shortestPassword} characters. A few words that you can remember work well.`}
            autoComplete="new-password"
            required
          />
          {message && (
            <Alert tone="error">
              {message}{' '}
              <Link to="/admin/forgot-password" className="underline underline-offset-4">
                Send another link
              </Link>
            </Alert>
          )}
          <Button type="submit" busy={busy} wide>
            Set the new password
          </Button>
        </form>
      )}
    </SignInFrame>
  )
}
