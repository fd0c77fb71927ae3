import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { trustedHtml } from '#ui/trusted-html.ts'

/** With a doctype: browsers lay out pages without one by the rules of the last century. */
const emptyPage = trustedHtml('<!doctype html><html lang="en"><head></head><body></body></html>') as string

type PageFrameProps = { title: string; className?: string; children: ReactNode }

/**
 * A piece of the public site within the back office, in a document of its own: with the site's type and colours, and laid out for the
 * width that it has here. Its links lead nowhere.
 */
export function PageFrame({ title, className, children }: PageFrameProps) {
  const [page, setPage] = useState<Document | null>(null)
  useEffect(() => {
    if (!page) return
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
  }, [page, title])
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
