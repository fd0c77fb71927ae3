import { createContext, useContext, useMemo } from 'react'

/**
 * How the client reads and writes addresses: in the path (`/blog`), like the server's documents, or in the fragment (`/#/blog`), which is
 * the mode of a visit that began at `/`.
 */
export type RouterMode = 'path' | 'hash'

/** An address inside the site, whatever the mode; `key` names its entry of the history. */
export type SiteLocation = { pathname: string; search: string; hash: string; key: string }

export type NavigateOptions = {
  replace?: boolean | undefined
  /** Keeps the scroll position, for filters and pagination within one screen. */
  preventScrollReset?: boolean | undefined
}

/** The address of a screen, as the screen reads it. The server, the public client and the back office each provide it. */
export type Router = {
  mode: RouterMode
  location: SiteLocation
  params: Record<string, string | undefined>
  /** The visitor came with Back or Forward, or the document was opened here. */
  isReturn: boolean
  isPending: boolean
  /** Goes to a path inside the site, or to a place on the page (`#intro`). */
  navigate: (to: string, options?: NavigateOptions) => void
}

/** The router of a document without client-side navigation. */
export const documentRouter = (
  { pathname, search }: Pick<SiteLocation, 'pathname' | 'search'>,
  params: Router['params'] = {},
): Router => ({
  mode: 'path',
  location: { pathname, search, hash: '', key: '' },
  params,
  isReturn: true,
  isPending: false,
  navigate: () => {},
})

export const RouterContext = createContext(documentRouter({ pathname: '/', search: '' }))

export const useRouter = () => useContext(RouterContext)

/** The path of a record in the address of its page, in any letter case: without the slash at its start. */
export const wholePathOf = (pathname: string) => pathname.replace(/^\/+|\/+$/g, '').toLowerCase()

/** The slug of the record in the address, or the whole path where the address is one. */
export function useSlug(): string {
  const { params, location } = useRouter()
  return params['slug'] ?? wholePathOf(location.pathname)
}

export function useSearch(): URLSearchParams {
  const { search } = useRouter().location
  return useMemo(() => new URLSearchParams(search), [search])
}
