import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { identityCall } from '#admin/api/admin-calls.ts'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import type { InvitedPerson } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ApiError } from '#web/http.ts'
import { ChosenPassword, IncompleteLink, PasswordIsSet } from './chosen-password.admin.tsx'

/** The screen of the link of an invitation: a new colleague chooses their first password. */
export default function WelcomeScreen() {
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  const [done, setDone] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => identityCall<InvitedPerson>('/api/identity/invitation', { method: 'POST', json: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The form uses the link up.
    gcTime: 0,
  })
  if (done) return <PasswordIsSet title="Welcome">Your password is set.</PasswordIsSet>
  if (data)
    return (
      <SignInFrame title="Welcome" lead={`Choose a password for ${data.email}.`}>
        <ChosenPassword token={token} label="Password" action="Set password" onDone={() => setDone(true)}>
          {/* Password managers store the password with the address. */}
          <input type="email" name="username" autoComplete="username" value={data.email} readOnly hidden />
        </ChosenPassword>
      </SignInFrame>
    )
  return (
    <SignInFrame title="Welcome" footer={<BackToLogin />}>
      {token === '' ? (
        <IncompleteLink />
      ) : error instanceof ApiError && error.status === 422 ? (
        <Alert tone="error">
          {error.message} If you have chosen a password, sign in. If not, ask an owner to resend the invitation.
        </Alert>
      ) : error ? (
        <ErrorState message="The invitation could not be opened." onRetry={() => refetch()} />
      ) : (
        <Spinner />
      )}
    </SignInFrame>
  )
}
