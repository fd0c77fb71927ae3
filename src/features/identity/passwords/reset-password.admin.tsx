import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BackToLogin, SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { Link } from '#ui/link.tsx'
import { ChosenPassword, IncompleteLink, PasswordIsSet } from './chosen-password.admin.tsx'

const newLink = (
  <>
    {' '}
    <Link to="/admin/forgot-password" className="underline underline-offset-4">
      Get a new link
    </Link>
  </>
)

/** The screen of the link in the message: it sets a new password once. */
export default function ResetPasswordScreen() {
  const [parameters] = useSearchParams()
  const [done, setDone] = useState(false)
  const token = parameters.get('token') ?? ''
  if (done) return <PasswordIsSet title="Choose a new password">Your password has been changed.</PasswordIsSet>
  return (
    <SignInFrame
      title="Choose a new password"
      lead={token === '' ? undefined : 'You will be signed out on all devices.'}
      footer={<BackToLogin />}
    >
      {token === '' ? (
        <IncompleteLink>{newLink}</IncompleteLink>
      ) : (
        <ChosenPassword
          token={token}
          label="New password"
          action="Set new password"
          help={newLink}
          onDone={() => setDone(true)}
        />
      )}
    </SignInFrame>
  )
}
