import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { formatNumber } from '#admin/format.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { usePagedList } from './list-state.ts'

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is pressed then, or the pressed one has come with the rows
  useEffect(() => showInRow(row.current, '[aria-pressed=true]'), [value, options.length])
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

export type Scheme = 'light' | 'dark'

/** The colour scheme of the back office. */
export function shownScheme(): Scheme {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export const SchemeButtons = ({ value, onChoose }: { value: Scheme; onChoose: (value: Scheme) => void }) => (
  <FilterButtons
    label="Colour scheme"
    options={schemes}
    value={value}
    onChoose={(chosen) => onChoose(chosen as Scheme)}
  />
)

type LinkTabsProps = {
  label: string
  tabs: { to: string; title: string }[]
  /** The path of the open one. */
  shown: string
}

/** Screens that belong together, as tabs with an address each. */
export function LinkTabs({ label, tabs, shown }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => showInRow(row.current, `[href$="${shown}"]`), [shown])
  return (
    <nav ref={row} aria-label={label} className="flex gap-x-1 overflow-x-auto border-b border-line">
      {tabs.map(({ to, title }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === shown ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-small font-[550] whitespace-nowrap text-muted hover:text-ink aria-[current]:border-primary aria-[current]:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls a row that is wider than the window sideways, so that one of its entries is visible. The page itself does not scroll. */
function showInRow(row: HTMLElement | null, selector: string) {
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
  /** The parameters that select its records, if they are not `status` with its value. Without any they are not counted. */
  asks?: Record<string, string>
}

/** The states of records with a schedule, with the words for one that staff have published and for another. */
export const publishedStatuses = (on: string, off: string): Status[] => [
  { value: '', label: 'All' },
  ...[on, off].map((label) => ({ value: label.toLowerCase(), label })),
  { value: 'scheduled', label: 'Scheduled', rare: true },
  { value: 'ended', label: 'Ended', rare: true },
]

/** Records with an open review, whatever else their state is. */
export const inReviewStatus: Status = { value: 'review', label: 'In review', rare: true }

/** Records that assistants propose, and nobody has taken over. */
export const proposedStatus: Status = { value: 'proposed', label: 'Proposed', rare: true }

/** The marks of a row, besides its state. */
export type Marks = {
  changesWaiting?: boolean | undefined
  inReview?: boolean | undefined
  proposed?: string | undefined
}

/** Whether a row has the mark of one of these two. */
export const hasMark = ({ inReview, proposed }: Marks, status: string): boolean =>
  (status === inReviewStatus.value && inReview === true) || (status === proposedStatus.value && proposed !== undefined)

const asksFor = ({ value, asks = { status: value } }: Status) => asks
const isCounted = (status: Status) => Object.keys(asksFor(status)).length > 0

/** Those that have rows, and those that are not `rare`. */
export const statusOptions = (statuses: Status[], chosen: string) =>
  statuses.filter(({ rare, count, value }) => !rare || count || value === chosen)

type StatusFilterProps = {
  list: Pick<ReturnType<typeof usePagedList>, 'api' | 'fixed' | 'refetchInterval' | 'shown' | 'sort' | 'change'>
  label?: string
  /** The first one is for all. A `rare` one is shown only where it has rows. */
  statuses: Status[]
}

/** The states of a paged list's records as buttons, with the numbers of those that match the search and the other filters. */
export function StatusFilter({ list, label = 'Status', statuses }: StatusFilterProps) {
  const { api, fixed, refetchInterval, change } = list
  const shown: Record<string, string> = { ...list.shown, sort: list.sort?.value ?? '' }
  const names = [...new Set(statuses.flatMap((status) => Object.keys(asksFor(status))))]
  const others = Object.fromEntries(Object.entries(list.shown).filter(([name]) => !names.includes(name)))
  const counts = useQueries({
    queries: statuses.map((status) => ({
      ...adminPageQuery<unknown>(listPath(api, { limit: 1, ...fixed, ...others, ...asksFor(status) })),
      refetchInterval,
      enabled: isCounted(status),
    })),
  })
  const counted = statuses.map((status, index) => ({
    ...status,
    // Another filter may have asked for the same number.
    count: isCounted(status) ? (counts[index]?.data?.total ?? undefined) : undefined,
  }))
  const isShown = (status: Status) => Object.entries(asksFor(status)).every(([name, value]) => shown[name] === value)
  const chosen = statuses.findLast(isShown)
  const choose = (value: string) => {
    const next = statuses.find((status) => status.value === value)
    // An order that belongs to a choice ends with it.
    const left = [...names.filter((name) => name !== 'sort'), ...Object.keys(chosen ? asksFor(chosen) : {})]
    change({ ...Object.fromEntries(left.map((name) => [name, ''])), ...(next && asksFor(next)) })
  }
  const value = chosen?.value ?? ''
  return <FilterButtons label={label} options={statusOptions(counted, value)} value={value} onChoose={choose} />
}
