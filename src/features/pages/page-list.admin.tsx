import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatNumber } from '#admin/format.ts'
import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { hangingOnPages } from '#features/courses/participants/date-list.shared.admin.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import { pages } from './page-resource.admin.ts'
import type { Page } from './pages.contract.ts'

export default function PageListScreen() {
  const visitsOf = useVisits()
  return (
    <OrderedList<Page>
      resource={pages}
      nameOf={({ title }) => title}
      detailOf={({ path }) => `/${path}`}
      pathOf={({ path }) => `/${path}`}
      headers={['Title', 'Path']}
      hanging={hangingOnPages}
      columns={[
        { header: 'Listed', className: 'w-22', cell: ({ listed }) => (listed ? 'Listed' : 'Not listed') },
        {
          header: 'Visits, 30 days',
          className: 'w-28 text-right pr-3 tabular-nums',
          afterStatus: true,
          cell: ({ path }) => <Visits path={`/${path}`} count={visitsOf(`/${path}`)} />,
        },
      ]}
      narrow={({ listed }) => (listed ? 'Listed · ' : '')}
    />
  )
}

type Figures = { off?: true; pages?: { path: string; visits: number }[] }

/** The most rows that the call answers. */
const mostRows = 1_000

/** The visits of each page in the last 30 days; undefined while that is unknown. */
function useVisits(): (path: string) => number | undefined {
  const { data } = useQuery(adminQuery<Figures>(listPath('/api/analytics', { by: 'pages', sort: 'visits' })))
  const rows = data?.off ? undefined : data?.pages
  return (path) => rows?.find((row) => row.path === path)?.visits ?? (rows && rows.length < mostRows ? 0 : undefined)
}

const Visits = ({ path, count }: { path: string; count: number | undefined }) =>
  count ? (
    <Link to={listPath('/admin/analytics', { page: path })} className="link-quiet hover:text-primary">
      {formatNumber(count)}
    </Link>
  ) : (
    (count ?? '–')
  )
