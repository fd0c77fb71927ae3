import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation inside the client the focus goes to the page's content, as it would in a new document. */
export function useFocusOnNavigation(id: string) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Something on the new page may have asked for the focus already.
    if (document.activeElement?.closest(`#${id}`)) return
    document.getElementById(id)?.focus({ preventScroll: true })
  }, [pathname, id])
}
