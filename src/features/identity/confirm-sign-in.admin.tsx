import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { getIdentity } from '#admin/session/get-identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { BackToLogin, SignInFrame } from './sign-in-frame.admin.tsx'

/** The screen of the link that completes a sign-in. It needs the press of a button, so that no mail scanner uses the link up. */
export default function ConfirmSignInScreen() {
  const [parameters] = useSearchParams()
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [message, setMessage] = useState('')
  const token = parameters.get('token') ?? ''

  async function finish() {
    setState('busy')
    try {
      await (await getIdentity()).confirmSignIn?.(token)
      notify('success', 'Successfully logged in!')
      setState('done')
    } catch (error) {
      setMessage((error as Error).message)
      setState('asked')
    }
  }

  if (state === 'done') return <Navigate to="/admin/dashboard" replace />
  return (
    <SignInFrame
      title="Finish signing in"
      lead="Was it you who has just signed in in this browser?"
      footer={<BackToLogin />}
    >
      {token === '' ? (
        <Alert tone="error">This link is not complete. Open it from the message again, or copy all of it.</Alert>
      ) : (
        <div className="grid gap-4">
          {message && <Alert tone="error">{message}</Alert>}
          <Button onClick={finish} busy={state === 'busy'} wide>
            Yes, sign me in
          </Button>
        </div>
      )}
    </SignInFrame>
  )
}
