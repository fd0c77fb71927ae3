import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Focuses the page's content after a client-side navigation, as a new document would. */
export function useFocusOnNavigation(id: string) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Something on the new page may already have the focus.
    if (document.activeElement?.closest(`#${id}`)) return
    document.getElementById(id)?.focus({ preventScroll: true })
  }, [pathname, id])
}
