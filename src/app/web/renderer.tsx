import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router'
import { pages } from '#app/pages.ts'
import type { LoadedPage, RenderedPage, RenderOptions } from '#app/ssr/renderer.ts'
import type { PageHead } from '#contract/page-head.ts'
import { listPath } from '#web/api-query.ts'
import { HeadContext } from '#web/head.tsx'
import type { PageRoute } from '#web/page-route.ts'
import { AppProviders } from './app-providers.tsx'
import { prefetchPage } from './preload.ts'
import { type ApiFetch, createQueryClient } from './query-client.ts'
import { createRoutes } from './routes.tsx'

export { mails } from './mail-templates.tsx'
export { pages }

/** The page whose pattern a path matches, or null. Letters of another case match too. */
export const findPage = (pathname: string) => pages.find(({ path }) => matchPath(path, pathname)) ?? null

/** The address of what a page shows: parameters that it does not read are left out, the others are as it reads them. */
export async function pageAddress({ load }: PageRoute, pathname: string, given: URLSearchParams): Promise<string> {
  const { search } = await load()
  return listPath(pathname, search?.(given) ?? {})
}

const routes = createRoutes()
const handler = createStaticHandler(routes)

// The host never shows: the router needs a whole URL, and every address that a page writes is a path.
const wholeUrl = (url: string) => new URL(url, 'http://site.invalid')

/**
 * Asks for the data of one public page. It comes through `fetchApi` alone, so a page can show nothing that the API would not.
 * @param url clean path with the query that the page may read
 */
export async function loadPage(url: string, fetchApi: ApiFetch): Promise<LoadedPage> {
  const queryClient = createQueryClient(fetchApi, true)
  await prefetchPage(wholeUrl(url), queryClient)
  const missing = queriesOf(queryClient).some(({ state, meta }) => state.data === null && !meta?.optional)
  return { url, queryClient, missing }
}

const queriesOf = (queryClient: QueryClient) => queryClient.getQueryCache().getAll()

export async function renderPage(
  { url, queryClient, missing }: LoadedPage,
  { company, form }: RenderOptions,
): Promise<RenderedPage> {
  const request = new Request(wholeUrl(url))
  const context = await handler.query(request)
  if (context instanceof Response) throw new Error(`The route table answered ${context.status} for ${url}`)

  const collector: { head: PageHead | null } = { head: null }
  const body = renderToString(
    <HeadContext value={collector}>
      <AppProviders company={company} queryClient={queryClient} form={form} mode="path">
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </AppProviders>
    </HeadContext>,
  )
  const failures = queriesOf(queryClient).filter(({ state }) => state.status === 'error')
  const failed = failures.some(({ meta }) => !meta?.optional)
  const head = collector.head ?? { title: company.brand }
  return {
    status: failed ? 503 : (head.status ?? 200),
    head,
    body,
    data: {
      company,
      // What is missing is shown to whoever asks for anything of the kind, so the address asked for first must not travel in it.
      queries: dehydrate(queryClient, { shouldDehydrateQuery: ({ state }) => state.status === 'success' && !missing }),
      form,
      hydrate: failures.length === 0 && !missing,
    },
  }
}
