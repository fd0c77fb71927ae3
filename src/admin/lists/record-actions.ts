import { Copy, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { RowActionProps } from './row-action.tsx'

type RecordActions = {
  /** The path of its page. */
  view?: string
  /** The path of its form. */
  edit: string
  duplicate?: (() => void) | undefined
  remove: () => void
}

/** What can be done with any record, in its row. */
export const recordActions = (name: string, { view, edit, duplicate, remove }: RecordActions): RowActionProps[] => [
  ...(view ? [{ icon: ExternalLink, label: `View ${name}`, short: 'View', to: view, newTab: true }] : []),
  { icon: Pencil, label: `Edit ${name}`, short: 'Edit', to: edit },
  ...(duplicate ? [{ icon: Copy, label: `Duplicate ${name}`, short: 'Duplicate', onClick: duplicate }] : []),
  { icon: Trash2, label: `Delete ${name}`, short: 'Delete', danger: true, onClick: remove },
]
