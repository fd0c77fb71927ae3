import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router'
import type { Company } from '#contract/company.ts'
import { pages } from '#features/all.pages.ts'
import type { FormAnswer } from '#site/form-answer.tsx'
import { HeadContext } from '#site/head.tsx'
import type { PageHead } from '#site/page-head.ts'
import { AppProviders } from './app-providers.tsx'
import type { PageData } from './page-data.ts'
import { prefetchPage } from './preload.ts'
import { type ApiFetch, createQueryClient } from './query-client.ts'
import { createRoutes } from './routes.tsx'

export { mails } from './mails.tsx'
export { pages }

/** The page whose pattern a path matches, or null. */
export const findPage = (pathname: string) => pages.find(({ path }) => matchPath(path, pathname)) ?? null

export type RenderRequest = {
  /** Clean path with the query that the page may read. */
  url: string
  company: Company
  fetchApi: ApiFetch
  form: FormAnswer | null
}

export type RenderedPage = {
  status: number
  head: PageHead
  /** The markup of the application's root element. */
  body: string
  data: PageData
}

const routes = createRoutes()
const handler = createStaticHandler(routes)

/** Renders one public page. Data comes through `fetchApi` alone, so a page can show nothing that the API would not. */
export async function renderPage({ url, company, fetchApi, form }: RenderRequest): Promise<RenderedPage> {
  const queryClient = createQueryClient(fetchApi, true)
  // The host never shows: the router needs a whole URL, and every address that the page writes is a path.
  const request = new Request(new URL(url, 'http://site.invalid'))
  const { pathname, search } = new URL(request.url)
  await prefetchPage(routes, { pathname, search }, queryClient)
  const context = await handler.query(request)
  if (context instanceof Response) throw new Error(`The route table answered ${context.status} for ${url}`)

  const collector: { head: PageHead | null } = { head: null }
  const body = renderToString(
    <HeadContext value={collector}>
      <AppProviders company={company} queryClient={queryClient} form={form} mode="path">
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      </AppProviders>
    </HeadContext>,
  )
  const failures = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'error')
  const failed = failures.some(({ meta }) => !meta?.optional)
  const head = collector.head ?? { title: company.brand }
  return {
    status: failed ? 503 : (head.status ?? 200),
    head,
    body,
    data: { company, queries: dehydrate(queryClient), form, hydrate: failures.length === 0 },
  }
}
