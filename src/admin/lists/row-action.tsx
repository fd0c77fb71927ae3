import type { LucideIcon } from 'lucide-react'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

export type RowActionProps = {
  icon: LucideIcon
  /** The action and its record: 'Edit Cloud audit'. */
  label: string
  /** The action without its record, for the row's menu and the keys of a list: 'Edit'. */
  short?: string | undefined
  danger?: boolean | undefined
  /** Only in the menu of a narrow window, where the row has no other place for it. */
  narrow?: boolean | undefined
} & (
  | { to: string; newTab?: boolean; onClick?: undefined }
  | { onClick: () => void; to?: undefined; newTab?: undefined }
)

/**
 * An action of a row: an icon button with an accessible name. It is always visible, not only on hover. Buttons change
 * the record, so read-only roles only have the links.
 */
export function RowAction({ icon: Icon, label, short, danger, to, newTab, onClick }: RowActionProps) {
  const readOnly = useReadOnly()
  const actionClass = classNames(
    'inline-grid size-9 shrink-0 place-items-center rounded-control text-muted transition-colors',
    // Apart from the others, so that it is not hit by mistake.
    danger ? 'ml-2 hover:bg-danger-soft hover:text-danger' : 'hover:bg-primary-soft hover:text-primary',
  )
  const icon = <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
  if (to === undefined) {
    if (readOnly) return null
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        data-action={short}
        onClick={onClick}
        className={actionClass}
      >
        {icon}
      </button>
    )
  }
  const name = newTab ? `${label} (opens in a new tab)` : label
  return (
    <Link
      to={to}
      target={newTab ? '_blank' : undefined}
      aria-label={name}
      title={label}
      data-action={short}
      className={actionClass}
    >
      {icon}
    </Link>
  )
}
