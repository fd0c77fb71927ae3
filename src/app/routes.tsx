import type { RouteObject } from 'react-router'
import { pages } from '#features/all.pages.ts'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { ErrorScreen } from '#site/error-screen.tsx'
import { NotFoundScreen } from '#site/not-found-screen.tsx'
import type { PageModule } from '#site/page-route.ts'
import { LoadingScreen, SiteLayout } from '#site/site-layout.tsx'

/** What a page's route carries once its module is there. */
export type PageHandle = Pick<PageModule, 'queries'>

/** The one route table: the server's documents, the path-mode client and the hash-mode client all read it. */
export const createRoutes = (): RouteObject[] => [
  {
    element: <SiteLayout newsletter={<NewsletterForm />} />,
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    HydrateFallback: LoadingScreen,
    children: [
      {
        // Inside the layout, so that a screen that breaks leaves the navigation standing.
        ErrorBoundary: ErrorScreen,
        children: [
          ...pages.map(({ path, load }) => ({
            path,
            lazy: async () => {
              const { default: Component, queries } = await load()
              return { Component, handle: { queries } satisfies PageHandle }
            },
          })),
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]
