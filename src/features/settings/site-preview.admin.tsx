import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { PreviewScheme } from '#admin/preview/preview-pane.tsx'
import { trustedHtml } from '#ui/trusted-html.ts'
import { blobOf } from './brand-fields.admin.tsx'
import type { SettingsPreview } from './settings.contract.ts'

/** The pause in typing after which the server renders again, in ms. */
const pause = 400

type Shown = Pick<SettingsPreview, 'html' | 'page'> & { address?: string }

/** A public page as the server would render it with these settings; the last one stays while they cannot be used. */
export function usePreviewOf(id: string, path: string, fields: object): Shown | undefined {
  const [shown, setShown] = useState<Shown>()
  const sent = JSON.stringify({ path, fields })
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<SettingsPreview>(`/api/settings/${id}/preview`, {
        method: 'POST',
        json: JSON.parse(sent),
        quiet: true,
        signal: left.signal,
      }).then(
        (answer) => left.signal.aborted || setShown(show(answer)),
        // Saving shows the error.
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
  return shown
}

/**
 * No process serves a logo that is not saved, so it gets an address in this window. Neither that address nor the one that it replaces has a
 * character with a meaning in markup.
 */
function show({ logo, ...rendered }: SettingsPreview): Shown {
  if (logo === undefined) return rendered
  const address = URL.createObjectURL(blobOf(logo))
  return { ...rendered, html: rendered.html.replaceAll(/\/brand\/\w+\/logo\.(svg|png)/g, address), address }
}

type SiteFrameProps = { html: string; scheme: PreviewScheme; style: CSSProperties; shows: string | undefined }

/**
 * A rendered page, which can be scrolled and nothing else: it is inert, and the server has left its scripts out. It stays where it was scrolled
 * to when it is rendered again, which needs `allow-same-origin`.
 */
export function SiteFrame({ html, scheme, style, shows }: SiteFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef<number>(undefined)
  // A document takes over the attributes of a second `<html>`, which is the page's own.
  const page = `<!doctype html><html data-theme="${scheme}">${html}`
  return (
    <iframe
      ref={frame}
      title="Preview of the page"
      sandbox="allow-same-origin"
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
