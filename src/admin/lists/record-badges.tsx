import type { ComponentProps, ReactNode } from 'react'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatZoned } from '#admin/zoned-time.ts'
import { Badge } from '#ui/badge.tsx'

type Scheduled = { publishAt?: string | undefined; unpublishAt?: string | undefined }

// In a narrow list it takes two lines.
const wrapping = 'max-lg:h-auto! max-lg:min-h-7 max-lg:py-1 max-lg:whitespace-normal!'

/** Says that a published record is not public yet or not any more, or until when it is; nothing for one without a schedule. */
export function ScheduleBadge({ of: { publishAt, unpublishAt } }: { of: Scheduled }) {
  const zone = useTimeZone()
  const now = new Date().toISOString()
  if (publishAt && publishAt > now)
    return <Badge tone="amber" className={wrapping}>{`Scheduled · ${formatZoned(publishAt, zone)}`}</Badge>
  if (!unpublishAt) return null
  const when = formatZoned(unpublishAt, zone)
  return (
    <Badge tone="plain" className={wrapping}>
      {unpublishAt > now ? `Ends · ${when}` : `Ended · ${when}`}
    </Badge>
  )
}

/** Whether a published record is not public now because of its schedule. */
export function isOutsideSchedule({ publishAt, unpublishAt }: Scheduled): boolean {
  const now = new Date().toISOString()
  return (publishAt ?? '') > now || (unpublishAt !== undefined && unpublishAt <= now)
}

/** The same before the second line of a narrow row; empty for a record that is public now. */
export const scheduleWord = (of: Scheduled): string =>
  isOutsideSchedule(of) ? ((of.publishAt ?? '') > new Date().toISOString() ? 'Scheduled · ' : 'Ended · ') : ''

/** The state that most records of a list have. It is no badge, so that the other states are prominent. */
export const UsualState = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />
    {children}
  </span>
)

type StateMarkProps = {
  label: string
  /** The usual state has no tone. */
  tone?: ComponentProps<typeof Badge>['tone']
}

/** A state in a list where one of the states is the usual one. */
export const StateMark = ({ label, tone }: StateMarkProps) =>
  tone ? <Badge tone={tone}>{label}</Badge> : <UsualState>{label}</UsualState>

/** In a list: the record has unpublished changes. */
export const UnpublishedChanges = () => (
  <Badge tone="amber" className="ml-2 h-6! px-2!">
    unpublished changes
  </Badge>
)
