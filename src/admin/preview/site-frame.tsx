import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { trustedHtml, useTrustedHtml } from '#ui/trusted-html.ts'
import type { PreviewLook } from './preview-pane.tsx'

export type SiteFrameProps = PreviewLook & {
  html: string
  title: string
  /** Styles in addition to those of the page. */
  styles?: string | undefined
  /** Changes each rendering before it is shown. */
  prepare?: ((page: Document) => void) | undefined
  /** Whether each rendering is a new document. Otherwise the document stays, and becomes the new one. */
  reloads?: boolean
  /** Called with each rendering of the page, which is at the place to which the last one was scrolled. */
  onShown: (page: Document) => void
}

/** A rendered page without scripts, which can only be scrolled. With `allow-same-origin` the form can reach its elements. */
export function SiteFrame({ html, title, scheme, style, styles = '', prepare, reloads, onShown }: SiteFrameProps) {
  // A document takes over the attributes of a second `<html>`, which is the page's own.
  const whole = `<!doctype html><html data-theme="${scheme}">${html}`
  const [first] = useState(whole)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const shownNow = useRef('')
  const [isShown, setShown] = useState(false)

  function prepared(page: Document) {
    const style = page.createElement('style')
    style.textContent = `${commonStyles}${styles}`
    page.head.append(style)
    prepare?.(page)
  }
  const follow = useEffectEvent((page: Document) => {
    if (shownNow.current === whole) return
    const next = new DOMParser().parseFromString(trustedHtml(whole) as string, 'text/html')
    prepared(next)
    become(page.documentElement, next.documentElement)
    shownNow.current = whole
    onShown(page)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document follows then
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!reloads && isShown && page) follow(page)
  }, [whole, isShown, reloads])

  const source = reloads ? whole : first
  const { __html } = useTrustedHtml(source)
  return (
    <>
      {!isShown && (
        <div className="absolute inset-x-0">
          <Spinner />
        </div>
      )}
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc={__html as string}
        style={isShown ? style : { ...style, visibility: 'hidden' }}
        onLoad={({ currentTarget: { contentWindow, contentDocument } }) => {
          if (!contentWindow || !contentDocument) return
          prepared(contentDocument)
          contentWindow.scrollTo({ top: scrolled.current, behavior: 'instant' })
          contentWindow.addEventListener('scroll', () => {
            scrolled.current = contentWindow.scrollY
          })
          shownNow.current = source
          setShown(true)
          onShown(contentDocument)
        }}
      />
    </>
  )
}

/** Sections that are not rendered before they are scrolled to would move what is scrolled to. */
const commonStyles = '.later { content-visibility: visible !important }'

/** Makes an element like another one of its kind. Only what differs is changed, so that its pictures and its scroll position stay. */
export function become(element: Element, other: Element) {
  if (element.isEqualNode(other)) return
  for (const { name } of [...element.attributes]) if (!other.hasAttribute(name)) element.removeAttribute(name)
  for (const { name, value } of other.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  const old = [...element.childNodes]
  const wanted = [...other.childNodes]
  while (old[0] && wanted[0] && old[0].isEqualNode(wanted[0])) {
    old.shift()
    wanted.shift()
  }
  let after: ChildNode | null = null
  for (;;) {
    const last = old.at(-1)
    const wantedLast = wanted.at(-1)
    if (!last || !wantedLast || !last.isEqualNode(wantedLast)) break
    after = last
    old.pop()
    wanted.pop()
  }
  for (const [at, node] of wanted.entries()) {
    const one = old[at]
    if (!one) element.insertBefore(node, after)
    else if (one.nodeName !== node.nodeName) one.replaceWith(node)
    else if (node.nodeType === Node.ELEMENT_NODE) become(one as Element, node as Element)
    else one.nodeValue = node.nodeValue
  }
  for (const rest of old.slice(wanted.length)) rest.remove()
}

/** Scrolls a page to one of its elements that is not in view. @param place the height in px at which its top then is; a third of the window without it */
export function bringIntoView(page: Document, element: Element, place = page.documentElement.clientHeight / 3) {
  const { top, bottom } = element.getBoundingClientRect()
  const height = page.documentElement.clientHeight
  // Not `scrollIntoView`, which would scroll the form's window too.
  if (top < 80 || bottom > height - 40) page.defaultView?.scrollBy({ top: top - place, behavior: 'instant' })
}

/** Safari runs no listener in a document without `allow-scripts`, not even one of the window around it. */
export function hearsEvents(page: Document): boolean {
  let heard = false
  page.addEventListener(
    'atrium-probe',
    () => {
      heard = true
    },
    { once: true },
  )
  page.dispatchEvent(new Event('atrium-probe'))
  return heard
}

/** Lets a page be pointed at, with nothing in it that leads anywhere. */
export function quieten(page: Document) {
  page.body.inert = false
  // Without an address a link is neither followed, nor dragged, nor a stop of the Tab key.
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
  for (const control of page.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, [tabindex]'))
    control.tabIndex = -1
}

/** Passes a shortcut on to the back office, which hears it only in its own document. */
export function passShortcut(event: KeyboardEvent, page: Document) {
  const { key, ctrlKey, metaKey, shiftKey } = event
  if (!ctrlKey && !metaKey) return
  const again = new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true })
  if (!page.defaultView?.frameElement?.dispatchEvent(again)) event.preventDefault()
}
