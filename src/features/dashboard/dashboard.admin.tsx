import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import type { Dashboard } from './dashboard.contract.ts'
import { LatestDrafts, LatestRequests } from './latest.admin.tsx'
import { LinkCards } from './link-cards.admin.tsx'
import { ScheduleStrip } from './schedule-strip.admin.tsx'
import { StatCard } from './stat-card.admin.tsx'
import { SystemWarnings } from './system-warnings.admin.tsx'
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

export default function DashboardScreen() {
  const { data = nothing, error, isPending } = useQuery(adminQuery<Dashboard>('/api/dashboard'))
  useEffect(() => {
    if (error) console.warn('The figures could not be fetched', error)
  }, [error])
  const { blogs, published, drafts, contacts, users, subscribers, weeks } = data
  const stats = [
    { label: 'Total Blogs', value: blogs },
    { label: 'Published', value: published },
    { label: 'Draft', value: drafts },
    { label: 'Contact Requests', value: contacts },
    { label: 'Total Users', value: users },
    { label: 'Total Subscribers', value: subscribers, news: `${weeks.at(-1)?.subscribers ?? 0} new this week` },
  ]
  return (
    <div aria-busy={isPending}>
      <h1 className="text-h1">Dashboard</h1>
      <SystemWarnings />
      <section aria-label="Figures" className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
        {stats.map((stat) => (
          <StatCard key={stat.label} {...stat} pending={isPending} />
        ))}
        <div className="col-span-full grid gap-3 sm:grid-cols-2 lg:col-span-4">
          <WeeksChart
            title="New subscribers"
            weeks={weeks.map(({ week, subscribers }) => ({ week, count: subscribers }))}
          />
          <WeeksChart
            title="New contact requests"
            weeks={weeks.map(({ week, contacts }) => ({ week, count: contacts }))}
          />
        </div>
      </section>
      <ScheduleStrip />
      <LinkCards figures={data} />
      <div className="mt-8 grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
        <LatestRequests requests={data.latestRequests} />
        <LatestDrafts drafts={data.latestDrafts} />
      </div>
    </div>
  )
}
