import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { GripVertical } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { usePublishesNothing } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'
import { keyedRow } from './rows.tsx'

type DragHandle = DraggableProvidedDragHandleProps | null

type DragListProps<Item> = {
  /** The name of the list, for screen readers: 'Products'. */
  label: string
  items: Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  disabled?: boolean
  /** @param from @param to the positions before and after the move */
  onReorder: (items: Item[], from: number, to: number) => void
  className?: string
  itemAttributes?: (item: Item) => object
  itemClass?: (isDragging: boolean) => string
  children: (item: Item, handle: DragHandle, index: number) => ReactNode
}

/** A list whose entries are dragged by a handle: by mouse, by touch, or by Space and the arrow keys. Screen readers announce every step. */
export function DragList<Item>({
  label,
  items,
  idOf,
  nameOf,
  disabled = false,
  onReorder,
  ...look
}: DragListProps<Item>) {
  const name = (index: number) => {
    const item = items[index]
    return item === undefined ? '' : nameOf(item)
  }
  const say = ({ announce }: ResponderProvided, message: string) => announce(message)

  function drop({ source, destination, reason }: DropResult, responder: ResponderProvided) {
    const moved = reason === 'DROP' && destination && destination.index !== source.index
    if (!moved) return say(responder, `${name(source.index)} stays at position ${source.index + 1}.`)
    say(responder, movedTo(name(source.index), destination.index, items.length))
    onReorder(withMoved(items, source.index, destination.index), source.index, destination.index)
  }

  return (
    <DragDropContext
      dragHandleUsageInstructions="Press Space to lift, the arrow keys to move, Space to drop, Escape to cancel."
      onDragStart={({ source }, responder) =>
        say(responder, `Lifted ${name(source.index)}, at position ${source.index + 1} of ${items.length}.`)
      }
      onDragUpdate={({ source, destination }, responder) =>
        say(
          responder,
          destination
            ? `${name(source.index)}: position ${destination.index + 1} of ${items.length}.`
            : 'Outside the list.',
        )
      }
      onDragEnd={drop}
    >
      <Droppable droppableId={label}>
        {({ innerRef, droppableProps, placeholder }) => (
          <ul ref={innerRef} {...droppableProps} aria-label={label} className={look.className}>
            {items.map((item, index) => (
              <Draggable
                key={idOf(item)}
                draggableId={idOf(item)}
                index={index}
                isDragDisabled={disabled}
                disableInteractiveElementBlocking
              >
                {(draggable, { isDragging }) => (
                  <li
                    ref={draggable.innerRef}
                    {...draggable.draggableProps}
                    {...look.itemAttributes?.(item)}
                    className={look.itemClass?.(isDragging)}
                  >
                    {look.children(item, disabled ? null : draggable.dragHandleProps, index)}
                  </li>
                )}
              </Draggable>
            ))}
            {placeholder}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  )
}

/** Says a move to screen readers. */
export const movedTo = (name: string, at: number, count: number) => `${name} is now at position ${at + 1} of ${count}.`

/** The list with one of its entries at another place. */
export function withMoved<Item>(items: Item[], from: number, to: number): Item[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

type HandleProps = ComponentProps<'button'> & { name: string; handle: DragHandle }

/** The handle of an entry of a `DragList`. */
export const MoveHandle = ({ name, handle, className, ...rest }: HandleProps) => (
  <button
    type="button"
    {...handle}
    {...rest}
    aria-label={`Move ${name}`}
    className={classNames(
      'grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-2!',
      className,
    )}
  >
    <GripVertical aria-hidden="true" className="size-4" />
  </button>
)

type ReorderListProps<Item> = Pick<DragListProps<Item>, 'label' | 'items' | 'idOf' | 'nameOf'> & {
  /** Disables dragging, while a search shows only a part of the list. */
  disabled?: boolean
  /** Stores the order, which shows at once. Afterwards the list has the order of `items` again. */
  onReorder: (items: Item[]) => unknown
  children: (item: Item) => ReactNode
}

/** The rows of a list in an order by hand, which is stored with each move. */
export function ReorderList<Item>({
  label,
  items: stored,
  idOf,
  nameOf,
  disabled: searched = false,
  onReorder,
  children,
}: ReorderListProps<Item>) {
  const readOnly = usePublishesNothing()
  const [moved, setMoved] = useState<Item[]>()

  function reorder(next: Item[]) {
    setMoved(next)
    void Promise.resolve(onReorder(next)).finally(() => setMoved((latest) => (latest === next ? undefined : latest)))
  }

  return (
    <DragList
      label={label}
      items={moved ?? stored}
      idOf={idOf}
      nameOf={nameOf}
      disabled={searched || readOnly}
      onReorder={reorder}
      className="rounded-control border border-line bg-raised"
      itemAttributes={(item) => keyedRow(idOf(item))}
      itemClass={(isDragging) =>
        classNames(
          'flex min-h-11 scroll-mt-24 scroll-mb-20 items-center gap-1 border-line pr-1 not-last:border-b hover:bg-sunken has-[input:checked]:bg-primary-soft [&_:focus-visible]:outline-offset-1',
          // Rows outside the window are not laid out, so that a list of a thousand rows stays fast.
          isDragging
            ? 'rounded-control bg-raised shadow-float'
            : '[contain-intrinsic-size:auto_2.8125rem] [content-visibility:auto]',
        )
      }
    >
      {(item, handle) => (
        <>
          {handle ? <MoveHandle name={nameOf(item)} handle={handle} /> : <span className="w-3 shrink-0" />}
          {children(item)}
        </>
      )}
    </DragList>
  )
}
