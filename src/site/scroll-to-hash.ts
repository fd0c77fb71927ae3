import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The element that an address's `#fragment` names, or null. */
function hashTarget(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/**
 * Brings the place that the address names into view once the page has it: for places that come with the page's data,
 * which the router's own scrolling would miss. The keyboard goes there too.
 * @param ready true once the page shows its data
 */
export function useScrollToHash(ready: boolean) {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place asked for again is gone to again
  useEffect(() => {
    if (!ready) return
    const target = hashTarget(hash)
    if (!target) return
    target.scrollIntoView()
    focusQuietly(target)
  }, [ready, hash, key])
}

/** Moves the keyboard's place to an element that need not be a control. */
function focusQuietly(element: HTMLElement) {
  if (!element.matches('a[href], button, input, select, textarea, summary')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
