import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { RowAction, type RowActionProps } from './row-action.tsx'

type RowActionsProps = {
  /** The record's name. */
  name: string
  actions: RowActionProps[]
}

/** The actions of a row: icons side by side, or one menu in a narrow window. */
export function RowActions({ name, actions: all }: RowActionsProps) {
  const readOnly = useReadOnly()
  const actions = readOnly ? all.flatMap(forReader) : all
  if (actions.length === 0) return null
  return (
    <>
      <span className="inline-flex pointer-coarse:gap-2 max-md:hidden">
        {actions
          .filter(({ narrow }) => !narrow)
          .map((action) => (
            <RowAction key={action.label} {...action} />
          ))}
      </span>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={`Actions for ${name}`}
          className="grid size-11 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary md:hidden"
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            className="z-50 max-w-[calc(100vw-2rem)] min-w-52 rounded-control border border-line bg-raised p-1 text-body shadow-float"
          >
            {actions.map((action) => (
              <MenuAction key={action.label} {...action} />
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}

/** A form that cannot be saved is opened, not edited. */
const forReader = (action: RowActionProps): RowActionProps[] =>
  action.to === undefined
    ? []
    : [{ ...action, label: action.label.replace(/^Edit /, 'Open '), short: action.short?.replace(/^Edit$/, 'Open') }]

function MenuAction({ icon: Icon, label, short = label, danger, to, newTab, onClick }: RowActionProps) {
  const look = classNames(
    'flex h-11 items-center gap-3 rounded-mark px-3 outline-none select-none',
    danger
      ? 'mt-1 text-danger data-highlighted:bg-danger-soft'
      : 'data-highlighted:bg-primary-soft data-highlighted:text-primary-strong',
  )
  const content = (
    <>
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {short}
    </>
  )
  if (to === undefined) {
    return (
      <DropdownMenu.Item onSelect={onClick} className={look}>
        {content}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} target={newTab ? '_blank' : undefined} className={look}>
        {content}
      </Link>
    </DropdownMenu.Item>
  )
}
