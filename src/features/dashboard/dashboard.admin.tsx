import { useQuery } from '@tanstack/react-query'
import {
  ArrowRight,
  BookUser,
  Layers,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Package,
  PenLine,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatNumber } from '#admin/format.ts'
import { useMay } from '#admin/session/use-auth.ts'
import type { Analytics } from '#features/analytics/analytics.contract.ts'
import { changeOf, hasBefore, tiles } from '#features/analytics/analytics-words.shared.admin.ts'
import { asFigure, type DeskFigures } from '#features/contact/ground/desk.contract.ts'
import { NextDates } from '#features/courses/participants/date-list.shared.admin.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link, useMayOpen } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { Dashboard, Figures } from './dashboard.contract.ts'
import { FirstSteps } from './first-steps.admin.tsx'
import { Needs } from './needs.admin.tsx'
import { Proposed } from './proposed.admin.tsx'
import { ScheduleStrip } from './schedule-strip.admin.tsx'

/** The figures when the load failed: as specified, counts stay 0. */
const nothing: Figures = {
  blogs: 0,
  published: 0,
  drafts: 0,
  contacts: 0,
  users: 0,
  subscribers: 0,
  products: { count: 0, categories: 0 },
  services: { count: 0, active: 0 },
  idleDrafts: { count: 0 },
}

export default function DashboardScreen() {
  return useMay('staff') ? <StaffDashboard /> : <TrainerDashboard />
}

/** First the tasks, then the other dates to come. */
function TrainerDashboard() {
  const { data: figures } = useQuery(adminQuery<Dashboard>('/api/dashboard'))
  const { teaching = [] } = figures?.training ?? {}
  return (
    <>
      <h1 className="text-h1">Dashboard</h1>
      <Needs figures={figures} desk={undefined} />
      <NextDates named={figures && teaching.map(({ cohort }) => cohort)} />
    </>
  )
}

/** First the tasks, then the figures, then links to the screens. */
function StaffDashboard() {
  const [readsContacts, manages] = [useMay('readContacts'), useMay('manage')]
  const { data: figures, error, isPending } = useQuery(adminQuery<Dashboard & Figures>('/api/dashboard'))
  useEffect(() => {
    if (error) console.warn('The figures could not be fetched', error)
  }, [error])
  const { data: desk } = useQuery({ ...adminQuery<DeskFigures>('/api/contact/figures'), enabled: readsContacts })
  const data = figures ?? nothing
  const { blogs, published, drafts, contacts, users, subscribers } = data
  const stats: StatProps[] = [
    { label: 'Total Blogs', value: blogs, to: '/admin/blogs' },
    { label: 'Published', value: published, to: '/admin/blogs?status=published' },
    { label: 'Draft', value: drafts, to: '/admin/blogs?status=draft' },
    { label: 'Contact Requests', value: contacts, to: '/admin/contacts' },
    { label: 'Total Users', value: users, to: '/admin/users' },
    { label: 'Total Subscribers', value: subscribers, to: '/admin/subscribers' },
  ]
  return (
    <div aria-busy={isPending}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">Dashboard</h1>
        <ButtonLink to="/admin/blogs/new" variant="secondary" size="small">
          <PenLine aria-hidden="true" className="size-4" strokeWidth={1.75} />
          New Blog
        </ButtonLink>
      </div>
      <Needs figures={figures} desk={desk} />
      <Proposed />
      {manages && <FirstSteps />}
      <section
        aria-label="Totals"
        className={classNames(
          'mt-6 grid grid-cols-2 gap-x-6 border-y border-line sm:grid-cols-3 xl:gap-x-0 xl:divide-x xl:divide-line',
          desk?.median === undefined ? 'xl:grid-cols-6' : 'xl:grid-cols-7',
        )}
      >
        {stats.map((stat) => (
          <Stat key={stat.label} {...stat} pending={isPending} />
        ))}
        {desk?.median !== undefined && (
          <Stat
            label="Median first reply"
            value={asFigure(desk.median)}
            to="/admin/contacts?overdue=true"
            note={`Target ${asFigure(desk.promised)}`}
          />
        )}
      </section>
      <LastThirtyDays />
      <LinkCards figures={data} waiting={desk?.waiting ?? 0} />
      <ScheduleStrip />
    </div>
  )
}

