import { type AnchorHTMLAttributes, useEffect, useEffectEvent, useState } from 'react'
import { decoded } from '#contract/addresses.ts'
import { isPlainPress, useHydrated } from '#ui/link.tsx'
import { useRouter } from '#ui/router.ts'

/** False until this client has shown its first page with data. Only that page is an arrival. */
let arrived = false

/**
 * Scrolls to the element that the address names (`#enrol`) and focuses it, once the page has its data: the router scrolls before that.
 * @param ready true once the page shows its data
 */
export function useScrollToHash(ready: boolean) {
  const { location, isReturn } = useRouter()
  const { hash, key } = location
  // The browser has scrolled a server-rendered document already, and the visitor may have scrolled on before hydration.
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)

  // The key changes with every navigation, so that following a link to the same place scrolls there again.
  const onNavigation = useEffectEvent((hash: string, _key: string) => {
    const arriving = !arrived
    arrived = true
    // On back and forward the router restores the scroll position.
    if (arriving ? fromServer : isReturn) return
    const target = document.getElementById(decoded(hash.slice(1)))
    target?.scrollIntoView()
    if (target) focusQuietly(target)
  })
  useEffect(() => {
    if (ready) onNavigation(hash, key)
  }, [ready, hash, key])
}

function focusQuietly(element: HTMLElement) {
  if (!element.matches('a[href], button, input, select, textarea, summary')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

type PlaceLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  id: string
}

/** A link to a place on the same page. The router handles it, since `#intro` would be a route in hash mode. */
export function AnchorLink({ id, ...rest }: PlaceLinkProps) {
  const { navigate } = useRouter()
  const href = `#${encodeURIComponent(id)}`
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
