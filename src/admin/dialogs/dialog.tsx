import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  wide?: boolean | undefined
  /** For content with a variable height: the dialog grows downwards, and the rest stays in place. */
  grows?: boolean | undefined
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, wide, grows, children }: DialogProps) {
  const focus = useFocusReturn()
  return (
    <Primitive.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          className={classNames(
            floatingPanel,
            'outline-none',
            wide && 'w-[min(64rem,calc(100vw-2rem))]!',
            grows && 'top-[10dvh]! max-h-[80dvh]! translate-y-0!',
          )}
          {...(!description && { 'aria-describedby': undefined })}
          {...focus}
          // In React's tree a dialog may be inside another form, which must not be submitted with it.
          onSubmit={(event) => event.stopPropagation()}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            startAtField(event)
          }}
        >
          <div className="mb-4 flex items-start gap-4">
            <div className="flex-1">
              <Primitive.Title className="text-h2">{title}</Primitive.Title>
              {description && <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>}
            </div>
            <Primitive.Close
              aria-label="Close"
              className="-mt-1.5 -mr-2 grid size-9 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The buttons of a dialog, at its end. They stay at its foot while the rest scrolls. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className="dialog-foot flex flex-wrap items-center justify-end gap-2">{children}</div>
)

/** Returns the focus to the element that had it before a dialog, or to the button of the menu from which it was opened; to its row, if that is gone. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null)
  const row = useRef<string>(undefined)
  return {
    onOpenAutoFocus() {
      const active = document.activeElement as HTMLElement | null
      const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      opener.current = menuButton ? document.getElementById(menuButton) : active
      row.current = opener.current?.closest<HTMLElement>('[data-row]')?.dataset['row']
    },
    onCloseAutoFocus() {
      // The action of the dialog may have moved the focus already.
      if (document.activeElement !== document.body) return
      const rows = [...document.querySelectorAll<HTMLElement>('#main [data-row]')]
      const back = opener.current?.isConnected
        ? opener.current
        : rows.find(({ dataset }) => dataset['row'] === row.current)
      back?.focus()
    },
  }
}

/** Focuses the first field, or the dialog if it has none, but never the close button. */
function startAtField(event: Event) {
  const dialog = event.currentTarget as HTMLElement
  const field = dialog.querySelector<HTMLElement>('input:not([readonly], [type=hidden]), textarea, select')
  event.preventDefault()
  ;(field ?? dialog).focus()
}

export const overlayClass = 'fixed inset-0 z-50 bg-[rgb(6_24_21/0.5)]'

export const floatingPanel =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 scroll-pb-20 overflow-y-auto rounded-panel border border-line bg-raised p-6 shadow-float'
