import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatDayOfMonth } from '#admin/zoned-time.ts'

/** Says that a user was invited and has never signed in. @param until when their link ends, in ISO 8601 */
export function InvitedMark({ until }: { until: string }) {
  const zone = useTimeZone()
  const [now] = useState(Date.now)
  const ended = Date.parse(until) <= now
  return (
    <span
      className={`inline-flex items-center gap-x-1 text-fine font-normal whitespace-nowrap ${ended ? 'text-warning' : 'text-muted'}`}
    >
      <MailOpen aria-hidden="true" className="size-3.5" />
      {ended ? 'Invitation ended' : 'Invited until'} {formatDayOfMonth(until, zone)}
    </span>
  )
}
