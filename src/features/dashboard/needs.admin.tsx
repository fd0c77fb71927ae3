import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock, Inbox, type LucideIcon, MonitorSmartphone, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { LocalDate, LocalDateTime } from '#admin/lists/date-time.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { embeddedQuery } from '#admin/session/use-auth.ts'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { dayAfter, formatTime } from '#admin/zoned-time.ts'
import type { NewDevices } from '#contract/identity.ts'
import type { Schedule, ScheduleEntry } from '#features/schedule/schedule.contract.ts'
import type { System } from '#features/system/system.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Dashboard } from './dashboard.contract.ts'
import { verbs } from './schedule-strip.admin.tsx'

type Need = { id: string; icon: LucideIcon; urgent?: boolean; text: ReactNode; to: string; button: string }

type Known = {
  figures: Dashboard | undefined
  system: System | undefined
  schedule: Schedule | undefined
  devices: NewDevices | undefined
}

/** The sentences that follow from what is known, the most urgent first. */
export const needsOf = ({ figures, system, schedule, devices = [] }: Known): Need[] => [
  ...ofSystem(system),
  ...ofDevices(devices),
  ...(figures ? [...ofRequests(figures), ...ofDrafts(figures)] : []),
  ...ofSchedule(schedule, figures?.subscribers),
]

/**
 * What needs a person now, in sentences, each with its one button.
 * @param figures absent until they are loaded, and when that fails
 */
export function Needs({ figures }: { figures: Dashboard | undefined }) {
  const manages = useMay('manage')
  const { data: system } = useQuery({ ...adminQuery<System>('/api/system'), enabled: manages })
  const { data: schedule } = useQuery(adminQuery<Schedule>('/api/schedule'))
  const { data: devices } = useQuery(embeddedQuery<NewDevices>('/api/identity/new-devices'))
  const needs = needsOf({ figures, system, schedule, devices })
  if (needs.length === 0) {
    // Until all answers are there, nothing is known to be well.
    const isKnown = figures && schedule && devices && (system || !manages)
    return isKnown ? <NothingNeeded verifiedAt={system?.backup.good?.at} /> : <div className="mt-4 min-h-14" />
  }
  return (
    <section aria-label="Needs you" className="mt-4">
      <ul className="divide-y divide-line border-y border-line">
        {needs.map(({ id, icon: Icon, urgent = false, text, to, button }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 py-1.5 max-sm:flex-wrap">
            <Icon
              aria-hidden="true"
              className={classNames('size-4.5 shrink-0', urgent ? 'text-danger' : 'text-muted')}
              strokeWidth={1.75}
            />
            <p className={classNames('min-w-0 flex-1 font-[530] text-pretty', urgent && 'text-danger')}>{text}</p>
            <ButtonLink to={to} variant="secondary" size="small" className="max-sm:ml-7.5">
              {button}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ofSystem = (system: System | undefined): Need[] => {
  if (!system) return []
  const { warnings, mail } = system
  const way = { icon: CircleAlert, to: '/admin/system', button: 'Open System' }
  const failed = mail.failed > 0 && `${formatCount(mail.failed, 'message')} of the last seven days could not be sent.`
  return [
    ...warnings.map((text) => ({ ...way, id: text, text, urgent: true })),
    ...(failed ? [{ ...way, id: 'failed mail', text: failed }] : []),
  ]
}

/** The last sign-in from a new device, where no mail server tells of it. */
const ofDevices = ([last]: NewDevices): Need[] =>
  last
    ? [
        {
          id: 'device',
          icon: MonitorSmartphone,
          text: (
            <>
              A new device signed in to your account on <LocalDateTime iso={last.at} />: {last.device ?? 'unknown'},{' '}
              {last.address}. If it was not you, change your password.
            </>
          ),
          to: '/admin/profile',
          button: 'My devices',
        },
      ]
    : []

const ofRequests = ({ pending, oldestPending }: Dashboard): Need[] =>
  oldestPending === undefined
    ? []
    : [
        {
          id: 'requests',
          icon: Inbox,
          text: (
            <>
              {pending === 1
                ? '1 request needs an answer. It'
                : `${formatCount(pending, 'request')} need an answer. The oldest`}{' '}
              arrived on <LocalDate iso={oldestPending} />.
            </>
          ),
          to: '/admin/contacts?status=pending',
          button: 'Answer',
        },
      ]

const ofDrafts = ({ idleDrafts: { count, oldest } }: Dashboard): Need[] =>
  oldest === undefined
    ? []
    : [
        {
          id: 'drafts',
          icon: PenLine,
          text: (
            <>
              {count === 1
                ? `The draft “${oldest.title}” has`
                : `${formatCount(count, 'draft')} have not changed for a week. “${oldest.title}” has`}{' '}
              not changed since <LocalDate iso={oldest.updatedAt} />.
            </>
          ),
          to: count === 1 ? `/admin/blogs/edit/${oldest._id}` : '/admin/blogs?status=draft',
          button: count === 1 ? 'Continue' : 'Open drafts',
        },
      ]

/** The events of today and tomorrow. */
const ofSchedule = (schedule: Schedule | undefined, subscribers: number | undefined): Need[] => {
  if (!schedule) return []
  const { today, entries } = schedule
  return entries
    .filter(({ day }) => day <= dayAfter(today, 1))
    .map((entry) => ({
      id: `${entry._id} ${entry.what}`,
      icon: Clock,
      text: <Event entry={entry} today={today} subscribers={subscribers} />,
      to: `/admin/${entry.entity}/edit/${entry._id}`,
      button: 'Open',
    }))
}

function Event({
  entry,
  today,
  subscribers,
}: {
  entry: ScheduleEntry
  today: string
  subscribers: number | undefined
}) {
  const zone = useTimeZone()
  const { label, name, what, day, at, mails } = entry
  return (
    <>
      {label} “{name}” {verbs[what]} {day === today ? 'today' : 'tomorrow'}
      {at && ` at ${formatTime(at, zone)}`}
      {mails &&
        `, with a newsletter${subscribers === undefined ? '' : ` to ${formatCount(subscribers, 'subscriber')}`}`}
      .
    </>
  )
}

/** One line with a dot at rest, as nothing needs a person. */
const NothingNeeded = ({ verifiedAt }: { verifiedAt: string | undefined }) => (
  <section aria-label="Needs you" className="mt-4">
    <svg aria-hidden="true" viewBox="0 0 600 24" preserveAspectRatio="xMaxYMid slice" className="h-6 w-full max-w-150">
      <path d="M0 12C60 12 70 4 110 4s46 16 86 16 48-8 96-8h292" className="fill-none stroke-line" strokeWidth="1.5" />
      <circle cx="590" cy="12" r="4" className="fill-accent" />
    </svg>
    <p className="mt-1 text-muted">
      Nothing needs you.
      {verifiedAt && (
        <>
          {' '}
          The last backup was made and verified on <LocalDateTime iso={verifiedAt} />.
        </>
      )}
    </p>
  </section>
)
