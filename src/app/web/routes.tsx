import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, matchRoutes, type RouteObject, useRouteError } from 'react-router'
import { pages } from '#app/pages.ts'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { SiteLayout } from '#site/shell/site-layout.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { ErrorScreen } from '#web/error-screen.tsx'
import type { PageModule } from '#web/page-route.ts'

/** A page whose code is loaded already, so that it can be rendered at once. */
type LoadedPage = { path: string; module: PageModule }

const layout = (page?: ReactNode) => <SiteLayout newsletter={<NewsletterForm />}>{page}</SiteLayout>

/** An error outside any page. An address with a line break, which matches none of the router's patterns, ends here too. */
function OuterError() {
  return isRouteErrorResponse(useRouteError()) ? (
    layout(<NotFoundScreen />)
  ) : (
    <main>
      <ErrorScreen />
    </main>
  )
}

/** The only route table: the server's documents, the path-mode client and the hash-mode client share it. */
export const createRoutes = (loaded?: LoadedPage): RouteObject[] => [
  {
    element: layout(),
    ErrorBoundary: OuterError,
    HydrateFallback: LoadingScreen,
    children: [
      {
        // The error boundary is inside the layout, so that the navigation stays when a screen fails.
        ErrorBoundary: ErrorScreen,
        children: [
          ...pages.map(({ path, load }) =>
            path === loaded?.path
              ? { path, Component: loaded.module.default }
              : { path, lazy: async () => ({ Component: (await load()).default }) },
          ),
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]

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
