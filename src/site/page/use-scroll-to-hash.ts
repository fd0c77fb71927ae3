import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useHydrated } from '#ui/link.tsx'

/** False until this client has shown a first page with its data: how the visitor came is then settled. */
let arrived = false

/**
 * Brings the place that the address names (`#enroll`) into view once the page has it, and the keyboard with it: for places that
 * come with the page's data, which the router's own scrolling would miss.
 * @param ready true once the page shows its data
 */
export function useScrollToHash(ready: boolean) {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  // The browser has scrolled a server's document already; the visitor may be elsewhere in it by the time the client comes.
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place asked for again is gone to again
  useEffect(() => {
    if (!ready) return
    const arriving = !arrived
    arrived = true
    // On the way back the router returns to where the visitor was.
    if (arriving ? fromServer : type === 'POP') return
    const target = hashTarget(hash)
    target?.scrollIntoView()
    if (target) focusQuietly(target)
  }, [ready, hash, key])
}

function hashTarget(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** Moves the keyboard's place to an element that need not be a control. */
function focusQuietly(element: HTMLElement) {
  if (!element.matches('a[href], button, input, select, textarea, summary')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
