import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { pages } from '#app/pages.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { RenderMail } from '#server/mail/mail.ts'
import { latestArticles } from '#site/page/not-found.tsx'
import { documentRouter } from '#ui/router.ts'
import { listPath } from '#web/api-query.ts'
import { HeadContext } from '#web/head.tsx'
import type { PageRoute } from '#web/page-route.ts'
import {
  type ApiFetch,
  createQueryClient,
  type LoadedPage,
  type RenderedPage,
  type RenderOptions,
} from './rendering.ts'
import { AppProviders, matchPage, notFound, prefetchPage, SiteScreen } from './routes.tsx'

export { pages }

/** Its templates are loaded for the first message, as no page needs them. */
export const renderMail: RenderMail = async (...mail) => (await import('./mail-templates.tsx')).renderMail(...mail)

/** The page whose pattern matches a path in any letter case, or null. */
export const findPage = (pathname: string) => matchPage(pathname)?.route ?? null

/** The canonical address of a page: parameters that the page does not read are left out, the others are normalised. */
export async function pageAddress({ load }: PageRoute, pathname: string, given: URLSearchParams): Promise<string> {
  const { search } = await load()
  return listPath(pathname, search?.(given) ?? {})
}

// The host is never shown, because pages write paths only.
const wholeUrl = (url: string) => new URL(url, 'http://site.invalid')

/**
 * Loads the data of a public page. All of it comes through `fetchApi`, so that a page can show nothing that the API would not.
 * @param url clean path with the query that the page may read
 */
export async function loadPage(url: string, fetchApi: ApiFetch): Promise<LoadedPage> {
  const queryClient = createQueryClient(fetchApi, true)
  const address = wholeUrl(url)
  await prefetchPage(address, queryClient)
  const missing = queriesOf(queryClient).some(({ state, meta }) => state.data === null && !meta?.['optional'])
  // The page of a missing record shows the newest articles.
  if (missing || !findPage(address.pathname)) await queryClient.prefetchQuery(latestArticles)
  return { url, queryClient, missing }
}

const queriesOf = (queryClient: QueryClient) => queryClient.getQueryCache().getAll()

export async function renderPage(
  { url, queryClient, missing }: LoadedPage,
  { company, form }: RenderOptions,
): Promise<RenderedPage> {
  const address = wholeUrl(url)
  const match = matchPage(address.pathname)
  const screen = match ? { Page: (await match.route.load()).default } : notFound
  let head: PageHead = { title: company.brand }
  const collect = (found: Partial<PageHead>) => {
    head = { ...head, ...found, jsonLd: [...(head.jsonLd || []), ...(found.jsonLd || [])] }
  }
  const body = renderToString(
    <HeadContext value={collect}>
      <AppProviders company={company} queryClient={queryClient} form={form}>
        <SiteScreen router={documentRouter(address, match?.params)} screen={screen} />
      </AppProviders>
    </HeadContext>,
  )
  const failures = queriesOf(queryClient).filter(({ state }) => state.status === 'error')
  const still = match?.route.still
  const failed = failures.some(({ meta }) => !meta?.['optional'])
  return {
    status: failed ? 503 : (head.status ?? 200),
    head,
    body,
    data: {
      company,
      // All addresses of missing records share this document, so it must not contain the one that was requested first.
      // A still page is never rendered from its data in a browser.
      queries: dehydrate(queryClient, {
        shouldDehydrateQuery: ({ state, meta }) =>
          state.status === 'success' && !missing && !still && !meta?.['isPart'],
      }),
      form,
      hydrate: failures.length === 0 && !missing,
    },
  }
}
