import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { capitalised, formatCount, formatNumber } from '#admin/format.ts'
import { DataTable } from '#admin/lists/data-table.tsx'
import { dayAfter, formatDayOfYear, formatWeekday } from '#admin/time.tsx'
import { classNames } from '#ui/class-names.ts'
import { listPath } from '#web/api-query.ts'
import type { Analytics, FigureRow } from './analytics.contract.ts'
import type { PartProps } from './analytics-state.admin.ts'
import { CsvButton } from './analytics-table.admin.tsx'
import { changeOf, daysBetween, hasBefore, type Tile, tiles, topOf } from './analytics-words.shared.admin.ts'

/** The tiles, of which one is drawn day by day, and the same numbers as a table. */
export function Overview({ figures, asked, state: { tile, change } }: PartProps) {
  const { totals, totalsBefore, before, from } = figures
  const isKnown = hasBefore(figures)
  const earlier = useQuery({
    ...adminQuery<Analytics>(listPath('/api/analytics', { ...asked, ...before, by: 'days' })),
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
              'flex flex-col justify-between border border-transparent bg-raised px-4 py-3 text-left -outline-offset-4 transition-colors',
              one === tile ? 'shadow-[inset_0_2px_var(--color-primary)]' : 'hover:bg-sunken',
            )}
          >
            <span className="text-small text-muted">{one.label}</span>
            <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
              <span className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em]">
                {formatNumber(totals[one.value])}
              </span>
              {isKnown && (
                <span className="text-fine text-muted">{changeOf(totals[one.value], totalsBefore[one.value])}</span>
              )}
            </span>
          </button>
        ))}
      </div>
      <FiguresChart
        noun={tile}
        from={from}
        counts={countsOf(figures, tile)}
        uncounted={daysBefore(figures)}
        before={isKnown && earlier.data ? countsOf(earlier.data, tile) : []}
      />
      <p className="border-t border-line px-4 py-2.5 text-small text-muted tabular-nums">{alsoCounted(figures)}</p>
      <details className="border-t border-line">
        <summary className="cursor-pointer px-4 py-2.5 text-small font-[550] text-primary -outline-offset-4">
          View as table
        </summary>
        <div className="px-4 pb-4">
          <div className="mb-2 flex justify-end">
            <CsvButton title="Days" path={listPath('/api/analytics.csv', { ...asked, by: 'days' })} />
          </div>
          <DaysTable figures={figures} />
        </div>
      </details>
    </section>
  )
}

function countsOf({ from, to, days = [] }: Analytics, { value }: Tile): number[] {
  const byDay = new Map(days.map((one) => [one.day, one[value]]))
  return daysBetween(from, to).map((day) => byDay.get(day) ?? 0)
}

/** How many days of the range were over when the site began to count. */
const daysBefore = ({ from, to, first = from }: Analytics): number =>
  daysBetween(from, to).filter((day) => day < first).length

