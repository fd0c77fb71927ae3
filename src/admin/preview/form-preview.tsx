import { Eye, EyeOff } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from '#admin/hooks.ts'
import type { Scheme } from '#admin/lists/filter-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { trustedHtml } from '#ui/trusted-html.ts'
import { PreviewColumn, type PreviewLook, type PreviewPaneProps, PreviewSheet } from './preview-pane.tsx'

type PreviewedFormProps = Pick<PreviewPaneProps, 'mail' | 'views'> & {
  /** The text of the form. `toggle` is the button of the preview. */
  main: (toggle: ReactNode) => ReactNode
  settings: ReactNode
  /** The public page with the values of the form. It is mounted while the preview is open. */
  page?: ReactNode
}

/** The text at the left, the settings at the right. An open preview takes the right column, or the whole window if that is narrow. */
export function PreviewedForm({ main, settings, page, ...shown }: PreviewedFormProps) {
  const [open, setOpen] = useState(false)
  const wide = useMedia('(width >= 80rem)')
  const previewed = open && wide
  const [before, setBefore] = useState<HTMLElement | null>(null)
  const frame = (look: PreviewLook) => (
    <PreviewFrame title="Preview" {...look}>
      {page}
    </PreviewFrame>
  )
  const Icon = open ? EyeOff : Eye
  const toggle = (
    <Button
      variant="secondary"
      size="small"
      aria-pressed={open}
      // Before the button takes the focus.
      onPointerDown={() => setBefore(document.activeElement as HTMLElement | null)}
      onClick={() => setOpen(!open)}
    >
      <Icon aria-hidden="true" className="size-4" />
      {open ? 'Hide preview' : 'Show preview'}
    </Button>
  )
  // Both layouts have the same tree, so that the editor keeps its cursor and its undo history.
  return (
    <div
      className={classNames(
        'grid items-start gap-6',
        previewed ? 'xl:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_21rem]',
      )}
    >
      <div className="grid min-w-0 gap-5">
        {main(toggle)}
        {previewed && settings}
      </div>
      {previewed ? (
        <PreviewColumn {...shown}>{frame}</PreviewColumn>
      ) : (
        // It is as tall as the text, so that its tabs stick all along it.
        <div className="self-stretch">{settings}</div>
      )}
      {open && !wide && (
        <PreviewSheet onClose={() => setOpen(false)} returnTo={before} {...shown}>
          {frame}
        </PreviewSheet>
      )}
    </div>
  )
}

export const RefusedText = ({ children }: { children: string }) => (
  <p role="alert" className="bg-warning-soft px-6 py-3 text-small text-warning">
    {children}
  </p>
)

/** Without the doctype, browsers would lay it out in quirks mode. */
const emptyPage = trustedHtml('<!doctype html><html lang="en"><head></head><body></body></html>') as string

type PreviewFrameProps = { title: string; scheme: Scheme; style: CSSProperties; children: ReactNode }

/** A part of the public site as a separate document, without scripts or working links. `allow-same-origin` lets the form render into it. */
function PreviewFrame({ title, scheme, style, children }: PreviewFrameProps) {
  const [page, setPage] = useState<Document | null>(null)
  useEffect(() => (page ? preparePage(page, title) : undefined), [page, title])
  useEffect(() => {
    if (page) setScheme(page, scheme)
  }, [page, scheme])
  return (
    <>
      <iframe
        title={title}
        sandbox="allow-same-origin"
        srcDoc={emptyPage}
        onLoad={(event) => setPage(event.currentTarget.contentDocument)}
        style={style}
      />
      {page && createPortal(children, page.body)}
    </>
  )
}

function setScheme(page: Document, scheme: Scheme) {
  page.documentElement.dataset['theme'] = scheme
}

/** Gives the page the styles of the back office's document, and makes its links do nothing. Returns a function that ends this. */
function preparePage(page: Document, title: string) {
  for (const sheet of document.head.querySelectorAll('style, link[rel=stylesheet]'))
    page.head.append(sheet.cloneNode(true))
  page.title = title
  const stay = (event: MouseEvent) => event.preventDefault()
  // Before the links' own handlers, which would navigate the back office.
  page.addEventListener('click', stay, { capture: true })
  return () => page.removeEventListener('click', stay, { capture: true })
}
