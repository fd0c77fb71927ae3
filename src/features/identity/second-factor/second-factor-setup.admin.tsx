import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { canUsePasskeys } from '#admin/session/passkey.ts'
import { SessionGate } from '#admin/session/session-gate.tsx'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { getIdentity, useAuth, useLogout } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AddPasskey } from '../passkeys/passkeys-panel.shared.admin.tsx'
import { SetUpCodes } from './second-factor-panel.shared.admin.tsx'

const ways = [
  { value: 'passkey', label: 'Passkey' },
  { value: 'codes', label: 'Authenticator app' },
]

/** If all staff must have a second factor, people without one set it up here after signing in. */
export default function SecondFactorSetup() {
  const { state } = useAuth()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  const logout = useLogout()
  const [way, setWay] = useState(canUsePasskeys() ? 'passkey' : 'codes')
  if (state === 'loading') return <Spinner />
  if (state === 'out') return <Navigate to="/admin/login" replace state={{ from }} />
  if (!state.needsSecondFactor) return <Navigate to={from ?? '/admin/dashboard'} replace />
  const goOn = async () => (await getIdentity()).refresh?.()
  return (
    <SignInFrame
      title="Set up two-factor authentication"
      lead="Your team requires it. Choose how you want to sign in."
      footer={
        <>
          Signed in as {state.email}
          <Button variant="quiet" size="small" className="ml-1" onClick={logout}>
            Logout
          </Button>
        </>
      }
    >
      {canUsePasskeys() && (
        <div className="mb-5 flex">
          <FilterButtons label="How you sign in" options={ways} value={way} onChoose={setWay} />
        </div>
      )}
      <p className="mb-4 text-small text-muted">
        {way === 'passkey'
          ? 'Sign in with the fingerprint, face or PIN of this device, without a password.'
          : 'Enter a six-digit code from an app on your phone after your password.'}
      </p>
      <SessionGate user={state} />
      {way === 'passkey' ? <AddPasskey onDone={goOn} /> : <SetUpCodes onDone={goOn} />}
    </SignInFrame>
  )
}
