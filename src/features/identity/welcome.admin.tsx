import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { identityCall } from '#admin/api/admin-calls.ts'
import { PasswordInput } from '#admin/fields/password-input.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { chosenPassword, type InvitedPerson, shortestPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ApiError } from '#web/http.ts'

/** The screen of the link of an invitation: a new colleague chooses their first password. */
export default function WelcomeScreen() {
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  const [done, setDone] = useState<InvitedPerson>()
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => identityCall<InvitedPerson>('/api/identity/invitation', { method: 'POST', json: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (done)
    return (
      <SignInFrame title="Welcome">
        <Alert tone="success">Your password is set. You can sign in with it now.</Alert>
        <ButtonLink to="/admin/login" wide className="mt-5">
          Sign in
        </ButtonLink>
      </SignInFrame>
    )
  if (data)
    return (
      <SignInFrame title="Welcome" lead={`Choose a password for ${data.email}.`}>
        <FirstPassword token={token} email={data.email} onDone={() => setDone(data)} />
      </SignInFrame>
    )
  return (
    <SignInFrame title="Welcome" footer={<BackToLogin />}>
      {token === '' ? (
        <Alert tone="error">This link is incomplete. Open it from the message again, or copy all of it.</Alert>
      ) : error instanceof ApiError && error.status === 422 ? (
        <Alert tone="error">
          {error.message} Sign in if you have chosen a password. If not, ask an owner to send the invitation again.
        </Alert>
      ) : error ? (
        <ErrorState message="The invitation could not be opened." onRetry={() => refetch()} />
      ) : (
        <Spinner />
      )}
    </SignInFrame>
  )
}

function FirstPassword({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: chosenPassword,
    defaults: { password: '' },
    async submit({ password }) {
      await identityCall('/api/identity/reset', { method: 'POST', json: { token, password } })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {/* Password managers store the password with the address. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...field('password')}
        label="Password"
        hint={`At least ${shortestPassword} characters. A few words that you can remember work well.`}
        autoComplete="new-password"
        required
      />
      {message && <Alert tone="error">{message}</Alert>}
      <Button type="submit" busy={busy} wide>
        Set the password
      </Button>
    </form>
  )
}
