import { useState } from 'react'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'

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
  /** 'Select Cloud audit'; hidden. */
  label: string
  checked: boolean
  mixed?: boolean
  onChange: () => void
  className?: string
}

/**
 * The checkbox of a row, or of all rows. The clickable area is larger than the box. Read-only roles have none, since
 * rows are selected to change them.
 */
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
