import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type PageFrameProps = { title: string; className?: string; children: ReactNode }

/**
 * A piece of the public site within the back office, in a document of its own: with the site's type and colours, and laid out for the
 * width that it has here. Its links lead nowhere.
 */
export function PageFrame({ title, className, children }: PageFrameProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const page = frame?.contentDocument
  useEffect(() => {
    if (!page) return
    for (const sheet of document.head.querySelectorAll('style, link[rel=stylesheet]')) page.head.append(sheet.cloneNode(true))
    page.documentElement.lang = 'en'
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
      <iframe ref={setFrame} title={title} className={className} />
      {page && createPortal(children, page.body)}
    </>
  )
}
