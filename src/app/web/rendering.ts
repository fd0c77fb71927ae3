import { type DehydratedState, QueryClient } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { RenderMail } from '#server/mail/mail.ts'
import type { FormResult } from '#web/form-result.tsx'
import { successful } from '#web/http.ts'
import type { PageRoute } from '#web/page-route.ts'

/** Fetches from the API: over the network in the browser, in-process on the server. */
export type ApiFetch = (path: string, signal?: AbortSignal) => Promise<{ status: number; body: unknown }>

/** Every query of the site is a public GET whose key is its path; see `apiQuery`. */
export function createQueryClient(fetchApi: ApiFetch, onServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal, meta }) => {
          const { status, body } = await fetchApi(String(queryKey[0]), signal)
          // A call may say which record is not public any more.
          if (status === 404) return (body as { was?: unknown } | null)?.was ?? null
          return without(successful({ status, body }).body, meta?.['omit'] as string[] | undefined)
        },
        staleTime: 60_000,
        gcTime: onServer ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: false,
        // A failed load is shown at once with a button to try again; automatic retries would only hide it behind a spinner.
        retry: false,
        retryOnMount: !onServer,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function without(body: unknown, fields: string[] = []) {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

export type LoadedPage = {
  url: string
  queryClient: QueryClient
  /** True if the record of the address does not exist: all such addresses of a page render the same. */
  missing: boolean
}

export type RenderOptions = { company: Company; form: FormResult | null }

export type RenderedPage = {
  status: number
  head: PageHead
  /** The markup of the application's root element. */
  body: string
  data: PageData
}

/** The exports of the built renderer (`app/web/renderer.tsx`) for the server, which itself compiles without the browser's types. */
export type Renderer = {
  pages: PageRoute[]
  findPage(pathname: string): PageRoute | null
  pageAddress(route: PageRoute, pathname: string, given: URLSearchParams): Promise<string>
  loadPage(url: string, fetchApi: ApiFetch): Promise<LoadedPage>
  renderPage(page: LoadedPage, options: RenderOptions): Promise<RenderedPage>
  renderMail: RenderMail
}

/** The data in a document for the client that hydrates it: JSON in a script element with this id. */
export const pageDataId = 'atrium-data'

export type PageData = {
  company: Company
  queries: DehydratedState
  /** Present in the answer to a native post. */
  form: FormResult | null
  /** False if the client would render the page differently from the server; it then renders again. */
  hydrate: boolean
}
