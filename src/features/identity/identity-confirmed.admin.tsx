import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { tellConfirmed } from '#admin/session/identity.ts'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { Alert } from '#ui/alert.tsx'
import { useProviderRefusal } from './provider-sign-in.admin.tsx'

/** The screen of the tab in which somebody has signed in with the provider once more, to confirm that it is they. The other tab goes on by itself. */
export default function IdentityConfirmedScreen() {
  const answer = useSearchParams()[0].get('provider')
  const refusal = useProviderRefusal(answer)
  const isConfirmed = answer === 'confirmed'
  useEffect(() => {
    if (isConfirmed) tellConfirmed()
  }, [isConfirmed])
  return (
    <SignInFrame title={isConfirmed ? 'You have confirmed that it is you' : 'Confirm that it is you'}>
      {isConfirmed ? (
        <p>Your work goes on in the other tab. You can close this one.</p>
      ) : (
        <Alert tone="error">{refusal ?? 'This address is not complete. Please begin again in the other tab.'}</Alert>
      )}
    </SignInFrame>
  )
}
