import { queryOptions } from '@tanstack/react-query'

/**
 * A public GET of the API as a query: its path is its key, and the QueryClient's `queryFn` fetches it (over HTTP in the browser,
 * in-process on the server). A 404 becomes null.
 * @param omit fields of the answer that no page shows, left out of the document's data
 * @param optional the page is complete without the answer, so that a failure does not fail the document
 */
export const apiQuery = <Answer>(path: string, { omit, optional }: { omit?: string[]; optional?: boolean } = {}) =>
  queryOptions<Answer>({ queryKey: [path], meta: { omit, optional } })

/** Writes the parameters that are set, in their order: `listPath('/api/blogs', { page: 2 })` is `/api/blogs?page=2`. */
export function listPath(
  path: string,
  parameters: Record<string, string | number | boolean | null | undefined>,
): string {
  const entries = Object.entries(parameters).filter(([, value]) => (value ?? '') !== '')
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

/**
 * An `apiQuery` for a part of a page whose server markup the client keeps (`server-part.tsx`): the page is complete without
 * it, and its answer is not in the document's data.
 */
export const partQuery = <Answer>(path: string) =>
  queryOptions<Answer>({ queryKey: [path], meta: { optional: true, isPart: true } })
