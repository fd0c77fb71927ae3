import { type ReactNode, useId } from 'react'
import { formatNumber } from '#admin/format.ts'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

export type FigureTableRow = {
  key: string
  name: string
  detail?: ReactNode
  size: number
  counts: number[]
  chosen: boolean
  onChoose: () => void
  link?: ReactNode
}

export type FigureHead = {
  label: string
  /** The words of its number on a phone, in the line below the name, where the column has no room. */
  inLine?: (count: number) => string
}

export type FigureTableProps = {
  title: string
  /** The name of one row: 'Page'. */
  one: string
  heads: FigureHead[]
  rows: FigureTableRow[]
  empty: string
  /** The head of the figure by which the rows are in order, if it has a column. */
  sorted: string
  /** Present if there may be more rows than these. */
  whole?: { shown: boolean; onToggle: () => void } | undefined
  /** The path of the same rows as CSV. */
  csv: string
}

/** A table of figures with a bar in the first column, whose length is the share of the largest. A press on a row filters the whole screen by it, or takes that filter off. */
export function FigureTable({ title, one, heads, rows, empty, sorted, whole, csv }: FigureTableProps) {
  const id = useId()
  const most = Math.max(1, ...rows.map(({ size }) => size))
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-9 items-center gap-2">
        <h2 id={id} className="mr-auto text-h2">
          {title}
        </h2>
        {whole && (
          <Button variant="quiet" size="small" className="px-2.5!" aria-pressed={whole.shown} onClick={whole.onToggle}>
            {whole.shown ? 'Show top 10' : 'Show all'}
          </Button>
        )}
        {rows.length > 0 && <CsvButton title={title} path={csv} />}
      </div>
      {rows.length === 0 ? (
        <p className="mt-1 border-y border-line py-3 text-small text-muted">{empty}</p>
      ) : (
        <table className="mt-1 w-full table-fixed border-y border-line text-small tabular-nums">
          <thead className={heads.length === 0 ? 'sr-only' : undefined}>
            <tr className="align-bottom text-fine text-muted">
              <th scope="col" className="py-1.5 pl-2 text-left font-[550]">
                {one}
              </th>
              {heads.map(({ label, inLine }) => (
                <th
                  key={label}
                  scope="col"
                  aria-sort={label === sorted ? 'descending' : undefined}
                  className={classNames(
                    'w-20 py-1.5 pr-2 pl-1 text-right font-[550] aria-[sort]:text-ink',
                    label.length > 10 ? 'sm:w-23' : 'sm:w-18',
                    inLine && 'max-sm:hidden',
                  )}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} heads={heads} share={row.size / most} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type RowProps = {
  row: FigureTableRow
  heads: FigureHead[]
  /** The length of the bar, from 0 to 1. */
  share: number
}

function Row({ row: { name, detail, counts, chosen, onChoose, link }, heads, share }: RowProps) {
  const inLine = heads
    .flatMap((head, index) => (head.inLine && counts[index] ? head.inLine(counts[index]) : []))
    .join(', ')
  return (
    <tr className="relative border-t border-line hover:bg-sunken has-[[aria-pressed=true]]:text-primary-strong">
      <th scope="row" className="px-2 py-1.5 text-left font-[inherit]">
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            aria-pressed={chosen}
            title={name}
            onClick={onChoose}
            className="link-cover min-w-0 truncate text-left font-[550] pointer-coarse:min-h-8"
          >
            {name}
          </button>
          {link}
        </span>
        {detail && <span className="block text-fine font-normal text-muted wrap-anywhere">{detail}</span>}
        {inLine && <span className="block text-fine font-normal text-muted sm:hidden">{inLine}</span>}
        {/* Below the words, so that its end cuts through none. */}
        <span
          aria-hidden="true"
          className="mt-1.5 block h-[3px] rounded-full bg-primary/50"
          style={{ width: `${share * 100}%` }}
        />
      </th>
      {heads.map((head, index) => (
        <td
          key={head.label}
          className={classNames(
            'py-1.5 pr-2 pl-1 text-right',
            counts[index] === 0 && 'text-muted',
            head.inLine && 'max-sm:hidden',
          )}
        >
          {formatNumber(counts[index] ?? 0)}
        </td>
      ))}
    </tr>
  )
}

export const CsvButton = ({ title, path }: { title: string; path: string }) => (
  <DownloadButton
    variant="quiet"
    className="px-2.5!"
    aria-label={`${title} as CSV`}
    path={path}
    fileName={`analytics-${title.toLowerCase()}.csv`}
    failure={`Failed to export the ${title.toLowerCase()}`}
  >
    CSV
  </DownloadButton>
)
