import { queryOptions } from '@tanstack/react-query'

/**
 * An `apiQuery` for a part of a page whose server markup the client keeps (`server-part.tsx`): the page is complete without
 * it, and its answer is not in the document's data.
 */
export const partQuery = <Answer>(path: string) =>
  queryOptions<Answer>({ queryKey: [path], meta: { optional: true, isPart: true } })
