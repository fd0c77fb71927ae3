import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { decoded, isAdminPath } from '#contract/addresses.ts'
import type { NavigateOptions, Router, RouterMode, SiteLocation } from '#ui/router.ts'
import type { PageModule, PageRoute } from '#web/page-route.ts'
import { matchPage, notFound, type OfficeProps, type Screen, SiteScreen } from './routes.tsx'

type Office = { Office: ComponentType<OfficeProps> }

/** A screen of the site, and how its visitor came to it. */
type Entry = {
  location: SiteLocation
  params: Router['params']
  screen: Screen | Office
  isReturn: boolean
  scroll: 'stay' | 'restore' | 'reset'
}
type State = { entry: Entry; isPending: boolean }

const newKey = () => Math.random().toString(36).slice(2)

/**
 * Gives the history entry a key, by which its scroll position is remembered. The entries of a new document and of an address typed into
 * an open one have none, and would all share one position.
 */
export function giveEntryKey() {
  const { state } = window.history
  if (!state?.key) window.history.replaceState({ ...state, key: newKey() }, '')
}

/** The window's address. A fragment that is not a path, such as `#main`, names a place on Home. */
export function readLocation(mode: RouterMode): SiteLocation {
  const { location, history } = window
  const fragment = location.hash.startsWith('#/') ? location.hash.slice(1) : '/'
  const { pathname, search, hash } = mode === 'hash' ? new URL(fragment, location.origin) : location
  return { pathname, search, hash, key: history.state?.key ?? '' }
}

const loaded = new Map<PageRoute, PageModule>()

function readyScreen({ pathname }: SiteLocation): Pick<Entry, 'screen' | 'params'> | undefined {
  if (isAdminPath(pathname)) return
  const match = matchPage(pathname)
  if (!match) return { screen: notFound, params: {} }
  const module = loaded.get(match.route)
  return module && { screen: { Page: module.default }, params: match.params }
}

/** Loads the code of the screen at an address; an error in its place if that fails. Visitors never load the back office. */
export async function loadScreen(location: SiteLocation): Promise<Pick<Entry, 'screen' | 'params'>> {
  try {
    if (isAdminPath(location.pathname)) return { screen: await import('./office.admin.tsx'), params: {} }
    const route = matchPage(location.pathname)?.route
    if (route) loaded.set(route, await route.load())
    return readyScreen(location) ?? { screen: notFound, params: {} }
  } catch (error) {
    return { screen: { error }, params: {} }
  }
}

/** Follows the links and the history of the public site. The state changes when the code of the next screen is there. */
export function createSiteRouter(mode: RouterMode, entry: Entry) {
  let state: State = { entry, isPending: false }
  let listener = (_state: State) => {}
  let turns = 0
  const change = (next: State) => {
    state = next
    listener(state)
  }

  async function go(
    location: SiteLocation,
    how: Pick<Entry, 'isReturn' | 'scroll'>,
    write?: 'pushState' | 'replaceState',
  ) {
    const turn = ++turns
    const address = location.pathname + location.search + location.hash
    // The back office has no clean address; the server knows where it is.
    if (mode === 'path' && isAdminPath(location.pathname)) return window.location.assign(address)
    let found = readyScreen(location)
    if (!found) {
      change({ ...state, isPending: true })
      found = await loadScreen(location)
      // The visitor has gone elsewhere meanwhile.
      if (turn !== turns) return
    }
    rememberScroll(state.entry.location.key)
    if (write) {
      // The back office's router counts the entries by `idx`, to ask before unsaved work is left with Back.
      const idx = (window.history.state?.idx ?? 0) + (write === 'pushState' ? 1 : 0)
      window.history[write]({ key: location.key, idx }, '', mode === 'hash' ? `#${address}` : address)
    }
    change({ entry: { location, ...how, ...found }, isPending: false })
  }

  const enter = (isReturn: boolean) => void go(readLocation(mode), { isReturn, scroll: isReturn ? 'restore' : 'reset' })

  return {
    mode,
    read: () => state,
    enter,
    navigate(to: string, { replace = false, preventScrollReset = false }: NavigateOptions = {}) {
      const { pathname, search } = state.entry.location
      const { origin } = window.location
      const url = new URL(to, origin + pathname + search)
      const location = { pathname: url.pathname, search: url.search, hash: url.hash, key: newKey() }
      const scroll = preventScrollReset ? 'stay' : 'reset'
      void go(location, { isReturn: false, scroll }, replace ? 'replaceState' : 'pushState')
    },
    listen(onChange: (state: State) => void) {
      listener = onChange
      keepScroll(() => state.entry.location.key)
      const follow = () => {
        if (!('Office' in state.entry.screen)) enter(true)
      }
      window.addEventListener('popstate', follow)
      // The visitor may have gone back during hydration.
      if (readLocation(mode).key !== state.entry.location.key) follow()
    },
  }
}

export type SiteRouter = ReturnType<typeof createSiteRouter>

export function SiteApp({ router }: { router: SiteRouter }) {
  const [{ entry, isPending }, setState] = useState(router.read)
  useEffect(() => router.listen((state) => startTransition(() => setState(state))), [router])
  useLayoutEffect(() => {
    scrollFor(entry)
    // The boot script counts the page.
    dispatchEvent(new Event('shown'))
  }, [entry])
  const { screen, location, params, isReturn } = entry
  // The back office gives the scroll position back to the browser when it is left.
  useEffect(takeScroll)
  if ('Office' in screen) return <screen.Office onLeave={router.enter} />
  const { mode, navigate } = router
  return <SiteScreen router={{ mode, location, params, isReturn, isPending, navigate }} screen={screen} />
}

function scrollFor({ scroll, location: { key, hash }, screen }: Entry) {
  if (scroll === 'stay' || 'Office' in screen) return
  const remembered = scroll === 'restore' ? positions[key] : undefined
  const target = remembered === undefined && hash ? document.getElementById(decoded(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, remembered ?? 0)
}

/** The scroll position of each entry of the history, by its key. They outlive a reload in the browser's storage. */
const name = 'scroll-positions'
const positions: Record<string, number> = stored()

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

const rememberScroll = (key: string) => {
  positions[key] = window.scrollY
}

/** Takes the scroll position over from the browser. */
const takeScroll = () => {
  window.history.scrollRestoration = 'manual'
}

/**
 * Remembers the scroll position when this document is left, and gives it back to the browser until it is shown again.
 * @param currentKey the key of the entry that is shown
 */
function keepScroll(currentKey: () => string): void {
  window.addEventListener('pageshow', takeScroll)
  window.addEventListener('pagehide', () => {
    rememberScroll(currentKey())
    // Between documents the browser restores the position.
    window.history.scrollRestoration = 'auto'
    try {
      sessionStorage.setItem(name, JSON.stringify(positions))
    } catch {
      // A browser may refuse access to its storage.
    }
  })
}
