import { type AnchorHTMLAttributes, createContext, useContext, useSyncExternalStore } from 'react'
import { type NavigateOptions, useRouter } from './router.ts'

/** Called when a visitor points at or focuses an internal link, so that the page's code and data load before the click. */
export const PreloadContext = createContext<(to: string) => void>(() => {})

/** Whether the reader may open an internal address. Without a provider, everyone may open all. */
export const MayOpenContext = createContext<(to: string) => boolean>(() => true)
/** Whether the reader may open an internal address, for what is left out with its link. */
export const useMayOpen = () => useContext(MayOpenContext)

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
/** False until hydration, true afterwards: for values that only the browser knows. */
export const useHydrated = () => useSyncExternalStore(neverChanges, yes, no)

/** The `href` of a page of this site. The server writes clean paths; a hash-mode client changes them after hydration. */
function useSiteHref(to: string): string {
  const isHash = useRouter().mode === 'hash'
  const hydrated = useSyncExternalStore(neverChanges, yes, isHash ? no : yes)
  return isHash && hydrated ? `#${to}` : to
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & {
    /** An absolute path inside the site, optionally with a query. */
    to: string
  }

/** Whether a press opens the link in this tab: by the main button, without a modifier key. */
export const isPlainPress = (event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link to a page of this site. It is right in both router modes and works without scripts. Where the reader may not open the address, the text
 * has no link.
 */
export function Link({ to, replace, preventScrollReset, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const href = useSiteHref(to)
  const { location, navigate } = useRouter()
  const isHere = to === location.pathname + location.search + location.hash
  const preload = useContext(PreloadContext)
  const mayOpen = useMayOpen()
  // The element without an address is HTML's place of a link: it takes no focus and no press, and admin.css gives it the look of text.
  // biome-ignore lint/a11y/useValidAnchor: see above
  if (!mayOpen(to)) return <a className={rest.className}>{rest.children}</a>
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || rest.target || !isPlainPress(event)) return
        event.preventDefault()
        navigate(to, { replace: replace ?? isHere, preventScrollReset })
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
  const { pathname } = useRouter().location
  const within = pathname.startsWith(`${props.to}/`) || undefined
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} data-within={within} />
}
