import { useState } from 'react'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

type RowKeys = {
  open?: ((id: string) => void) | undefined
  toggle?: ((id: string) => void) | undefined
}

/** The attributes of a row that `j` and `k` go to. */
export const keyedRow = (id: string) => ({ 'data-row': id, tabIndex: -1 })

const currentRow = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main [data-row]')]
  const current = currentRow()
  const next = current ? rows[rows.indexOf(current) + by] : rows[0]
  next?.focus()
}

const actionOfRow = (short: string) => currentRow()?.querySelector<HTMLElement>(`[data-action="${short}"]`) ?? null

/** Opens the list of a select. */
export function openSelect(select: HTMLSelectElement) {
  select.focus()
  select.showPicker?.()
}

function press(target: HTMLElement | null) {
  if (target instanceof HTMLSelectElement) openSelect(target)
  else target?.click()
}

/** For a key that presses the link, button or select of the current row with this `data-action`. It is listed where rows have one. */
export const pressInRow = (action: string) => ({
  run: () => press(actionOfRow(action)),
  when: () => actionOfRow(action) !== null,
  isListed: () => document.querySelector(`#main [data-row] [data-action="${action}"]`) !== null,
})

export const onCurrentRow = (act: (id: string) => void) => ({
  run: () => act(currentRow()?.dataset['row'] ?? ''),
  when: () => currentRow() !== null,
})

/** The keys of a list: `j` and `k` go from row to row, `Enter` opens, `v` shows it on the site, `x` selects, `#` asks whether to delete. */
export function useRowKeys({ open, toggle }: RowKeys): void {
  const readOnly = useReadOnly()
  useShortcut({ key: 'j', label: 'Next row', run: () => move(1) })
  useShortcut({ key: 'k', label: 'Previous row', run: () => move(-1) })
  useShortcut({ key: 'v', label: 'View the row on the site', ...pressInRow('View') })
  useShortcut(readOnly ? null : { key: '#', label: 'Delete the row', ...pressInRow('Delete') })
  useShortcut(
    open
      ? {
          key: 'Enter',
          label: 'Open the row',
          ...onCurrentRow(open),
          // On a button or link inside the row, Enter presses that.
          when: () => document.activeElement?.matches('[data-row]') ?? false,
        }
      : null,
  )
  useShortcut(toggle && !readOnly ? { key: 'x', label: 'Select the row', ...onCurrentRow(toggle) } : null)
}

/** The name of a row's record, in any script: one line on a phone, else at most two, so that a long name does not stretch the list. */
export const recordName = 'text-left font-[560] wrap-anywhere line-clamp-1 md:line-clamp-2'

/** The same as the link to its form. What is cut shows under the pointer. */
export const RecordLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} dir="auto" title={children} className={`link-quiet ${recordName}`}>
    {children}
  </Link>
)

type Selectable = { _id: string }

/** Which rows of a page are selected. A row that is no longer shown is not selected. */
export function useSelection<Row extends Selectable>(rows: Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ _id }) => ids.has(_id))
  return {
    rows,
    selected,
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])),
    all: () => setIds(new Set(rows.map(({ _id }) => _id))),
    only: (some: string[]) => setIds(new Set(some)),
    none: () => setIds(new Set()),
  }
}
export type Selection<Row extends Selectable = Selectable> = ReturnType<typeof useSelection<Row>>

type SelectBoxProps = {
  label: string
  checked: boolean
  mixed?: boolean
  onChange: () => void
  className?: string
}

/** The checkbox of a row, or of all. Read-only roles have none, since rows are selected to change them. */
export function SelectBox({ label, checked, mixed = false, onChange, className }: SelectBoxProps) {
  if (useReadOnly()) return null
  return (
    <label
      className={classNames(
        '-m-2 grid shrink-0 cursor-pointer place-items-center p-2 pointer-coarse:-m-3 pointer-coarse:p-3.5',
        className,
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={onChange}
        className="size-4.5 accent-primary"
      />
    </label>
  )
}
