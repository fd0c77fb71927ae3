import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import { type Analytics, type FigureRow, figureRows, type FigureTable as TableName } from './analytics.contract.ts'
import type { Filter, PartProps } from './analytics-state.admin.ts'
import { type FigureHead, FigureTable, type FigureTableProps, type FigureTableRow } from './analytics-table.admin.tsx'
import { courseLine, pageName, type Tile } from './analytics-words.shared.admin.ts'

const visitsHead: FigureHead = { label: 'Visits' }
const broughtHeads: FigureHead[] = [
  visitsHead,
  { label: 'Enquiries' },
  { label: 'Confirmed registrations', inLine: (count) => formatCount(count, 'confirmed registration') },
  { label: 'New subscribers', inLine: (count) => formatCount(count, 'new subscriber') },
]
type Results = Record<Tile['value'], number>
const brought = (row: Results, { value }: Tile) => ({
  size: row[value],
  counts: [row.visits, row.enquiries, row.registrations, row.subscribers],
})

/** The tables, each with its first rows, or with all of them. Their bars follow the drawn figure, where a table has it. */
export function Tables({ figures, asked, state: { filters, change, shown, tile } }: PartProps) {
  const whole = useQuery({
    ...adminQuery<Analytics>(listPath('/api/analytics', { ...asked, by: shown })),
    enabled: shown !== '',
    placeholderData: keepPreviousData,
  })
  const rowsOf = <Name extends TableName>(name: Name) =>
    ((shown === name && whole.data?.[name]) || figures[name] || []) as FigureRow<Name>[]
  const filteredBy = (filter: Filter, value: string) => ({
    key: value,
    chosen: filters[filter] === value,
    onChoose: () => change({ [filter]: filters[filter] === value ? '' : value }),
  })
  const table = (
    name: TableName,
    {
      empty = 'No data for this period.',
      ...words
    }: Pick<FigureTableProps, 'title' | 'one' | 'heads'> & { empty?: string },
    rows: FigureTableRow[],
  ) => (
    <FigureTable
      {...words}
      rows={rows}
      empty={empty}
      sorted={tile.label}
      csv={listPath('/api/analytics.csv', { ...asked, by: name })}
      whole={
        shown === name || rowsOf(name).length >= figureRows.overview
          ? { shown: shown === name, onToggle: () => change({ all: shown === name ? '' : name }, { replace: true }) }
          : undefined
      }
    />
  )
  const namedRow = (filter: 'source' | 'campaign', name: string, row: Results): FigureTableRow => ({
    ...filteredBy(filter, name),
    ...brought(row, tile),
    name,
  })
  const viewsHead: FigureHead = { label: 'Views', inLine: (count) => formatCount(count, 'view') }
  const pageHeads = [
    ...(figures.totals.views === undefined ? [] : [viewsHead]),
    visitsHead,
    { label: 'Enquiries' },
    { label: 'Resolved', inLine: (count: number) => `${formatNumber(count)} resolved` },
  ]
  const pages = rowsOf('pages').map((page): FigureTableRow => {
    const { path, gone, views, visits, enquiries, resolved } = page
    const name = pageName(page)
    const detail = [name !== path && path, gone && 'deleted'].filter(Boolean).join(' · ')
    return {
      ...filteredBy('page', path),
      name,
      detail: detail && <span className="block truncate">{detail}</span>,
      size: tile.value === 'enquiries' ? enquiries : visits,
      counts: [...(views === undefined ? [] : [views]), visits, enquiries, resolved],
    }
  })
  const courses = rowsOf('courses').map(
    (course): FigureTableRow => ({
      ...filteredBy('page', course.path),
      key: course._id,
      name: course.title,
      detail: courseLine(course),
      size: course.views ?? course.payments,
      counts: [],
    }),
  )
  const newsletters = rowsOf('newsletters').map(
    (newsletter): FigureTableRow => ({
      ...filteredBy('campaign', newsletter.code),
      ...brought(newsletter, tile),
      name: newsletter.subject,
      detail: `${formatNumber(newsletter.sent)} sent, ${formatNumber(newsletter.left)} unsubscribed`,
      link: <ResultsLink {...newsletter} />,
    }),
  )
  // Newsletters have a separate table.
  const campaigns = rowsOf('campaigns').filter(({ campaign }) => !newsletters.some(({ key }) => key === campaign))
  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-8">
        {table('pages', { title: 'Pages', one: 'Page', heads: pageHeads }, pages)}
        {table('courses', { title: 'Courses', one: 'Course', heads: [] }, courses)}
      </div>
      <div className="grid min-w-0 gap-8">
        {table(
          'sources',
          { title: 'Sources', one: 'Source', heads: broughtHeads },
          rowsOf('sources').map(({ source, ...row }) => namedRow('source', source, row)),
        )}
        {table(
          'campaigns',
          {
            title: 'Campaigns',
            one: 'Campaign',
            heads: broughtHeads,
            empty: 'No campaigns in this period. A link with ?utm_campaign=name counts for that name.',
          },
          campaigns.map(({ campaign, ...row }) => namedRow('campaign', campaign, row)),
        )}
        {newsletters.length > 0 &&
          table('newsletters', { title: 'Newsletters', one: 'Newsletter', heads: broughtHeads }, newsletters)}
      </div>
    </div>
  )
}

/** Leads to the results of a newsletter. It is above the row, which filters. */
const ResultsLink = ({ kind, _id, subject }: FigureRow<'newsletters'>) => (
  <Link
    to={kind === 'post' ? `/admin/blogs/notification/${_id}` : `/admin/newsletters/${_id}/results`}
    title="Results"
    className="relative z-10 grid size-6 shrink-0 pointer-coarse:size-9 place-items-center rounded-mark text-muted hover:text-primary"
  >
    <ArrowUpRight aria-hidden="true" className="size-4" />
    <span className="sr-only">{`Results of ${subject}`}</span>
  </Link>
)
