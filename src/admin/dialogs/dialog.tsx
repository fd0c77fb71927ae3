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
              <Primitive.Title className="text-h2 wrap-anywhere">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1 text-muted wrap-anywhere">{description}</Primitive.Description>
              )}
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

type Opener = { element: HTMLElement | null; row: string | undefined }
/** Of the dialog that was opened last: one that follows another dialog at once returns the focus as that one would. */
let latest: Opener | undefined

/**
 * Returns the focus to the element that had it before a dialog, or to the button of the menu from which it was opened. If that is gone, its row gets the
 * focus, or else the main content.
 */
export function useFocusReturn() {
  const opener = useRef<Opener>(undefined)
  return {
    onOpenAutoFocus() {
      const active = document.activeElement as HTMLElement | null
      const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      const element = menuButton ? document.getElementById(menuButton) : active
      const own = { element, row: element?.closest<HTMLElement>('[data-row]')?.dataset['row'] }
      opener.current = { ...(active === document.body && latest ? latest : own) }
      latest = opener.current
    },
    onCloseAutoFocus() {
      const { element, row } = opener.current ?? {}
      if (latest === opener.current) latest = undefined
      // The action of the dialog may have moved the focus already.
      if (document.activeElement !== document.body || element === document.body) return
      if (element?.isConnected) return element.focus()
      const rows = [...document.querySelectorAll<HTMLElement>('#main [data-row]')]
      const back = rows.find(({ dataset }) => dataset['row'] === row) ?? document.getElementById('main')
      back?.focus({ preventScroll: true })
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
