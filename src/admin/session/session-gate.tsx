import { useCallback, useEffect, useRef, useState } from 'react'
import { installGate } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { askToConfirm, ConfirmIdentityHost } from './confirm-identity.tsx'
import type { AuthUser } from './identity.ts'
import { OtherSignIns } from './other-sign-ins.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { getIdentity, onSignIn } from './use-auth.ts'

/**
 * Shown over the page when the session has ended: the person signs in again, and the page keeps its state. All calls that fail meanwhile
 * wait for the same answer. The layout has one of it.
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
        // If a token that was just renewed is refused, the session was ended, and only a new sign-in helps.
        const isFresh = Date.now() - renewedAt.current < 60_000
        Promise.resolve(isFresh ? false : renew()).then((renewed) => {
          if (!renewed) return setOpen(true)
          renewedAt.current = Date.now()
          settle(true)
        })
        return promise
      },
      confirmIdentity: askToConfirm,
      isAsking: () => waiting.current !== null,
      async setUpFactor() {
        await (await getIdentity()).refresh?.()
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

  // The person signs in here or, with a provider, in another tab.
  useEffect(() => onSignIn(() => settle(true)), [settle])

  return (
    <>
      <ConfirmIdentityHost user={user} />
      <Dialog
        open={open}
        onClose={() => settle(false)}
        title="Your session has ended"
        description="Sign in again to continue. Your work on this page is kept."
      >
        <SignInForm email={user.email}>
          <Button variant="quiet" className="-ml-2.5 px-2.5!" onClick={leave}>
            Use another account
          </Button>
        </SignInForm>
        <OtherSignIns again={user} />
      </Dialog>
    </>
  )
}

/** Firebase can renew a session without asking. */
const renew = async () => (await getIdentity()).renew().catch(() => false)

/** Signs out, whether or not the server still has the session. */
const leave = async () => (await getIdentity()).forget()
