import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { adminQuery, installGate } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { PasswordInput, SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { ownPassword, type Passkey, type SecondFactorState, secondFactorCode } from '#contract/identity.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { type AuthUser, type IdentityProof, onConfirmedElsewhere } from './identity.ts'
import { canUsePasskeys } from './passkey.ts'
import { CodeInput, OtherSignIns, OtherWays, PasskeyButton, SignInForm } from './sign-in-form.tsx'
import { getIdentity, onSignIn, useIdentityKind, useSignInProvider } from './use-auth.ts'

/** Shown over the page when the session has ended: the page keeps its state, and all failed calls wait for the same answer. */
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

const asked = createStore<PromiseWithResolvers<boolean> | null>(null)

/** Asks the signed-in person to confirm their identity, in a dialog. All calls that need it wait for the same answer. @returns false when they gave up */
function askToConfirm(): Promise<boolean> {
  const waiting = asked.get() ?? Promise.withResolvers<boolean>()
  asked.set(waiting)
  return waiting.promise
}

function answer(confirmed: boolean) {
  asked.get()?.resolve(confirmed)
  asked.set(null)
}

/** Renders the dialog of `askToConfirm`. The layout has one of it. */
function ConfirmIdentityHost({ user }: { user: AuthUser }) {
  const isAsked = useStore(asked) !== null
  useEffect(() => {
    // A new sign-in and a confirmation in another tab are for the same session, or a newer one.
    const stops = [onConfirmedElsewhere(() => answer(true)), onSignIn(() => answer(true)), () => answer(false)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <Dialog
      open={isAsked}
      onClose={() => answer(false)}
      title="Confirm your identity"
      description="This is a sensitive action, so please confirm that it’s you. We won’t ask again for ten minutes."
    >
      <Ways user={user} />
    </Dialog>
  )
}

function Ways({ user }: { user: AuthUser }) {
  const isEmbedded = useIdentityKind() === 'embedded'
  const { data: codes } = useQuery({
    ...adminQuery<SecondFactorState>('/api/identity/second-factor', { quiet: true }),
    enabled: isEmbedded,
  })
  const { data: passkeys } = useQuery({
    ...adminQuery<Passkey[]>('/api/identity/passkeys', { quiet: true }),
    enabled: isEmbedded,
  })
  const [usesCode, setUsesCode] = useState(false)
  const hasPasskey = canUsePasskeys() && (passkeys ?? []).length > 0
  const provider = useSignInProvider()
  const other = codes?.on && (
    <Button variant="quiet" size="small" className="mr-auto -ml-3.5" onClick={() => setUsesCode(!usesCode)}>
      {usesCode ? 'Use your password' : 'Use a code instead'}
    </Button>
  )
  return (
    <>
      {usesCode ? (
        <ProofForm key="code" name="code" contract={secondFactorCode} other={other}>
          {/* The person has just asked for this form. */}
          {(field) => <CodeInput {...field} autoFocus required />}
        </ProofForm>
      ) : (
        <ProofForm key="password" name="password" contract={ownPassword} other={other}>
          {(field) => (
            <>
              {/* Password managers look for it. */}
              <input type="hidden" name="username" autoComplete="username" value={user.email} />
              <PasswordInput {...field} label="Your password" autoComplete="current-password" required />
            </>
          )}
        </ProofForm>
      )}
      {(hasPasskey || provider) && (
        <OtherWays>
          {provider && <ProviderLink provider={provider} />}
          {hasPasskey && (
            <PasskeyButton
              label="Use a passkey"
              use={async () => {
                await (await getIdentity()).confirmWithPasskey?.()
                answer(true)
              }}
            />
          )}
        </OtherWays>
      )}
    </>
  )
}

type ProofFormProps = {
  name: 'password' | 'code'
  contract: typeof ownPassword | typeof secondFactorCode
  other: ReactNode
  children: (field: ReturnType<ReturnType<typeof useSmallForm>['field']>) => ReactNode
}

function ProofForm({ name, contract, other, children }: ProofFormProps) {
  const form = useSmallForm<Record<string, string>>({
    contract,
    defaults: { [name]: '' },
    async submit(proof) {
      await (await getIdentity()).confirm(proof as IdentityProof)
      answer(true)
    },
    retryAt: name,
  })
  return (
    <SmallForm form={form} action="Confirm" further={other} onCancel={() => answer(false)}>
      {children(form.field(name))}
    </SmallForm>
  )
}

/** How long an address of the provider is used without a new one, in milliseconds; it works for ten minutes. */
const addressLifetime = 8 * 60_000

/** Opens the provider in another tab, so that this page stays. The address is requested beforehand, so that a click opens it directly. */
function ProviderLink({ provider }: { provider: string }) {
  const { data: address } = useQuery({
    queryKey: ['provider confirmation'],
    queryFn: async () => (await getIdentity()).provider?.beginConfirmation() ?? null,
    gcTime: 0,
    staleTime: addressLifetime,
    refetchInterval: addressLifetime,
    refetchIntervalInBackground: true,
  })
  if (!address) return null
  return (
    <ButtonLink href={address} target="_blank" variant="secondary" wide>
      <ExternalLink aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      <span className="truncate">Continue with {provider}</span>
    </ButtonLink>
  )
}
