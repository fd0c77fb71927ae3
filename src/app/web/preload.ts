import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import { pages } from '#app/pages.ts'

/** The page at an address with its parameters, if there is one. */
export const matchPage = (location: { pathname: string }) => matchRoutes(pages, location)?.[0]

/** Runs every query of the page at an address. A failure stays in the QueryClient, for the page to show. */
export async function prefetchPage(location: { pathname: string; search: string }, client: QueryClient): Promise<void> {
  const match = matchPage(location)
  if (!match) return
  const { queries } = await match.route.load()
  const request = { path: location.pathname, params: match.params, search: new URLSearchParams(location.search) }
  await Promise.all((queries?.(request, client) ?? []).map((query) => client.prefetchQuery(query)))
}
