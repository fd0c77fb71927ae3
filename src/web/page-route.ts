import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Params } from 'react-router'
import type { apiQuery } from './api-query.ts'

/** What a page is asked for: its path, the route's parameters and the address's query. */
export type PageRequest = { path: string; params: Params; search: URLSearchParams }

/** A page's module: its component by default, and the queries it will ask, so that the server (and a hover) can ask them first. */
export type PageModule = {
  default: ComponentType
  /** The parameters that change what the page shows, as it reads them. The server's page cache ignores all others. */
  search?: (given: URLSearchParams) => Record<string, string | number | null | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: each query has an answer type of its own, which nothing here reads
  queries?: (request: PageRequest, client: QueryClient) => ReturnType<typeof apiQuery<any>>[]
}

/** One public page: where it is and how to load it. */
export type PageRoute = {
  /** React Router's path pattern, starting with `/`. */
  path: string
  load: () => Promise<PageModule>
  /** Shows what concerns one person, at an address that is theirs: never kept by the server, nor by anything on the way. */
  personal?: boolean
  /** Stands in the sitemap as it is (it has no parameters). */
  listed?: boolean
}
