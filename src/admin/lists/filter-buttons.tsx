import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { classNames } from '#ui/class-names.ts'
import { listPath } from '#web/api-query.ts'

type FilterButtonsProps = {
  label: string
  /** The first option is for all and has the value ''. */
  options: { value: string; label: string; count?: number | undefined }[]
  value: string
  onChoose: (value: string) => void
}

/** A filter as a row of buttons, one of which is pressed. */
export function FilterButtons({ label, options, value, onChoose }: FilterButtonsProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is pressed then
  useEffect(() => showInRow(row.current, '[aria-pressed=true]'), [value])
  return (
    <fieldset
      ref={row}
      // An outline takes no room, so the buttons fill the frame and are as high as other controls.
      className="flex max-w-full min-w-0 overflow-x-auto rounded-control bg-sunken px-0.5 outline -outline-offset-1 outline-line"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={classNames(
            'relative isolate h-control shrink-0 rounded-control px-3 pointer-coarse:min-w-11 text-small font-[550] whitespace-nowrap -outline-offset-5 transition-colors',
            option.value === value
              ? 'text-ink before:absolute before:inset-x-px before:inset-y-1 before:-z-1 before:rounded-[0.5rem] before:border before:border-line before:bg-raised'
              : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="ml-1.5 font-normal text-muted tabular-nums">{formatNumber(option.count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** Scrolls a row that is wider than the window sideways, so that one of its entries is visible. The page itself does not scroll. */
export function showInRow(row: HTMLElement | null, selector: string) {
  const entry = row?.querySelector<HTMLElement>(selector)
  if (!row || !entry) return
  const [outer, inner] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (inner.left < outer.left || inner.right > outer.right)
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}

export type Status = {
  value: string
  label: string
  count?: number | undefined
  rare?: boolean
  /** The parameters that select its records, if they are not `status` with its value. */
  asks?: Record<string, string>
}

/** The parameters of a list that select the records of a status. */
export const asksFor = ({ value, asks = { status: value } }: Status) => asks

type StatusFilterProps = {
  label?: string
  /** A `rare` one is shown only where it has rows. */
  statuses: Status[]
  value: string
  onChoose: (value: string) => void
}

/** The states of a list's records as buttons with their counts. */
export const StatusFilter = ({ label = 'Status', statuses, value, onChoose }: StatusFilterProps) => (
  <FilterButtons
    label={label}
    options={statuses.filter(({ rare, count, value: own }) => !rare || count || own === value)}
    value={value}
    onChoose={onChoose}
  />
)

/**
 * The counts of a paged list's states.
 * @param shown the search and the other filters that the list has now
 * @param refetchInterval that of the list
 */
export function useStatusCounts(
  api: string,
  shown: Record<string, string>,
  statuses: Status[],
  refetchInterval: number | false = false,
): Status[] {
  const counts = useQueries({
    queries: statuses.map((status) => ({
      ...adminPageQuery<unknown>(listPath(api, { limit: 1, ...shown, ...asksFor(status) })),
      refetchInterval,
    })),
  })
  return statuses.map((status, index) => ({ ...status, count: counts[index]?.data?.total ?? undefined }))
}
