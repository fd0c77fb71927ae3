import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Head } from '#web/head.tsx'

/** The screen of an unknown address below `/admin`. */
export const AdminNotFoundScreen = () => (
  <>
    <Head title="Page not found · Admin" />
    <EmptyState as="h1" title="Page not found">
      <p>There is no such screen in the back office.</p>
      <ButtonLink to="/admin/dashboard" variant="secondary" size="small" className="mt-4">
        To the dashboard
      </ButtonLink>
    </EmptyState>
  </>
)
