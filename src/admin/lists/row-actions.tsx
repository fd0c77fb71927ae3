import { Copy, Ellipsis, ExternalLink, Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useNavigate } from 'react-router'
import { type Resource, useResource } from '#admin/api/use-act.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { useDraftsOnly, useReadOnly } from '#admin/session/use-auth.ts'
import { isOn, type Switched } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link, useMayOpen } from '#ui/link.tsx'

type RowActionsProps = {
  name: string
  actions: RowAct[]
}

export function RowActions({ name, actions: all }: RowActionsProps) {
  const readOnly = useReadOnly()
  const mayOpen = useMayOpen()
  const open = all
    .filter((act) => act !== false && act !== undefined)
    .map((act) => ({ label: `${act.short} ${name}`, ...act }))
    .filter(({ to }) => to === undefined || mayOpen(to))
  const actions = readOnly ? open.flatMap(forReader) : open
  if (actions.length === 0) return null
  const has = (wanted: Action['place']) => actions.some(({ place }) => place === wanted)
  // A button with its name is there at the width of a tablet too.
  const hasIcons = actions.some(({ place, worded, to }) => place === undefined && !(worded && to === undefined))
  return (
    <span className="inline-flex shrink-0 pointer-coarse:gap-2">
      {actions
        .filter(({ place }) => place === undefined)
        .map(({ worded, ...action }) =>
          worded && action.to === undefined ? (
            <Button
              key={action.label}
              variant="secondary"
              size="small"
              aria-label={action.label}
              onClick={action.onClick}
              className="mr-1 px-2.5! max-md:hidden"
            >
              {action.short}
            </Button>
          ) : (
            <RowAction key={action.label} {...action} className="max-xl:hidden" />
          ),
        )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={`Actions for ${name}`}
          className={classNames(
            'grid size-11 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary pointer-fine:md:size-9',
            !has('menu') && (hasIcons ? 'xl:hidden' : 'md:hidden'),
          )}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </DropdownMenu.Trigger>
        {/* Assistive software finds it among the landmarks of the page. */}
        <DropdownMenu.Portal container={document.getElementById('main')}>
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
    </span>
  )
}

/** Read-only roles open a form; they do not edit it. */
const forReader = (action: RowActionProps): RowActionProps[] =>
  action.to === undefined
    ? []
    : action.short === 'Edit'
      ? [{ ...action, icon: Eye, label: action.label.replace(/^Edit /, 'Open '), short: 'Open' }]
      : [action]

function MenuAction({ icon: Icon, label, short = label, danger, place, to, newTab, onClick }: RowActionProps) {
  const look = classNames(
    'flex h-11 items-center gap-3 rounded-mark px-3 outline-none select-none',
    danger
      ? 'mt-1 text-danger data-highlighted:bg-danger-soft'
      : 'data-highlighted:bg-primary-soft data-highlighted:text-primary-strong',
    place === 'narrow menu' && 'md:hidden',
    place === undefined && 'xl:hidden',
  )
  const content = (
    <>
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {short}
    </>
  )
  return (
    <DropdownMenu.Item asChild={to !== undefined} onSelect={onClick} className={look}>
      {to === undefined ? (
        content
      ) : (
        <Link to={to} target={newTab ? '_blank' : undefined}>
          {content}
        </Link>
      )}
    </DropdownMenu.Item>
  )
}

type RecordActions<Row> = {
  nameOf: (row: Row) => string
  pathOf?: ((row: Row) => string) | undefined
  further?: (row: Row) => RowAct[]
  copies?: boolean
  consequenceOf: (row: Row) => Promise<Partial<Consequence>>
}

/** The actions on the records of a resource, in their rows: view, edit, duplicate and delete. `onOpen` opens the form of one. */
export function useRecordActions<Row extends Switched & { _id: string }>(
  resource: Resource & { list: string },
  { nameOf, pathOf, further = () => [], copies = true, consequenceOf }: RecordActions<Row>,
) {
  const { duplicate, remove } = useResource(resource)
  const navigate = useNavigate()
  const draftsOnly = useDraftsOnly()
  const formOf = (id: string) => `${resource.list}/edit/${id}`
  const onOpen = (id: string) => navigate(formOf(id))
  const actionsOf = (row: Row): RowAct[] => {
    const { _id } = row
    const name = nameOf(row)
    const copy = () => duplicate(_id).then((copied) => copied && onOpen(copied))
    const removeIt = async () => {
      const { detail, ...consequence } = await consequenceOf(row)
      return remove(_id, { name, consequence: detail, ...consequence })
    }
    return [
      pathOf && { icon: ExternalLink, short: 'View', to: pathOf(row), newTab: true },
      { icon: Pencil, short: 'Edit', to: formOf(_id) },
      ...further(row),
      copies && { icon: Copy, short: 'Duplicate', place: 'menu', onClick: copy },
      !(draftsOnly && isOn(row)) && {
        icon: Trash2,
        short: 'Delete',
        danger: true,
        // Not every row has it, so it would move the others out of their column.
        place: draftsOnly ? 'menu' : undefined,
        onClick: removeIt,
      },
    ]
  }
  return { nameOf, onOpen, actionsOf }
}

type Action = {
  icon: LucideIcon
  danger?: boolean | undefined
  /** In the menu of the row, at every width or only on a phone; without a place it is an icon in a wide window, else in the menu. */
  place?: 'menu' | 'narrow menu' | undefined
  /** A button with its name in place of an icon: the next step of a record, which no icon says. */
  worded?: boolean
} & (
  | { to: string; newTab?: boolean; onClick?: undefined }
  | { onClick: () => void; to?: undefined; newTab?: undefined }
)

/** An action of a row, or none. `short` is its name without the record: 'Edit'. `label` is the one with it, by default `short` and the row's name. */
export type RowAct = false | undefined | (Action & { short: string; label?: string })

type RowActionProps = Action & { label: string; short?: string | undefined }

/** An icon button with an accessible name. Buttons change the record, so read-only roles only have the links. */
export function RowAction({
  icon: Icon,
  label,
  short,
  danger,
  to,
  newTab,
  onClick,
  className,
}: RowActionProps & { className?: string }) {
  const readOnly = useReadOnly()
  const shared = {
    'aria-label': newTab ? `${label} (opens in a new tab)` : label,
    title: label,
    'data-action': short,
    className: classNames(
      'inline-grid size-9 shrink-0 place-items-center rounded-control text-muted transition-colors',
      // A gap prevents a click by mistake.
      danger ? 'ml-2 hover:bg-danger-soft hover:text-danger' : 'hover:bg-primary-soft hover:text-primary',
      className,
    ),
    children: <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />,
  }
  if (to !== undefined) return <Link to={to} target={newTab ? '_blank' : undefined} {...shared} />
  return readOnly ? null : <button type="button" onClick={onClick} {...shared} />
}