/** The figures of the last 30 days, each with a link to its line. Nothing if they cannot be loaded. */
function LastThirtyDays() {
  const { data, isError, isPending } = useQuery(adminQuery<Analytics>('/api/analytics?by=days'))
  if (isError) return null
  const known = data && hasBefore(data)
  return (
    <section aria-labelledby="last-30-days" className="border-b border-line">
      <h2 id="last-30-days" className="pt-3 text-small font-[560]">
        Last 30 days
      </h2>
      <div className="grid grid-cols-2 gap-x-6 md:grid-cols-4 xl:gap-x-0 xl:divide-x xl:divide-line">
        {tiles.map(({ value, label }, index) => (
          <Stat
            key={value}
            label={label}
            value={data?.totals[value] ?? 0}
            to={listPath('/admin/analytics', { line: index > 0 ? value : undefined })}
            note={known ? changeOf(data.totals[value], data.totalsBefore[value]) : undefined}
            pending={isPending}
          />
        ))}
      </div>
    </section>
  )
}

type StatProps = {
  label: string
  value: number | string
  to: string
  note?: string | undefined
  pending?: boolean
}

/** The seventh fills its row, where that has more places. */
const Stat = ({ label, value, to, note, pending = false }: StatProps) => (
  <div className="group relative py-3 max-sm:nth-7:col-span-2 sm:max-xl:nth-7:col-span-3 xl:px-4 xl:first:pl-0 xl:last:pr-0">
    <dl className="flex flex-col-reverse">
      <dt className="text-small text-muted">
        <Link to={to} className="link-quiet link-cover group-hover:text-primary">
          {label}
        </Link>
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em]">
          {pending ? <span aria-hidden="true">&nbsp;</span> : typeof value === 'number' ? formatNumber(value) : value}
        </span>
        {note && <span className="text-fine text-muted">{note}</span>}
      </dd>
    </dl>
  </div>
)

/** @param waiting the requests that wait for us, as the navigation and the sentence above count them */
function LinkCards({ figures, waiting }: { figures: Figures; waiting: number }) {
  const { contacts, products, services } = figures
  const allActive = services.active === services.count
  return (
    <nav aria-label="Screens" className="mt-4 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      <LinkCard to="/admin/blogs" icon={Newspaper} title="Blogs">
        Posts and Drafts
      </LinkCard>
      <LinkCard to="/admin/users" icon={Users} title="Users">
        Manage Roles
      </LinkCard>
      <LinkCard to="/admin/contacts" icon={MessageSquare} title="Contact Requests" marked={waiting > 0}>
        {formatNumber(waiting)} New Messages, {formatNumber(contacts)} Total
      </LinkCard>
      <LinkCard to="/admin/products" icon={Package} title="Products">
        {formatNumber(products.count)} Products, {formatNumber(products.categories)} Categories
      </LinkCard>
      <LinkCard to="/admin/services" icon={Layers} title="Services">
        {allActive
          ? `${formatNumber(services.count)} Services, All Active`
          : `${formatNumber(services.active)} of ${formatNumber(services.count)} Active`}
      </LinkCard>
      <LinkCard to="/admin/subscribers" icon={BookUser} title="Subscribers">
        Import and Export
      </LinkCard>
    </nav>
  )
}

type LinkCardProps = {
  to: string
  icon: LucideIcon
  title: string
  marked?: boolean
  children: ReactNode
}

/** Nothing for roles that may not open the screen. */
function LinkCard({ to, icon: Icon, title, marked, children }: LinkCardProps) {
  if (!useMayOpen()(to)) return null
  return (
    <Link to={to} className="group flex min-h-13 items-center gap-3 border-b border-line py-1.5 hover:text-primary">
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted group-hover:text-primary" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[600]">
          {title}
          {marked && <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />}
        </span>
        <span className="block text-small text-muted tabular-nums">{children}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  )
}
