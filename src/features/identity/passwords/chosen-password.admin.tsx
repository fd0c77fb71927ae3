import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PasswordInput, useSmallForm } from '#admin/fields/small-form.tsx'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { getIdentity } from '#admin/session/use-auth.ts'
import { chosenPassword, shortestPassword } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

type ChosenPasswordProps = {
  token: string
  label: string
  action: string
  /** Shown after the message of a failure. */
  help?: ReactNode
  /** Called when the password is set; an invited person is signed in instead. */
  onDone: () => void
  children?: ReactNode
}

/** The form behind a link with which a person chooses a password. */
export function ChosenPassword({ token, label, action, help, onDone, children }: ChosenPasswordProps) {
  const navigate = useNavigate()
  const { field, onSubmit, busy, message } = useSmallForm({
    contract: chosenPassword,
    defaults: { password: '' },
    async submit({ password }) {
      if (await (await getIdentity()).choosePassword?.(token, password)) navigate('/admin/dashboard', { replace: true })
      else onDone()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      <PasswordInput
        {...field('password')}
        label={label}
        hint={`At least ${shortestPassword} characters. A few words you can remember work well.`}
        autoComplete="new-password"
        required
      />
      {message && (
        <Alert tone="error">
          {message}
          {help}
        </Alert>
      )}
      <Button type="submit" busy={busy} wide>
        {action}
      </Button>
    </form>
  )
}

export const PasswordIsSet = ({ title, children }: { title: string; children: ReactNode }) => (
  <SignInFrame title={title}>
    <Alert tone="success">{children} You can now sign in with it.</Alert>
    <ButtonLink to="/admin/login" wide className="mt-5">
      Sign in
    </ButtonLink>
  </SignInFrame>
)

export const IncompleteLink = ({ children }: { children?: ReactNode }) => (
  <Alert tone="error">
    This link is incomplete. Open it from the email again, or copy the whole link.
    {children}
  </Alert>
)
