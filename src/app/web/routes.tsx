import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode } from 'react'
import { pages } from '#app/pages.ts'
import { decoded } from '#contract/addresses.ts'
import type { Company } from '#contract/company.ts'
import { SignUpForm } from '#features/subscribers/subscription/sign-up-form.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { SiteLayout } from '#site/shell/site-layout.tsx'
import { PreloadContext } from '#ui/link.tsx'
import { type Router, RouterContext } from '#ui/router.ts'
import { CompanyProvider } from '#web/company-context.tsx'
import { type FormResult, FormResultProvider } from '#web/form-result.tsx'
import { LivePartsContext } from '#web/live-parts.ts'
import { ErrorScreen } from '#web/page-frame.tsx'
import type { PageRoute } from '#web/page-route.ts'

const partsOf = (path: string) => path.replace(/\/+$/, '').split('/')

/** The values of a pattern's placeholders in a path; null if the path has another form. */
function matchParts(pattern: string[], parts: string[]): Router['params'] | null {
  if (parts.length !== pattern.length) return null
  const params: Router['params'] = {}
  for (const [index, name] of pattern.entries()) {
    const part = decoded(parts[index] ?? '')
    if (name.startsWith(':') && part) params[name.slice(1)] = part
    else if (part.toLowerCase() !== name) return null
  }
  return params
}

/** The page at a path, with the values of its placeholders. Letter case and slashes at the end make no difference. */
export function matchPage(pathname: string): { route: PageRoute; params: Router['params'] } | undefined {
  const parts = partsOf(pathname)
  for (const route of pages) {
    const params = matchParts(partsOf(route.path), parts)
    if (params) return { route, params }
  }
}

/** Runs every query of the page at an address. A failure stays in the QueryClient, for the page to show. */
export async function prefetchPage(location: { pathname: string; search: string }, client: QueryClient): Promise<void> {
  const match = matchPage(location.pathname)
  if (!match) return
  const { queries } = await match.route.load()
  const request = { path: location.pathname, params: match.params, search: new URLSearchParams(location.search) }
  await Promise.all((queries?.(request, client) ?? []).map((query) => client.prefetchQuery(query)))
}

/** The component of a page, or the error that kept its code from loading. */
export type Screen = { Page: ComponentType } | { error: unknown }

/** The back office follows its own addresses, and returns control at any other address. */
export type OfficeProps = { onLeave: (isReturn: boolean) => void }

export const notFound: Screen = { Page: NotFoundScreen }

/** A page in its frame: the server's documents and the client share it. */
export function SiteScreen({ router, screen }: { router: Router; screen: Screen }) {
  return (
    <RouterContext value={router}>
      <ErrorBoundary at={router.location} frame={(message) => <main>{message}</main>}>
        <SiteLayout newsletter={<SignUpForm />}>
          {/* This boundary is inside the layout, so that the navigation stays when a page fails. */}
          <ErrorBoundary at={router.location}>
            {'Page' in screen ? <screen.Page /> : <ErrorScreen error={screen.error} />}
          </ErrorBoundary>
        </SiteLayout>
      </ErrorBoundary>
    </RouterContext>
  )
}

type BoundaryProps = {
  /** The error is gone when this changes. */
  at: unknown
  frame?: (message: ReactNode) => ReactNode
  children: ReactNode
}
type BoundaryState = { at: unknown; failure?: { error: unknown } }

/** Shows the error of a screen in place of the screen. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at }
  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })
  static getDerivedStateFromProps = ({ at }: BoundaryProps, state: BoundaryState) =>
    at === state.at ? null : { at, failure: undefined }
  override render() {
    const { frame = (message) => message, children } = this.props
    return this.state.failure ? frame(<ErrorScreen error={this.state.failure.error} />) : children
  }
}

type AppProvidersProps = {
  company: Company
  queryClient: QueryClient
  form: FormResult | null
  preload?: ((to: string) => void) | undefined
  children: ReactNode
}

const liveParts = {
  ask: () => import('#features/courses/cohorts/ask-form.tsx'),
  lead: () => import('#features/contact/inbox/lead-form.part.tsx'),
}

/** The context of every screen, the same for the server's render and the client's. */
export function AppProviders({ company, queryClient, form, preload = () => {}, children }: AppProvidersProps) {
  return (
    <CompanyProvider value={company}>
      <QueryClientProvider client={queryClient}>
        <FormResultProvider value={form}>
          <LivePartsContext value={liveParts}>
            <PreloadContext value={preload}>{children}</PreloadContext>
          </LivePartsContext>
        </FormResultProvider>
      </QueryClientProvider>
    </CompanyProvider>
  )
}
