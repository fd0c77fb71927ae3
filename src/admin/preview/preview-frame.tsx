import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { trustedHtml } from '#ui/trusted-html.ts'

/** It has a doctype, because browsers lay out a document without one in quirks mode. */
const emptyPage = trustedHtml('<!doctype html><html lang="en"><head></head><body></body></html>') as string

type PreviewFrameProps = { title: string; className?: string; children: ReactNode }

/**
 * A part of the public site inside the back office. It is a document of its own, with the site's styles, laid out for the width of the
 * frame. Its links do nothing.
 */
export function PreviewFrame({ title, className, children }: PreviewFrameProps) {
  const [page, setPage] = useState<Document | null>(null)
  useEffect(() => (page ? preparePage(page, title) : undefined), [page, title])
  return (
    <>
      <iframe
        title={title}
        srcDoc={emptyPage}
        onLoad={(event) => setPage(event.currentTarget.contentDocument)}
        className={className}
      />
      {page && createPortal(children, page.body)}
    </>
  )
}

/** Gives the page the styles and the colour scheme of the back office's document. Returns a function that ends this. */
function preparePage(page: Document, title: string) {
  for (const sheet of document.head.querySelectorAll('style, link[rel=stylesheet]'))
    page.head.append(sheet.cloneNode(true))
  page.title = title
  const stay = (event: MouseEvent) => event.preventDefault()
  page.addEventListener('click', stay)
  const followScheme = () => {
    const { theme } = document.documentElement.dataset
    if (theme) page.documentElement.dataset.theme = theme
  }
  followScheme()
  const watcher = new MutationObserver(followScheme)
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    watcher.disconnect()
    page.removeEventListener('click', stay)
  }
}
