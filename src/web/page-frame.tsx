import { useEffect, useRef } from 'react'
import { useRouter } from '#ui/router.ts'

/** Shows a line below the bar while the next page loads; a short delay hides it for quick answers. */
export function NavigationProgress() {
  if (!useRouter().isPending) return null
  return <div aria-hidden="true" className="progress-line absolute inset-x-0 -bottom-px h-0.5 origin-left bg-primary" />
}

/**
 * The first link of every page. It moves the focus itself, since `#main` would be a route in hash mode; without scripts the browser
 * follows it like any anchor.
 */
export function SkipLink({ to }: { /** The id of the element that receives the focus. */ to: string }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
      className="fixed top-3 left-gutter z-50 -translate-y-24 rounded-control bg-primary px-5 py-3 text-small font-[560] text-on-primary focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}

/** Focuses the page's content after a client-side navigation, as a new document would. */
export function useFocusOnNavigation(id: string) {
  const { pathname } = useRouter().location
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Something on the new page may already have the focus.
    if (document.activeElement?.closest(`#${id}`)) return
    document.getElementById(id)?.focus({ preventScroll: true })
  }, [pathname, id])
}
