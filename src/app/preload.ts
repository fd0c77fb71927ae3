import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type RouteObject } from 'react-router'
import type { PageHandle } from './routes.tsx'

/** Loads the code of the routes that an address leads to, so that they can be rendered at once. */
export async function loadRouteModules(routes: RouteObject[], location: { pathname: string }): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

/** Asks every query that the page at an address will ask. A failure stays in the client, for the page to show. */
export async function prefetchPage(
  routes: RouteObject[],
  location: { pathname: string; search: string },
  client: QueryClient,
): Promise<void> {
  await loadRouteModules(routes, location)
  const search = new URLSearchParams(location.search)
  await Promise.all(
    (matchRoutes(routes, location) ?? []).flatMap(({ route, params }) => {
      const { queries } = (route.handle ?? {}) as PageHandle
      return (queries?.({ path: location.pathname, params, search }, client) ?? []).map((query) => client.prefetchQuery(query))
    }),
  )
}
