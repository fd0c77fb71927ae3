import { useCallback, useEffect, useRef, useState } from 'react'
import { installGate } from '#admin/api/session-gate.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { getIdentity } from './get-identity.ts'
import type { AuthUser } from './identity.ts'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Stands over the page when the session has ended: whoever was at work signs in again, and what is on the page stays. All calls that
 * meet the end wait for one answer. Stands once, in the layout.
 */
export function SessionGate({ user }: { user: AuthUser }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<PromiseWithResolvers<boolean>>(null)
  const renewedAt = useRef(0)
  const settle = useCallback((signedIn: boolean) => {
    setOpen(false)
    waiting.current?.resolve(signedIn)
    waiting.current = null
  }, [])

  useEffect(() => {
    const uninstall = installGate({
      signInAgain() {
        if (waiting.current) return waiting.current.promise
        waiting.current = Promise.withResolvers<boolean>()
        const { promise } = waiting.current
        // A token that was renewed just now and is no good belongs to a session that was ended: only signing in helps.
        const isFresh = Date.now() - renewedAt.current < 60_000
        Promise.resolve(isFresh ? false : renew()).then((renewed) => {
          if (!renewed) return setOpen(true)
          renewedAt.current = Date.now()
          settle(true)
        })
        return promise
      },
      async turnAway(message) {
        await leave()
        notify('error', message)
      },
    })
    return () => {
      uninstall()
      settle(false)
    }
  }, [settle])

  return (
    <Dialog
      open={open}
      onClose={() => settle(false)}
      title="Your session has ended"
      description="Sign in again to go on. Everything on the page stays as it is."
    >
      <SignInForm email={user.email} onSignedIn={() => settle(true)}>
        <Button variant="quiet" onClick={leave}>
          Use another account
        </Button>
      </SignInForm>
    </Dialog>
  )
}

/** Some sessions can be renewed without a question. */
const renew = async () => (await getIdentity()).renew().catch(() => false)

/** Out, whether or not the server still knows the session. */
const leave = async () => (await getIdentity()).forget()
