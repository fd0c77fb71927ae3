import { Navigate, useLocation, useSearchParams } from 'react-router'
import { OtherSignIns, SignInForm, signInGoal } from '#admin/session/sign-in-form.tsx'
import { SignInFrame } from '#admin/session/sign-in-frame.tsx'
import { useAuth } from '#admin/session/use-auth.ts'
import { Alert } from '#ui/alert.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCompany } from '#web/company-context.tsx'
import { useProviderAnswer } from '../providers/provider-sign-in.admin.tsx'

/** The sign-in screen. After the sign-in it opens the screen that the guard redirected from. */
export default function LoginScreen() {
  const { state } = useAuth()
  const { domain } = useCompany()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  const answer = useSearchParams()[0].get('provider')
  const { busy, message } = useProviderAnswer(state === 'out' ? answer : null)
  const goal = from ?? (answer === null ? undefined : signInGoal())
  if (state === 'loading' || (state === 'out' && busy)) return <Spinner />
  if (state !== 'out') return <Navigate to={goal ?? '/admin/dashboard'} replace />
  return (
    <SignInFrame title="Admin Login" footer={`Only ${domain} email addresses are allowed`}>
      {message && (
        <Alert tone="error" className="mb-5">
          {message}
        </Alert>
      )}
      <SignInForm>
        <Link to="/admin/forgot-password" className="text-small text-primary underline-offset-4 hover:underline">
          Forgot password?
        </Link>
      </SignInForm>
      <OtherSignIns goal={goal} />
    </SignInFrame>
  )
}
