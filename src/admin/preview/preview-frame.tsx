import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { trustedHtml } from '#ui/trusted-html.ts'
import type { PreviewScheme } from './preview-pane.tsx'

/** It has a doctype, because browsers lay out a document without one in quirks mode. */
const emptyPage = trustedHtml('<!doctype html><html lang="en"><head></head><body></body></html>') as string

type PreviewFrameProps = { title: string; scheme: PreviewScheme; style: CSSProperties; children: ReactNode }

/**
 * A part of the public site inside the back office. It is a separate document with the site's styles, laid out for the width of the
 * frame. No script runs in it, and its links do nothing. `allow-same-origin` lets the form render into it.
 */
export function PreviewFrame({ title, scheme, style, children }: PreviewFrameProps) {
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

function setScheme(page: Document, scheme: PreviewScheme) {
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
