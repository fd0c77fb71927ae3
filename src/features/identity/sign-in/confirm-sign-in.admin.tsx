import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { CodeInput } from '#admin/session/sign-in-form.tsx'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { getIdentity } from '#admin/session/use-auth.ts'
import { secondFactorNeeded } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import { IncompleteLink } from '../passwords/chosen-password.admin.tsx'

/** The screen of the link that completes a sign-in. It needs the press of a button, so that no mail scanner uses the link up. */
export default function ConfirmSignInScreen() {
  const [parameters] = useSearchParams()
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [message, setMessage] = useState('')
  const [code, setCode] = useState<string>()
  const token = parameters.get('token') ?? ''

  async function finish() {
    setState('busy')
    try {
      await (await getIdentity()).confirmSignIn?.(token, code || undefined)
      notify('success', 'Successfully logged in!')
      setState('done')
    } catch (error) {
      setMessage((error as Error).message)
      if (error instanceof ApiError && error.code === secondFactorNeeded) setCode(code ?? '')
      setState('asked')
    }
  }

  if (state === 'done') return <Navigate to="/admin/dashboard" replace />
  return (
    <SignInFrame
      title="Finish signing in"
      lead={token === '' ? undefined : 'Did you just try to sign in from this browser?'}
      footer={<BackToLogin />}
    >
      {token === '' ? (
        <IncompleteLink />
      ) : (
        <div className="grid gap-4">
          {message && <Alert tone="error">{message}</Alert>}
          {code !== undefined && <CodeInput value={code} onChange={({ target }) => setCode(target.value)} />}
          <Button onClick={finish} busy={state === 'busy'} wide>
            Yes, sign me in
          </Button>
        </div>
      )}
    </SignInFrame>
  )
}
