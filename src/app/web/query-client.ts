import { QueryClient } from '@tanstack/react-query'
import { successful } from '#web/http.ts'

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
