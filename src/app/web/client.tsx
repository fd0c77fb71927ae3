// This import is first, so that no other script can register the policy's name.
import '#ui/trusted-html.ts'
import { hydrate as fillQueries } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  createHashRouter,
  type PatchRoutesOnNavigationFunction,
  RouterProvider,
} from 'react-router'
import { isAdminPath } from '#contract/addresses.ts'
import { fetchJson } from '#web/http.ts'
import { AppProviders } from './app-providers.tsx'
import { createQueryClient } from './query-client.ts'
import { type PageData, pageDataId } from './rendering.ts'
import { createRoutes, matchPage, prefetchPage } from './routes.tsx'

/** Hydrates the server's document, or renders another page if the address differs from the document's. */
async function start() {
  const data = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData
  const root = document.getElementById('root') as HTMLElement
  const { pathname } = window.location
  const mode = pathname === '/' ? 'hash' : 'path'
  giveEntryKey()
  // This listener is before the router's, so that the router reads the key.
  window.addEventListener('popstate', giveEntryKey)

  const queryClient = createQueryClient((path, signal) => fetchJson(path, { signal: signal ?? null }), false)
  fillQueries(queryClient, data.queries)
  const page = matchPage(window.location)?.route
  const loaded = page && !asksForAnother() ? { path: page.path, module: await page.load() } : undefined
  const routes = createRoutes(loaded)
  // The address may have changed while the page's code was loading.
  const elsewhere = asksForAnother()
  // The hash router would take an anchor such as `/#main` for a route.
  const { hash } = window.location
  if (mode === 'hash' && hash !== '' && !hash.startsWith('#/'))
    window.history.replaceState(window.history.state, '', '/')
  const createRouter: typeof createHashRouter =
    mode === 'hash'
      ? (routes, options) => createHashRouter(routes, { ...options, patchRoutesOnNavigation: addAdminRoutes })
      : createBrowserRouter
  const preload = (to: string) => {
    const { pathname, search } = new URL(to, window.location.origin)
    prefetchPage({ pathname, search }, queryClient).catch(() => {})
  }
  const app = (router: ReturnType<typeof createRouter>) => (
    <AppProviders company={data.company} queryClient={queryClient} form={data.form} mode={mode} preload={preload}>
      <MarkHydrated>
        <RouterProvider router={router} />
      </MarkHydrated>
    </AppProviders>
  )

  if (elsewhere || !data.hydrate) {
    // The document stays until the data of the other page is there.
    if (!elsewhere) await prefetchPage(window.location, queryClient)
    const router = createRouter(routes)
    root.replaceChildren()
    createRoot(root).render(app(router))
    return
  }
  // With hydration data the router leaves the scroll position alone: the browser has restored it, and the visitor may have scrolled
  // since.
  const router = createRouter(routes, { hydrationData: {} })
  // In a transition, hydration yields to the visitor's input.
  startTransition(() => {
    hydrateRoot(root, app(router))
  })
}

/**
 * Gives the history entry a key, by which the router remembers its scroll position. The entries of a new document and of an address typed into
 * an open one have none, and would all share one position.
 */
function giveEntryKey() {
  const { state } = window.history
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

/** Whether the fragment names another page than the document's. A document with a fragment address is always Home. */
function asksForAnother() {
  const { hash, pathname } = window.location
  return pathname === '/' && hash.startsWith('#/') && hash !== '#/'
}

/**
 * Marks the document as hydrated, and shows it if it was hidden. It wraps the router instead of being its sibling, because a sibling that the
 * server does not render would shift every `useId`.
 */
function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    document.documentElement.classList.remove('hash-entry')
    // From now on the router follows the links, and loads what they need.
    document.querySelector('script[type="speculationrules"]')?.remove()
  }, [])
  return children
}

/** Adds the back office to the route table when an address asks for it; visitors never load it. Only hash mode has it. */
const addAdminRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!isAdminPath(path)) return
  const { adminRoutes } = await import('./admin-routes.admin.tsx')
  patch(null, adminRoutes())
}

start()
