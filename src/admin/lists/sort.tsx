import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMedia } from '#admin/hooks.ts'
import { Select } from '#ui/field.tsx'

/** The order of a list: the name of a column in the call, with `-` before it for descending. */
export type Sort = { value: string; onSort: (value: string) => void }

/** How a list can be sorted by a column: its name in the call, and what its two directions are called. */
export type SortKey = { key: string; ascending: string; descending: string }

/** @param initial the order without a choice */
function nextSort(key: string, value: string, initial: string): string {
  const current = value || initial
  if (current === key) return initial === `-${key}` ? '' : `-${key}`
  // After both directions the list has its first order again.
  return current === `-${key}` && current !== initial ? '' : key
}

/** The value of `aria-sort` of a column. */
export const sortState = ({ key }: SortKey, { value }: Sort, initial: string) => {
  const current = value || initial
  return current === key ? 'ascending' : current === `-${key}` ? 'descending' : undefined
}

type SortButtonProps = { header: string; by: SortKey; sort: Sort; initial: string }

/** The head of a column that sorts the list. In a narrow window it is only text, and `SortSelect` sorts. */
export function SortButton({ header, by, sort, initial }: SortButtonProps) {
  const isNarrow = useMedia('(width < 48rem)')
  const state = sortState(by, sort, initial)
  if (isNarrow) return header
  const Arrow = state === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => sort.onSort(nextSort(by.key, sort.value, initial))}
      className="-mx-1.5 inline-flex h-8 items-center pointer-coarse:h-11 gap-1 rounded-mark px-1.5 hover:text-ink aria-pressed:text-ink"
    >
      {header}
      <Arrow aria-hidden="true" className={state ? 'size-3.5' : 'size-3.5 opacity-0'} />
    </button>
  )
}

/** The same choice for a narrow window. @param first what the order without a choice is called */
export const SortSelect = ({ keys, sort, first }: { keys: SortKey[]; sort: Sort; first: string }) => (
  <Select
    label="Order"
    hideLabel
    className="min-w-40 flex-1 md:hidden"
    value={sort.value}
    onChange={({ target }) => sort.onSort(target.value)}
  >
    <option value="">{first}</option>
    {keys.flatMap(({ key, ascending, descending }) => [
      <option key={key} value={key}>
        {ascending}
      </option>,
      <option key={`-${key}`} value={`-${key}`}>
        {descending}
      </option>,
    ])}
  </Select>
)
