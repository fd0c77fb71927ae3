import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Router } from '#ui/router.ts'
import type { apiQuery } from './api-query.ts'

/** A request for a page: its path, the route's parameters and the address's query. */
export type PageRequest = { path: string; params: Router['params']; search: URLSearchParams }

/** A page's module: its component, and the queries that it will ask, so that the server and a hover can load them first. */
export type PageModule = {
  default: ComponentType
  /** The parameters that change the page, as the page reads them. The server's response cache ignores all others. */
  search?: (given: URLSearchParams) => Record<string, string | number | null | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own answer type, which nothing here reads
  queries?: (request: PageRequest, client: QueryClient) => ReturnType<typeof apiQuery<any>>[]
}

export type PageRoute = {
  /** Its path, with placeholders such as `:slug`. */
  path: string
  load: () => Promise<PageModule>
  /** The page has no state: the client takes its markup from the document, and never downloads its code (`still.page.tsx`). */
  still?: boolean
  /** The page is private to one person: no cache may store it. */
  personal?: boolean
  /** The page of records with their whole paths (`record/whole-paths.ts`). All other addresses of this form are unknown. */
  wholePath?: boolean
  /** The sitemap lists the page; its path has no parameters. */
  listed?: boolean
}
