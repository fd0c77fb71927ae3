import { type RefObject, useContext, useEffect, useRef } from 'react'
import { isAdminPath } from '#contract/addresses.ts'
import { classNames } from '#ui/class-names.ts'
import { isPlainPress, PreloadContext } from '#ui/link.tsx'
import { useRouter } from '#ui/router.ts'
import { useTrustedHtml } from '#ui/trusted-html.ts'

/**
 * Content that the server rendered and sanitised, with a button on each code block that copies it (src/app/web/boot/). Without the client
 * its links are plain links. With it one handler scrolls to headings and footnotes (whose `#id` would be a route in hash mode), and
 * navigates to pages of this site.
 */
export function RenderedContent({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  const markup = useTrustedHtml(withCopyButtons(html))

  useSiteLinks(element)

  return (
    <>
      <div ref={element} className={classNames('prose', className)} dangerouslySetInnerHTML={markup} />
      <span role="status" className="sr-only" />
    </>
  )
}

/** Adds a button to the line that names the language of a code block (`content/render/highlight.ts`). */
const withCopyButtons = (html: string) =>
  html.replaceAll(
    /<div class="code-head"><span>[^<]*<\/span>/g,
    '$&<button type="button" data-copy class="js-only">Copy</button>',
  )

/**
 * Makes the plain links inside markup that the server wrote links of the router: they navigate in its mode, and load the page that is pointed
 * at. `#id` scrolls, since in hash mode it would be a route.
 */
export function useSiteLinks(element: RefObject<HTMLElement | null>): void {
  const { navigate } = useRouter()
  const preload = useContext(PreloadContext)
  useEffect(() => {
    const content = element.current
    if (!content) return
    const onClick = (event: MouseEvent) => {
      const to = !event.defaultPrevented && isPlainPress(event) ? siteAddress(event.target as Element) : null
      if (to === null) return
      event.preventDefault()
      navigate(to)
    }
    const onPointerOver = ({ target }: PointerEvent) => {
      const to = siteAddress(target as Element)
      if (to?.startsWith('/')) preload(to)
    }
    content.addEventListener('click', onClick)
    content.addEventListener('pointerover', onPointerOver)
    return () => {
      content.removeEventListener('click', onClick)
      content.removeEventListener('pointerover', onPointerOver)
    }
  }, [element, navigate, preload])
}

/** The address that the router takes for a clicked link inside the site; null for every other link. */
function siteAddress(target: Element): string | null {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target || link.hasAttribute('download')) return null
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('#')) return href
  const { origin, pathname, search, hash } = new URL(link.href)
  return origin === window.location.origin && isPage(pathname) ? pathname + search + hash : null
}

/** Files, API calls and the back office are not pages of this client. */
const isPage = (path: string) => !isAdminPath(path) && !/^\/(api|media|assets)(\/|$)|\.\w+$/.test(path)
