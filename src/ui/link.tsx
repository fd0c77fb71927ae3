import { type AnchorHTMLAttributes, createContext, useContext, useSyncExternalStore } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

/**
 * How the client reads and writes addresses: in the path (`/blog`), like the server's documents, or in the fragment (`/#/blog`), which is
 * the mode of a visit that began at `/`.
 */
export type RouterMode = 'path' | 'hash'
export const RouterModeContext = createContext<RouterMode>('path')

/** Called when a visitor points at or focuses an internal link, so that the page's code and data load before the click. */
export const PreloadContext = createContext<(to: string) => void>(() => {})

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
/** False until hydration, true afterwards: for values that only the browser knows. */
export const useHydrated = () => useSyncExternalStore(neverChanges, yes, no)

/** The `href` of a page of this site. The server writes clean paths; a hash-mode client changes them after hydration. */
function useSiteHref(to: string): string {
  const href = useHref(to)
  const mode = useContext(RouterModeContext)
  const hydrated = useSyncExternalStore(neverChanges, yes, mode === 'hash' ? no : yes)
  return hydrated ? href : to
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An absolute path inside the site, optionally with a query. */
  to: string
  replace?: boolean
  /** Keeps the scroll position, for filters and pagination within one screen. */
  preventScrollReset?: boolean
}

/** A link to a page of this site. It is right in both router modes and works without scripts. */
export function Link({ to, replace, preventScrollReset, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const href = useSiteHref(to)
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(preventScrollReset !== undefined && { preventScrollReset }),
    ...(rest.target && { target: rest.target }),
  })
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

/** A navigation link: it has `aria-current="page"` when its path is the current one, and `data-within` on the pages below it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const within = pathname.startsWith(`${props.to}/`) || undefined
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} data-within={within} />
}
