import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { DataTable } from '#admin/lists/data-table.tsx'
import { formatWeekday } from '#admin/zoned-time.ts'
import { classNames } from '#ui/class-names.ts'
import { listPath } from '#web/api-query.ts'
import { changeOf, daysBetween, hasBefore, type Tile, tiles } from './figure-words.shared.admin.ts'
import type { FigureRow, Figures } from './figures.contract.ts'
import { FiguresChart } from './figures-chart.admin.tsx'
import type { PartProps } from './figures-state.admin.ts'
import { CsvButton } from './figures-table.admin.tsx'

/** The tiles, of which one is drawn day by day, and the same numbers as a table. */
export function Overview({ figures, asked, state: { tile, change } }: PartProps) {
  const { totals, totalsBefore, before, from } = figures
  const isKnown = hasBefore(figures)
  const earlier = useQuery({
    ...adminQuery<Figures>(listPath('/api/figures', { ...asked, ...before, by: 'days' })),
    enabled: isKnown,
  })
  return (
    <section aria-label="Overview" className="overflow-hidden rounded-control border border-line bg-raised">
      <div className="grid grid-cols-2 gap-px border-b border-line bg-line md:grid-cols-4">
        {tiles.map((one) => (
          <button
            key={one.value}
            type="button"
            aria-pressed={one === tile}
            onClick={() => change({ line: one === tiles[0] ? '' : one.value }, { replace: true })}
            className={classNames(
              'flex flex-col bg-raised px-4 py-3 text-left -outline-offset-4 transition-colors',
              one === tile ? 'shadow-[inset_0_2px_var(--color-primary)]' : 'hover:bg-sunken',
            )}
          >
            <TileText
              label={one.label}
              count={totals[one.value]}
              before={isKnown ? totalsBefore[one.value] : undefined}
            />
          </button>
        ))}
      </div>
      <FiguresChart
        noun={tile}
        from={from}
        counts={countsOf(figures, tile)}
        before={isKnown && earlier.data ? countsOf(earlier.data, tile) : []}
      />
      <p className="border-t border-line px-4 py-2.5 text-small text-muted tabular-nums">{alsoCounted(figures)}</p>
      <details className="border-t border-line">
        <summary className="cursor-pointer px-4 py-2.5 text-small font-[550] text-primary -outline-offset-4">
          The days as a table
        </summary>
        <div className="px-4 pb-4">
          <div className="mb-2 flex justify-end">
            <CsvButton title="Days" path={listPath('/api/figures.csv', { ...asked, by: 'days' })} />
          </div>
          <DaysTable figures={figures} />
        </div>
      </details>
    </section>
  )
}

type TileTextProps = {
  label: string
  count: number
  /** The count of the range before, if it is known. */
  before: number | undefined
}

/** One figure of the range with the change from the range before. */
const TileText = ({ label, count, before }: TileTextProps) => (
  <>
    <span className="text-small text-muted">{label}</span>
    <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em]">
        {formatNumber(count)}
      </span>
      {before !== undefined && <span className="text-fine text-muted">{changeOf(count, before)}</span>}
    </span>
  </>
)

/** A figure of every day of the range. */
function countsOf({ from, to, days = [] }: Figures, { value }: Tile): number[] {
  const byDay = new Map(days.map((one) => [one.day, one[value]]))
  return daysBetween(from, to).map((day) => byDay.get(day) ?? 0)
}

/** The other counts, in a sentence. */
function alsoCounted({ totals: { views, phones = 0 }, presses: { enrol, booking, brochure, phone } }: Figures): string {
  const pressed = [
    enrol > 0 && `${formatNumber(enrol)} on Enroll Now`,
    booking > 0 && `${formatNumber(booking)} on booking`,
    brochure > 0 && `${formatNumber(brochure)} on a brochure`,
    phone > 0 && `${formatNumber(phone)} on a telephone number`,
  ].filter(Boolean)
  const share = views ? `, ${Math.round((phones / views) * 100)} % on phones` : ''
  return [
    views === undefined ? 'Views have no source, so they are left out.' : `${formatCount(views, 'view')}${share}.`,
    pressed.length > 0 && `Presses: ${pressed.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function DaysTable({ figures: { days = [], totals } }: { figures: Figures }) {
  const count = (header: string, value: keyof Figures['totals']) => ({
    header,
    align: 'right' as const,
    className: 'max-md:hidden!',
    cell: (day: FigureRow<'days'>) => formatNumber(day[value] ?? 0),
  })
  return (
    <DataTable
      label="Days"
      columns={[
        { header: 'Day', cell: ({ day }) => formatWeekday(day) },
        ...(totals.views === undefined ? [] : [count('Views', 'views'), count('On phones', 'phones')]),
        ...tiles.map(({ label, value }) => count(label, value)),
      ]}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
      summary={(day) => tiles.map(({ value, one, many }) => formatCount(day[value], one, many)).join(', ')}
      emptyText="No days"
    />
  )
}
