import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'

type RowKeys = {
  open?: ((id: string) => void) | undefined
  toggle?: ((id: string) => void) | undefined
}

/** The attributes of a row that `j` and `k` go to. */
export const keyedRow = (id: string) => ({ 'data-row': id, tabIndex: -1 })

/** The row with the focus in it. */
const currentRow = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main [data-row]')]
  const current = currentRow()
  const next = current ? rows[rows.indexOf(current) + by] : rows[0]
  next?.focus()
}

/** The link or button of the current row for an action, if it has one. */
const actionOfRow = (short: string) => currentRow()?.querySelector<HTMLElement>(`[data-action="${short}"]`) ?? null

/** For a key that presses the link or button of the current row with this `data-action`. It is listed where rows have one. */
export const pressInRow = (action: string) => ({
  run: () => actionOfRow(action)?.click(),
  when: () => actionOfRow(action) !== null,
  isListed: () => document.querySelector(`#main [data-row] [data-action="${action}"]`) !== null,
})

/** For a key that does something with the current row. */
export const onCurrentRow = (act: (id: string) => void) => ({
  run: () => act(currentRow()?.dataset['row'] ?? ''),
  when: () => currentRow() !== null,
})

/**
 * The keys of a list: `j` and `k` move the focus from row to row, `Enter` opens the row, `v` shows it on the site, `x` selects it, and `#` asks
 * whether to delete it.
 */
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
