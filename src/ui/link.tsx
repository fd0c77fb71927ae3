import { type AnchorHTMLAttributes, createContext, useContext, useSyncExternalStore } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

/**
 * How this document's client keeps its place: in the path (`/blog`), as the server's documents do,
 * or in the fragment (`/#/blog`), the mode of a visit that began at `/`.
 */
export type RouterMode = 'path' | 'hash'
export const RouterModeContext = createContext<RouterMode>('path')

/** Called when a visitor shows interest in an address inside the site, so that its code and data can come before the click. */
export const PreloadContext = createContext<(to: string) => void>(() => {})

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
/** False while the server's markup is being taken over, true afterwards: for what only the browser knows. */
export const useHydrated = () => useSyncExternalStore(neverChanges, yes, no)

/** The address to write for a place inside the site. The server writes clean paths; a hash-mode client turns them after the take-over. */
function useSiteHref(to: string): string {
  const href = useHref(to)
  const mode = useContext(RouterModeContext)
  const hydrated = useSyncExternalStore(neverChanges, yes, mode === 'hash' ? no : yes)
  return hydrated ? href : to
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An absolute path inside the site, with or without a query. */
  to: string
  replace?: boolean
  /** Keeps the scroll position where it is, for filters and pages within one screen. */
  preventScrollReset?: boolean
}

/** A link to a place inside the site: right in both router modes, and without any script. */
export function Link({ to, replace, preventScrollReset, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const href = useSiteHref(to)
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { replace, preventScrollReset, target: rest.target })
  const preload = useContext(PreloadContext)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) navigate(event)
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload(to)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        preload(to)
      }}
    />
  )
}

/** A link of a navigation: `aria-current="page"` when its path is the current one. */
export function NavLink(props: LinkProps) {
  const current = useLocation().pathname === props.to
  return <Link {...props} aria-current={current ? 'page' : undefined} />
}
