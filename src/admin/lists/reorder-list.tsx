import { DragDropContext, Draggable, Droppable, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePublishesNothing } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'
import { keyedRow } from './rows.tsx'

type ReorderListProps<Item> = {
  /** The name of the list, for screen readers: 'Products'. */
  label: string
  items: Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Disables dragging, while a search shows only a part of the list. */
  disabled?: boolean
  /** Stores the order, which shows at once. Afterwards the list has the order of `items` again. */
  onReorder: (items: Item[]) => unknown
  children: (item: Item) => ReactNode
}

/** A list whose rows are dragged by a handle: by mouse, by touch, or by Space and the arrow keys. Screen readers announce every step. */
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
  const items = moved ?? stored
  const disabled = searched || readOnly
  const name = (index: number) => {
    const item = items[index]
    return item ? nameOf(item) : ''
  }
  const say = ({ announce }: ResponderProvided, message: string) => announce(message)

  function drop({ source, destination, reason }: DropResult, responder: ResponderProvided) {
    const moved = reason === 'DROP' && destination && destination.index !== source.index
    if (!moved) return say(responder, `${name(source.index)} stays at position ${source.index + 1}.`)
    say(responder, `${name(source.index)} is now at position ${destination.index + 1} of ${items.length}.`)
    const next = [...items]
    next.splice(destination.index, 0, ...next.splice(source.index, 1))
    setMoved(next)
    void Promise.resolve(onReorder(next)).finally(() => setMoved((latest) => (latest === next ? undefined : latest)))
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
          <ul
            ref={innerRef}
            {...droppableProps}
            aria-label={label}
            className="rounded-control border border-line bg-raised"
          >
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
                    {...keyedRow(idOf(item))}
                    className={classNames(
                      'flex min-h-11 scroll-mt-24 scroll-mb-20 items-center gap-1 border-line pr-1 not-last:border-b hover:bg-sunken has-[input:checked]:bg-primary-soft [&_:focus-visible]:outline-offset-1',
                      // Rows outside the window are not laid out, so that a list of a thousand rows stays fast.
                      isDragging
                        ? 'rounded-control bg-raised shadow-float'
                        : '[contain-intrinsic-size:auto_2.8125rem] [content-visibility:auto]',
                    )}
                  >
                    {disabled ? (
                      <span className="w-3 shrink-0" />
                    ) : (
                      <button
                        type="button"
                        {...draggable.dragHandleProps}
                        aria-label={`Move ${nameOf(item)}`}
                        className="grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-2!"
                      >
                        <GripVertical aria-hidden="true" className="size-4" />
                      </button>
                    )}
                    {children(item)}
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
