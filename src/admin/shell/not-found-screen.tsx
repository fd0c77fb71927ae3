import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Head } from '#web/head.tsx'

/** The screen of an unknown address below `/admin`. */
export const AdminNotFoundScreen = () => (
  <>
    <Head title="Page not found · Admin" />
    <EmptyState as="h1" title="Page not found">
      <p>This screen does not exist.</p>
      <ButtonLink to="/admin/dashboard" variant="secondary" size="small" className="mt-4">
        Go to the dashboard
      </ButtonLink>
    </EmptyState>
  </>
)
