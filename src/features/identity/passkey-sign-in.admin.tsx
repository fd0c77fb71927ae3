import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { getIdentity } from '#admin/session/get-identity.ts'
import { canUsePasskeys } from '#admin/session/passkey.ts'
import { useIdentityKind } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'

/** Signs in with a passkey, where the site keeps the accounts itself. */
export function PasskeySignIn() {
  const [busy, setBusy] = useState(false)
  const isOffered = useIdentityKind() === 'embedded' && canUsePasskeys()
  if (!isOffered) return null

  const signIn = async () => {
    setBusy(true)
    try {
      await (await getIdentity()).signInWithPasskey?.()
      notify('success', 'Successfully logged in!')
    } catch (error) {
      notify('error', (error as Error).message)
      setBusy(false)
    }
  }
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Button variant="secondary" wide busy={busy} onClick={signIn}>
        {!busy && <KeyRound aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
        Sign in with a passkey
      </Button>
    </div>
  )
}
