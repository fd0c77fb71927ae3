import { Navigate, useLocation } from 'react-router'
import { SignInForm } from '#admin/session/sign-in-form.tsx'
import { useAuth } from '#admin/session/use-auth.ts'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCompany } from '#web/company-context.tsx'
import { SignInFrame } from './sign-in-frame.admin.tsx'

/** The sign-in screen. After the sign-in it goes on to the screen that the guard redirected from. */
export default function LoginScreen() {
  const { state } = useAuth()
  const { domain } = useCompany()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  if (state === 'loading') return <Spinner />
  if (state !== 'out') return <Navigate to={from ?? '/admin/dashboard'} replace />
  return (
    <SignInFrame title="Admin Login" footer={`Only ${domain} email addresses are allowed`}>
      <SignInForm>
        <Link to="/admin/forgot-password" className="text-small text-primary underline-offset-4 hover:underline">
          Forgot password?
        </Link>
      </SignInForm>
    </SignInFrame>
  )
}
