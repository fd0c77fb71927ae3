import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { tellConfirmed } from '#admin/session/identity.ts'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { getIdentity, useSignInProvider } from '#admin/session/use-auth.ts'
import type { ProviderRefusal } from '#contract/identity.ts'
import { lookup } from '#contract/lookup.ts'
import { Alert } from '#ui/alert.tsx'
import { notify } from '#ui/toasts.ts'
import { useCompany } from '#web/company-context.tsx'

/** Completes the sign-in when the provider has sent the browser back. @param answer the result in the address @returns the error, if any */
export function useProviderAnswer(answer: string | null): { busy: boolean; message: string | undefined } {
  const refusal = useProviderRefusal(answer)
  const [failed, setFailed] = useState<string>()
  const begun = useRef(false)
  const isConfirmed = answer === 'confirmed'

  useEffect(() => {
    if (!isConfirmed || begun.current) return
    begun.current = true
    getIdentity()
      .then((identity) => identity.provider?.finish())
      .then(() => notify('success', 'Successfully logged in!'))
      .catch((error: Error) => setFailed(error.message))
  }, [isConfirmed])

  if (isConfirmed) return { busy: failed === undefined, message: failed }
  return { busy: false, message: refusal }
}

/** Why a sign-in with the provider was refused, in words. @param answer the result in the address of the screen */
function useProviderRefusal(answer: string | null): string | undefined {
  const { domain } = useCompany()
  const provider = useSignInProvider() ?? 'your company account'
  const refusals: Record<ProviderRefusal, string> = {
    unreachable: `${provider} cannot be reached at the moment. Please try again later, or use your password.`,
    cancelled: `You cancelled the sign-in with ${provider}.`,
    ended: 'This sign-in has expired or could not be verified. Please start again.',
    unverified: 'Your email address has not been verified there. Please use your password, or ask an administrator.',
    domain: `Only ${domain} email addresses are allowed`,
    'other-person': 'You signed in as someone else, or your session has ended. Please start again.',
    'no-access': 'This account has no access. Please ask an administrator.',
  }
  return lookup(refusals, answer)
}

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
