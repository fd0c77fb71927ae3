import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import type { PreviewScheme } from '#admin/preview/preview-pane.tsx'
import { trustedHtml } from '#ui/trusted-html.ts'
import { blobOf } from './logo-blob.admin.ts'

/** The pause in typing after which the server renders again, in ms. */
const pause = 400

/** `logo` is there where the page shows one that may not be saved. */
type Answer = { html: string; logo?: string }
type Shown = { html: string; address?: string }

/** A public page as the server would render it with these settings; the last one stays while they cannot be used. */
export function usePreviewOf(id: string, path: string, fields: object): string | undefined {
  const [shown, setShown] = useState<Shown>()
  const sent = JSON.stringify({ path, fields })
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<Answer>(`/api/settings/${id}/preview`, {
        method: 'POST',
        json: JSON.parse(sent),
        quiet: true,
        signal: left.signal,
      }).then(
        (answer) => left.signal.aborted || setShown(show(answer)),
        // Saving says what is wrong.
        () => {},
      )
    const timer = setTimeout(ask, pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [id, sent])
  const address = shown?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return shown?.html
}

/** Nobody serves a logo that is not saved, so it gets an address in this window. */
function show({ html, logo }: Answer): Shown {
  if (logo === undefined) return { html }
  const address = URL.createObjectURL(blobOf(logo))
  return { html: html.replaceAll(/\/brand\/\w+\/logo\.(svg|png)/g, address), address }
}

/** Whether it is a page of the site, and not the answer that there is none: some pages exist only while they have content. */
export const isPage = (html: string): boolean => html.includes('property="og:url"')

type SiteFrameProps = { html: string; scheme: PreviewScheme; style: CSSProperties; shows: string | undefined }

/** A rendered page, which can be scrolled and nothing else: it is inert, and the server has left its scripts out. It stays where it was scrolled to when it is rendered again. */
export function SiteFrame({ html, scheme, style, shows }: SiteFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef<number>(undefined)
  const page = html.replace('<html ', `<html data-theme="${scheme}" `).replace('<body ', '<body inert ')
  return (
    <iframe
      ref={frame}
      title="Preview of the page"
      srcDoc={trustedHtml(page) as string}
      style={style}
      onLoad={({ currentTarget: { contentWindow, contentDocument } }) => {
        if (!contentWindow || !contentDocument) return
        const part = scrolled.current === undefined && shows ? contentDocument.querySelector(shows) : null
        // Not `scrollIntoView`, which would scroll the form's window too.
        const top = part ? part.getBoundingClientRect().top - 160 : (scrolled.current ?? 0)
        contentWindow.scrollTo({ top, behavior: 'instant' })
        contentWindow.addEventListener('scroll', () => {
          scrolled.current = contentWindow.scrollY
        })
      }}
    />
  )
}
