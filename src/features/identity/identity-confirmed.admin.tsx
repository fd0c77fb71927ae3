import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { tellConfirmed } from '#admin/session/identity.ts'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { Alert } from '#ui/alert.tsx'
import { useProviderRefusal } from './provider-sign-in.admin.tsx'

/** The screen of the tab in which a person confirmed their identity with the provider. The other tab continues automatically. */
export default function IdentityConfirmedScreen() {
  const answer = useSearchParams()[0].get('provider')
  const refusal = useProviderRefusal(answer)
  const isConfirmed = answer === 'confirmed'
  useEffect(() => {
    if (isConfirmed) tellConfirmed()
  }, [isConfirmed])
  return (
    <SignInFrame title={isConfirmed ? 'Your identity is confirmed' : 'Confirm your identity'}>
      {isConfirmed ? (
        <p>Continue in the other tab. You can close this one.</p>
      ) : (
        <Alert tone="error">{refusal ?? 'This address is incomplete. Please start again in the other tab.'}</Alert>
      )}
    </SignInFrame>
  )
}
