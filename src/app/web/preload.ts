import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import { pages } from '#app/pages.ts'

/** The page at an address and its parameters, if there is one. */
export const matchPage = (location: { pathname: string }) => matchRoutes(pages, location)?.[0]

/** Asks every query that the page at an address will ask. A failure stays in the client, for the page to show. */
export async function prefetchPage(location: { pathname: string; search: string }, client: QueryClient): Promise<void> {
  const match = matchPage(location)
  if (!match) return
  const { queries } = await match.route.load()
  const request = { path: location.pathname, params: match.params, search: new URLSearchParams(location.search) }
  await Promise.all((queries?.(request, client) ?? []).map((query) => client.prefetchQuery(query)))
}
