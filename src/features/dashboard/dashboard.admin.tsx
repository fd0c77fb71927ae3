import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { useMay } from '#admin/session/permissions.ts'
import { asFigure, type DeskFigures } from '#features/contact/desk/desk-figures.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import type { Dashboard } from './dashboard.contract.ts'
import { FirstSteps } from './first-steps.admin.tsx'
import { LinkCards } from './link-cards.admin.tsx'
import { Needs } from './needs.admin.tsx'
import { ScheduleStrip } from './schedule-strip.admin.tsx'
import { Sparkline } from './sparkline.admin.tsx'

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
  idleDrafts: { count: 0 },
}

/** What needs a person, then the figures, then links to the screens. */
export default function DashboardScreen() {
  const [writes, readsContacts, manages] = [useMay('writeContent'), useMay('readContacts'), useMay('manage')]
  const { data: figures, error, isPending } = useQuery(adminQuery<Dashboard>('/api/dashboard'))
  useEffect(() => {
    if (error) console.warn('The figures could not be fetched', error)
  }, [error])
  const { data: desk } = useQuery({ ...adminQuery<DeskFigures>('/api/contact/figures'), enabled: readsContacts })
  const data = figures ?? nothing
  const { blogs, published, drafts, contacts, users, subscribers, weeks } = data
  const weekly = (kind: 'contacts' | 'subscribers') => weeks.map((one) => ({ week: one.week, count: one[kind] }))
  const stats: StatProps[] = [
    { label: 'Total Blogs', value: blogs, to: '/admin/blogs' },
    { label: 'Published', value: published, to: '/admin/blogs?status=published' },
    { label: 'Draft', value: drafts, to: '/admin/blogs?status=draft' },
    {
      label: 'Contact Requests',
      value: contacts,
      ...(readsContacts && { to: '/admin/contacts' }),
      weekly: { title: 'New contact requests', weeks: weekly('contacts') },
    },
    { label: 'Total Users', value: users, to: '/admin/users' },
    {
      label: 'Total Subscribers',
      value: subscribers,
      ...(readsContacts && { to: '/admin/subscribers' }),
      weekly: { title: 'New subscribers', weeks: weekly('subscribers') },
    },
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
      <Needs figures={figures} desk={desk} />
      {manages && <FirstSteps />}
      <section
        aria-label="Figures"
        className={classNames(
          'mt-8 grid grid-cols-2 gap-x-6 border-y border-line sm:grid-cols-3 xl:gap-x-0 xl:divide-x xl:divide-line',
          desk?.median === undefined ? 'xl:grid-cols-6' : 'xl:grid-cols-7',
        )}
      >
        {stats.map((stat) => (
          <Stat key={stat.label} {...stat} pending={isPending} />
        ))}
        {desk?.median !== undefined && (
          <Stat
            label="Median First Answer"
            value={asFigure(desk.median)}
            to="/admin/contacts?overdue=true"
            note={`90 days, promised ${asFigure(desk.promised)}`}
          />
        )}
      </section>
      <LinkCards figures={data} />
      <ScheduleStrip />
    </div>
  )
}

type StatProps = {
  label: string
  value: number | string
  /** The list of the counted records; absent for roles that may not see it. */
  to?: string
  /** The new ones of the last weeks. */
  weekly?: { title: string; weeks: { week: string; count: number }[] }
  /** A line below. */
  note?: string
  /** The figure is being loaded. */
  pending?: boolean
}

/** A figure with its name, which links to the counted records. */
const Stat = ({ label, value, to, weekly, note, pending = false }: StatProps) => (
  <div className="group relative py-3.5 xl:px-4 xl:first:pl-0 xl:last:pr-0">
    <dl className="flex flex-col-reverse">
      <dt className="text-small text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="link-quiet link-cover group-hover:text-primary">
            {label}
          </Link>
        )}
      </dt>
      <dd className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em] tabular-nums">
        {pending ? <span aria-hidden="true">&nbsp;</span> : typeof value === 'number' ? formatNumber(value) : value}
      </dd>
    </dl>
    {note && <p className="mt-2 text-fine text-muted tabular-nums">{note}</p>}
    {weekly && weekly.weeks.length > 0 && (
      <div className="mt-2">
        <Sparkline {...weekly} />
        <p className="mt-1 text-fine text-muted tabular-nums">
          {formatNumber(weekly.weeks.at(-1)?.count ?? 0)} new this week
        </p>
      </div>
    )}
  </div>
)
