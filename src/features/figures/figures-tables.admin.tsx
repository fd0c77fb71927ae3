import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import { courseLine, pageName, type Tile } from './figure-words.shared.admin.ts'
import { type FigureRow, type Figures, figureRows, type FigureTable as TableName } from './figures.contract.ts'
import type { Filter, PartProps } from './figures-state.admin.ts'
import { type FigureHead, FigureTable, type FigureTableRow } from './figures-table.admin.tsx'

const visitsHead: FigureHead = { label: 'Visits' }
const broughtHeads: FigureHead[] = [
  visitsHead,
  { label: 'Enquiries' },
  { label: 'Course requests', inLine: (count) => formatCount(count, 'course request') },
  { label: 'New subscribers', inLine: (count) => formatCount(count, 'new subscriber') },
]
type Brought = Record<Tile['value'], number>
const brought = (row: Brought, { value }: Tile) => ({
  size: row[value],
  counts: [row.visits, row.enquiries, row.courseRequests, row.subscribers],
})

const resolvedHead: FigureHead = { label: 'of them resolved', inLine: (count) => `${formatNumber(count)} resolved` }

/** The tables, each with its first rows, or with all of them. Their bars follow the drawn figure, where a table has it. */
export function Tables({ figures, asked, state: { filters, change, shown, tile } }: PartProps) {
  const whole = useQuery({
    ...adminQuery<Figures>(listPath('/api/figures', { ...asked, by: shown })),
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
  const tableOf = (name: TableName) => ({
    csv: listPath('/api/figures.csv', { ...asked, by: name }),
    whole:
      shown === name || rowsOf(name).length >= figureRows.overview
        ? {
            shown: shown === name,
            onToggle: () => change({ all: shown === name ? '' : name }, { replace: true }),
          }
        : undefined,
  })
  const viewsHead: FigureHead[] =
    figures.totals.views === undefined ? [] : [{ label: 'Views', inLine: (count) => formatCount(count, 'view') }]
  const pages = rowsOf('pages').map((page): FigureTableRow => {
    const { path, gone, views, visits, enquiries, resolved } = page
    const name = pageName(page)
    const detail = [name !== path && path, gone && 'gone'].filter(Boolean).join(' · ')
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
  const letters = rowsOf('letters').map(
    (letter): FigureTableRow => ({
      ...filteredBy('campaign', letter.code),
      ...brought(letter, tile),
      name: letter.subject,
      detail: `${formatNumber(letter.sent)} sent, ${formatNumber(letter.left)} left because of it`,
      link: <ResultsLink {...letter} />,
    }),
  )
  const none = 'Nothing in these days.'
  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-8">
        <FigureTable
          title="Pages"
          one="Page"
          heads={[...viewsHead, visitsHead, { label: 'Enquiries it led to' }, resolvedHead]}
          rows={pages}
          empty={none}
          {...tableOf('pages')}
        />
        <FigureTable title="Courses" one="Course" heads={[]} rows={courses} empty={none} {...tableOf('courses')} />
      </div>
      <div className="grid min-w-0 gap-8">
        <FigureTable
          title="Sources"
          one="Source"
          heads={broughtHeads}
          rows={rowsOf('sources').map(({ source, ...row }) => ({
            ...filteredBy('source', source),
            ...brought(row, tile),
            name: source,
          }))}
          empty={none}
          {...tableOf('sources')}
        />
        <FigureTable
          title="Campaigns"
          one="Campaign"
          heads={broughtHeads}
          // Letters have a separate table.
          rows={rowsOf('campaigns')
            .filter(({ campaign }) => !letters.some(({ key }) => key === campaign))
            .map(({ campaign, ...row }) => ({
              ...filteredBy('campaign', campaign),
              ...brought(row, tile),
              name: campaign,
            }))}
          empty="None in these days. A link with ?utm_campaign=name counts for that name."
          {...tableOf('campaigns')}
        />
        {letters.length > 0 && (
          <FigureTable
            title="Letters"
            one="Letter"
            heads={broughtHeads}
            rows={letters}
            empty={none}
            {...tableOf('letters')}
          />
        )}
      </div>
    </div>
  )
}

/** Leads to the results of a letter. It is above the row, which filters. */
const ResultsLink = ({ kind, _id, subject }: FigureRow<'letters'>) => (
  <Link
    to={kind === 'post' ? `/admin/blogs/notification/${_id}` : `/admin/letters/${_id}/results`}
    title="Results"
    className="relative z-10 grid size-6 shrink-0 pointer-coarse:size-9 place-items-center rounded-mark text-muted hover:text-primary"
  >
    <ArrowUpRight aria-hidden="true" className="size-4" />
    <span className="sr-only">{`Results of ${subject}`}</span>
  </Link>
)
