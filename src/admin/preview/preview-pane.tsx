import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { FilterButtons, type Scheme, SchemeButtons, shownScheme } from '#admin/lists/filter-buttons.tsx'
import { Button } from '#ui/button.tsx'

export type PreviewLook = { scheme: Scheme; style: CSSProperties }

/** The widths in px that a preview shows. */
const phone = 390
const desktop = 1280

const widths = [
  { value: '', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]
const withMail = [...widths, { value: 'mail', label: 'Email' }]

/** One of several views of a message, with its own scheme and width. */
export type PreviewView = { value: string; label: string; content: ReactNode }

export type PreviewPaneProps = {
  /** Whether a desktop page is scaled down to fit, instead of laid out in the available width. */
  scaled?: boolean | undefined
  close?: ReactNode
  children: (frame: PreviewLook) => ReactNode
  /** Renders the frame of the message about the page, if there is one. */
  mail?: ((frame: PreviewLook) => ReactNode) | undefined
  /** In place of the frame in several widths and schemes. */
  views?: PreviewView[] | undefined
}

const barClass = 'flex flex-wrap items-center gap-2 border-b border-line bg-raised px-2 py-1.5 max-sm:[&_button]:px-2'

export function PreviewPane({ views, ...pane }: PreviewPaneProps) {
  const [chosen, choose] = useState('')
  if (!views) return <FramePane {...pane} />
  return (
    <div className="flex h-full flex-col">
      <div className={barClass}>
        <FilterButtons label="View" options={views} value={chosen} onChoose={choose} />
        {pane.close}
      </div>
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls, with the keyboard too
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-sunken"
      >
        {views.find(({ value }) => value === chosen)?.content}
      </section>
    </div>
  )
}

function FramePane({ scaled = false, close, children, mail }: Omit<PreviewPaneProps, 'views'>) {
  const [width, setWidth] = useState(() => (window.innerWidth < 768 ? 'phone' : ''))
  const [scheme, setScheme] = useState(shownScheme)
  const pane = useRef<HTMLDivElement>(null)
  const available = useWidthOf(pane)
  const scale = scaled && width === '' ? Math.min(1, available / desktop) : 1
  const style: CSSProperties =
    width === 'phone'
      ? { width: `min(${phone}px, 100%)`, height: '100%', marginInline: 'auto' }
      : { width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' }
  return (
    <div className="flex h-full flex-col">
      <div className={barClass}>
        <FilterButtons label="View" options={mail ? withMail : widths} value={width} onChoose={setWidth} />
        <SchemeButtons value={scheme} onChoose={setScheme} />
        {close}
      </div>
      <div ref={pane} className="min-h-0 flex-1 overflow-hidden bg-sunken">
        {(width === 'mail' && mail ? mail : children)({ scheme, style: { ...style, display: 'block' } })}
      </div>
    </div>
  )
}

/** The preview at the right of a form, which stays while the form scrolls. */
export const PreviewColumn = (pane: PreviewPaneProps) => (
  <div className="sticky top-[calc(var(--admin-bar)+4.75rem)] h-[calc(100dvh-var(--admin-bar)-7rem)] min-h-96 overflow-hidden rounded-control border border-line bg-paper">
    <PreviewPane {...pane} />
  </div>
)

type PreviewSheetProps = Pick<PreviewPaneProps, 'children' | 'mail' | 'views'> & {
  onClose: () => void
  /** The element that had the focus; the focus returns there. */
  returnTo: HTMLElement | null
}

/** The preview over the whole window, for narrow windows. Its button or Escape closes it. */
export const PreviewSheet = ({ onClose, returnTo, children, ...shown }: PreviewSheetProps) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Content
        aria-describedby={undefined}
        className="fixed inset-0 z-50 bg-paper"
        onCloseAutoFocus={(event) => {
          if (!returnTo?.isConnected) return
          event.preventDefault()
          returnTo.focus()
        }}
      >
        <Dialog.Title className="sr-only">Preview</Dialog.Title>
        <PreviewPane
          scaled
          {...shown}
          close={
            <Dialog.Close asChild>
              <Button variant="quiet" size="small" className="ml-auto px-2.5!" aria-label="Close preview">
                <X aria-hidden="true" className="size-4.5" />
                <span className="max-sm:hidden">Close</span>
              </Button>
            </Dialog.Close>
          }
        >
          {children}
        </PreviewPane>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
)

function useWidthOf(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(desktop)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
