import type { ReactNode } from 'react'
import { isRouteErrorResponse, type RouteObject, useRouteError } from 'react-router'
import { pages } from '#app/pages.ts'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { NotFoundScreen } from '#site/shell/not-found-screen.tsx'
import { SiteLayout } from '#site/shell/site-layout.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { ErrorScreen } from '#web/error-screen.tsx'
import type { PageModule } from '#web/page-route.ts'

/** A page whose code is there already, so that it can be rendered at once. */
type LoadedPage = { path: string; module: PageModule }

const layout = (page?: ReactNode) => <SiteLayout newsletter={<NewsletterForm />}>{page}</SiteLayout>

/** What broke outside any page. An address with a line break in it, which no pattern of the router matches, arrives here as well. */
function OuterError() {
  return isRouteErrorResponse(useRouteError()) ? (
    layout(<NotFoundScreen />)
  ) : (
    <main>
      <ErrorScreen />
    </main>
  )
}

/** The one route table: the server's documents, the path-mode client and the hash-mode client all read it. */
export const createRoutes = (loaded?: LoadedPage): RouteObject[] => [
  {
    element: layout(),
    ErrorBoundary: OuterError,
    HydrateFallback: LoadingScreen,
    children: [
      {
        // Inside the layout, so that a screen that breaks leaves the navigation standing.
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
