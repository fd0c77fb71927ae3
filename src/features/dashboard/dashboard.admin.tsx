import { useQuery } from '@tanstack/react-query'
import { CircleAlert, type LucideIcon, MonitorSmartphone, PenLine } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { embeddedQuery } from '#admin/session/use-auth.ts'
import type { NewDevices } from '#contract/identity.ts'
import type { System } from '#features/system/system.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import type { Dashboard } from './dashboard.contract.ts'
import { FirstSteps } from './first-steps.admin.tsx'
import { LatestDrafts, LatestRequests } from './latest.admin.tsx'
import { LinkCards } from './link-cards.admin.tsx'
import { ScheduleStrip } from './schedule-strip.admin.tsx'
import { WeeksChart } from './weeks-chart.admin.tsx'

/** The figures when the load failed: as specified, counts stay 0. */
const nothing: Dashboard = {
  blogs: 0,
  published: 0,
  drafts: 0,
  contacts: 0,
  pending: 0,
  users: 0,
  subscribers: 0,
  products: { count: 0, categories: 0 },
  services: { count: 0, active: 0 },
  weeks: [],
  latestRequests: [],
  latestDrafts: [],
}

/** Pending work, then the figures, then links to every screen. */
export default function DashboardScreen() {
  const [writes, readsContacts, manages] = [useMay('writeContent'), useMay('readContacts'), useMay('manage')]
  const { data = nothing, error, isPending } = useQuery(adminQuery<Dashboard>('/api/dashboard'))
  useEffect(() => {
    if (error) console.warn('The figures could not be fetched', error)
  }, [error])
  const { blogs, published, drafts, contacts, users, subscribers, weeks } = data
  const stats = [
    { label: 'Total Blogs', value: blogs, to: '/admin/blogs' },
    { label: 'Published', value: published, to: '/admin/blogs?status=published' },
    { label: 'Draft', value: drafts, to: '/admin/blogs?status=draft' },
    { label: 'Contact Requests', value: contacts, ...(readsContacts && { to: '/admin/contacts' }) },
    { label: 'Total Users', value: users, to: '/admin/users' },
  ]
  return (
    <div aria-busy={isPending}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">Dashboard</h1>
        {writes && (
          <ButtonLink to="/admin/blogs/new" variant="secondary" size="small">
            <PenLine aria-hidden="true" className="size-4" strokeWidth={1.75} />
            New Blog
          </ButtonLink>
        )}
      </div>
      {manages && <SystemWarnings />}
      <NewDeviceNotice />
      {manages && <FirstSteps />}
      <div className="mt-4 grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
        {readsContacts && <LatestRequests requests={data.latestRequests} pending={data.pending} />}
        <LatestDrafts drafts={data.latestDrafts} count={drafts} />
      </div>
      <ScheduleStrip />
      <section aria-label="Figures" className="mt-8 grid grid-cols-2 gap-3 max-md:*:nth-5:col-span-2 md:grid-cols-5">
        {stats.map((stat) => (
          <StatCard key={stat.label} {...stat} pending={isPending} />
        ))}
        <div className="col-span-full grid gap-x-6 gap-y-3 rounded-control border border-line bg-raised px-4 py-3.5 sm:grid-cols-[10rem_1fr] lg:col-span-3">
          <StatCard
            label="Total Subscribers"
            value={subscribers}
            {...(readsContacts && { to: '/admin/subscribers' })}
            news={`${formatNumber(weeks.at(-1)?.subscribers ?? 0)} new this week`}
            pending={isPending}
            bare
          />
          <WeeksChart
            title="New subscribers"
            weeks={weeks.map(({ week, subscribers }) => ({ week, count: subscribers }))}
          />
        </div>
        <div className="col-span-full rounded-control border border-line bg-raised px-4 py-3.5 lg:col-span-2">
          <WeeksChart
            title="New contact requests"
            weeks={weeks.map(({ week, contacts }) => ({ week, count: contacts }))}
          />
        </div>
      </section>
      <LinkCards figures={data} />
    </div>
  )
}

type StatCardProps = {
  label: string
  value: number
  /** The list of the counted records; absent for roles that may not see it. */
  to?: string
  /** The change of the figure, below it. */
  news?: string
  /** The figure is being loaded. */
  pending: boolean
  /** It is in a card with its own frame. */
  bare?: boolean
}

/** A figure with its name, which links to the counted records. */
const StatCard = ({ label, value, to, news, pending, bare }: StatCardProps) => (
  <div
    className={classNames(
      'relative flex flex-col rounded-control',
      !bare && 'border border-line bg-raised px-4 py-3.5 transition-colors',
      !bare && to !== undefined && 'hover:border-primary',
    )}
  >
    <dl className="flex flex-col-reverse">
      <dt className="text-small text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="link-quiet link-cover">
            {label}
          </Link>
        )}
      </dt>
      <dd className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em] tabular-nums">
        {pending ? <span aria-hidden="true">&nbsp;</span> : formatNumber(value)}
      </dd>
    </dl>
    {news && <p className="pt-2 text-small text-muted tabular-nums">{news}</p>}
  </div>
)

/** Tells of the last sign-in from a new device, where no mail server does. */
function NewDeviceNotice() {
  const [last] = useQuery(embeddedQuery<NewDevices>('/api/identity/new-devices')).data ?? []
  if (!last) return null
  return (
    <Notice to="/admin/profile" more="My devices" icon={MonitorSmartphone}>
      A new device signed in to your account on <LocalDateTime iso={last.at} />: {last.device ?? 'unknown'},{' '}
      {last.address}. If it was not you, change your password.
    </Notice>
  )
}

/** A line for each problem, such as an overdue backup. Nothing if there are none. */
function SystemWarnings() {
  const { data } = useQuery(adminQuery<System>('/api/system'))
  if (!data || data.warnings.length === 0) return null
  return (
    <Notice to="/admin/system" more="System" icon={CircleAlert} urgent>
      {data.warnings.join(' ')}
    </Notice>
  )
}

type NoticeProps = { to: string; more: string; icon: LucideIcon; urgent?: boolean; children: ReactNode }

const Notice = ({ to, more, icon: Icon, urgent = false, children }: NoticeProps) => (
  <Link
    to={to}
    className={classNames(
      'mt-4 flex items-start gap-3 rounded-control border px-4 py-3 text-small font-[530]',
      urgent
        ? 'border-danger/25 bg-danger-soft text-danger hover:border-danger'
        : 'border-line bg-raised hover:border-muted',
    )}
  >
    <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', !urgent && 'text-muted')} />
    <span>
      {children} <span className="underline underline-offset-4">{more}</span>
    </span>
  </Link>
)