function alsoCounted({
  totals: { views, phones = 0 },
  presses: { enrol, booking, brochure, phone },
}: Analytics): string {
  const pressed = [
    enrol > 0 && `${formatNumber(enrol)} on Enroll Now`,
    booking > 0 && `${formatNumber(booking)} on booking`,
    brochure > 0 && `${formatNumber(brochure)} on a brochure`,
    phone > 0 && `${formatNumber(phone)} on a phone number`,
  ].filter(Boolean)
  const share = views ? `, ${Math.round((phones / views) * 100)}% on phones` : ''
  return [
    views === undefined
      ? 'Views have no source, so they are not shown with this filter.'
      : `${formatCount(views, 'view')}${share}.`,
    pressed.length > 0 && `Clicks: ${pressed.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function DaysTable({ figures: { days = [], totals } }: { figures: Analytics }) {
  const count = (header: string, value: keyof Analytics['totals']) => ({
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

/** The size of the drawing, which is stretched to its frame. */
const [width, height] = [1_000, 200]

type FiguresChartProps = {
  noun: { one: string; many: string }
  from: string
  counts: number[]
  /** How many of them, at the start, are of days before the site counted. */
  uncounted: number
  /** Those of the previous period, which has as many days; empty if it is not known. */
  before: number[]
}

/** A number of each day as a line, over a quiet one with the previous period. The pointer and the arrow keys choose a day, whose numbers are said above. */
function FiguresChart({ noun, from, counts, uncounted, before }: FiguresChartProps) {
  const [chosen, choose] = useState<number>()
  const days = counts.length
  const last = days - 1
  const top = topOf(Math.max(...counts, ...before))
  const xOf = (index: number) => (last === 0 ? width / 2 : (index / last) * width)
  const yOf = (count: number) => height - (count / top) * height
  const pathOf = (numbers: number[], start = 0) => {
    const points = numbers.map((count, index) => `${xOf(index).toFixed(1)} ${yOf(count).toFixed(1)}`)
    return `M${points.slice(start).join('L')}`
  }
  const countOn = (index: number) =>
    index < uncounted ? 'not counted yet' : formatCount(counts[index] ?? 0, noun.one, noun.many)
  const dayOf = (index: number) => dayAfter(from, index)
  // The line of a single day is no longer than a dot.
  const shown = chosen ?? (uncounted === last ? last : -1)
  const wordsOf = (index: number) =>
    `${formatWeekday(dayOf(index))}: ${countOn(index)}${
      before[index] === undefined
        ? ''
        : `, ${formatNumber(before[index])} on ${formatWeekday(dayAfter(dayOf(index), -days))}`
    }`
  const named = days > 2 ? [0, Math.floor(last / 2), last] : counts.map((_, index) => index)
  return (
    <div className="px-4 pt-3 pb-4">
      <p className="flex min-h-6 flex-wrap items-center gap-x-5 text-small text-muted tabular-nums">
        {chosen === undefined ? (
          <>
            <Key className="stroke-primary">{`${capitalised(noun.many)} per day`}</Key>
            {before.length > 0 && (
              <Key className="stroke-edge" dashed>
                Previous period
              </Key>
            )}
          </>
        ) : (
          <span className="text-ink">{wordsOf(chosen)}</span>
        )}
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-fine text-muted tabular-nums">
        <div aria-hidden="true" className="flex h-40 flex-col justify-between text-right leading-none sm:h-48">
          {[top, top / 2, 0].map((count) => (
            <span key={count} className="-my-[0.5em]">
              {formatNumber(count)}
            </span>
          ))}
        </div>
        <div className="relative h-40 rounded-mark outline-offset-4 sm:h-48 outline-primary has-[:focus-visible]:outline-2">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute size-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
          >
            {[0, 0.5, 1].map((share) => (
              <path key={share} d={`M0 ${share * height}H${width}`} className="stroke-line" />
            ))}
            {before.length > 0 && (
              <path d={pathOf(before)} className="stroke-edge" strokeWidth="1.5" strokeDasharray="3 4" />
            )}
            {uncounted < days && (
              <path d={pathOf(counts, uncounted)} className="stroke-primary" strokeWidth="2" strokeLinejoin="round" />
            )}
            {chosen !== undefined && <path d={`M${xOf(chosen)} 0V${height}`} className="stroke-accent" />}
          </svg>
          {shown >= uncounted && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-raised bg-primary"
              style={{
                left: `${(xOf(shown) / width) * 100}%`,
                top: `${(yOf(counts[shown] ?? 0) / height) * 100}%`,
              }}
            />
          )}
          {/* The arrow keys, Home, End and a finger work as in every slider. */}
          <input
            type="range"
            aria-label={`Day of the ${noun.many}`}
            aria-valuetext={wordsOf(chosen ?? last)}
            min={0}
            max={last}
            value={chosen ?? last}
            onChange={({ target }) => choose(Number(target.value))}
            onFocus={() => choose((index) => index ?? last)}
            onBlur={() => choose(undefined)}
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              choose(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))))
            }}
            onPointerLeave={() => choose(undefined)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
        <p aria-hidden="true" className="col-start-2 mt-2 flex justify-between">
          {named.map((index) => (
            <span key={index}>{formatDayOfYear(dayOf(index))}</span>
          ))}
        </p>
      </div>
    </div>
  )
}

const Key = ({ className, dashed, children }: { className: string; dashed?: boolean; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <svg aria-hidden="true" viewBox="0 0 20 2" className="h-0.5 w-5">
      <path d="M0 1h20" strokeWidth="2" strokeDasharray={dashed ? '3 4' : undefined} className={className} />
    </svg>
    {children}
  </span>
)
