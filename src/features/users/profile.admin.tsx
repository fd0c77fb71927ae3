import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
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
        </div>
      </div>
    </>
  )
}
