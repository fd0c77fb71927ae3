import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { adminQuery } from '#admin/api/queries.ts'
import { useMay } from '#admin/session/permissions.ts'
import { Panel } from '#admin/shell/panel.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { DevicesPanel } from './devices-panel.admin.tsx'
import { PasskeysPanel } from './passkeys-panel.admin.tsx'
import { PasswordPanel } from './password-panel.admin.tsx'
import { ProfilePanel } from './profile-panel.admin.tsx'
import { SecondFactorPanel } from './second-factor-panel.admin.tsx'
import type { Profile } from './users.contract.ts'

/** The signed-in person's public profile, password and sessions. */
export default function ProfileScreen() {
  const query = useQuery(adminQuery<Profile>('/api/users/me'))
  const manages = useMay('manage')
  // The form starts with the stored profile: a cached one may be older, or another person's.
  if (!query.isFetchedAfterMount) return <Spinner />
  if (query.data === undefined)
    return <ErrorState message="Your profile could not be loaded." onRetry={() => query.refetch()} />
  return (
    <>
      <h1 className="text-h1">My profile</h1>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <ProfilePanel profile={query.data} />
          <PasswordPanel />
        </div>
        <div className="grid gap-5">
          <SecondFactorPanel />
          <PasskeysPanel />
          <DevicesPanel />
          {manages && <SystemPanel />}
          <ApiDocsPanel />
        </div>
      </div>
    </>
  )
}

/** The link to the API documentation, which loads the description with this browser's session. */
const ApiDocsPanel = () => (
  <Panel title="For developers" lead="Read about and try out every call of the website and the back office.">
    <a
      href="/api/docs"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11 text-small text-primary underline-offset-4 hover:underline"
    >
      API documentation
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  </Panel>
)

/** The way to the screen that shows how the site runs. */
const SystemPanel = () => (
  <Panel title="System" lead="The last backup, pending messages, free space and the version.">
    <Link
      to="/admin/system"
      className="inline-flex min-h-6 items-center text-small text-primary pointer-coarse:min-h-11 underline-offset-4 hover:underline"
    >
      System status
    </Link>
  </Panel>
)
