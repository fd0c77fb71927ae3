import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { embeddedQuery } from '#admin/session/embedded-query.ts'
import type { NewDevices } from '#contract/identity.ts'
import { Link } from '#ui/link.tsx'

/** Tells of the last sign-in from a new device, where no mail server does. */
export function NewDeviceNotice() {
  const [last] = useQuery(embeddedQuery<NewDevices>('/api/identity/new-devices')).data ?? []
  if (!last) return null
  return (
    <Link
      to="/admin/profile"
      className="mt-4 flex items-start gap-3 rounded-control border border-line bg-raised px-4 py-3 text-small font-[530] hover:border-muted"
    >
      <MonitorSmartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        A new device signed in to your account on <LocalDateTime iso={last.at} />: {last.device ?? 'unknown'},{' '}
        {last.address}. If it was not you, change your password.{' '}
        <span className="underline underline-offset-4">My devices</span>
      </span>
    </Link>
  )
}
