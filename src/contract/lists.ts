import * as z from 'zod/mini'
import { cleanText } from './clean-text.ts'

const searchText = z.string().check(z.overwrite((text) => cleanText(text, ' ')))

/** Items on a page of a public list, unless the caller says otherwise. */
const publicPageSize = 6
/** The most items that a caller may request at once. */
const maxPublicPageSize = 100

const count = (name: string, max: number) =>
  z.coerce
    .number(`${name} must be a number`)
    .check(
      z.int(`${name} must be a whole number`),
      z.minimum(1, `${name} must be 1 or more`),
      z.maximum(max, `${name} must be at most ${max}`),
    )

/** Pages count from 1. */
export const pageNumber = count('page', 1_000_000)

/** `page`, `limit` and `search` of every public list. Values arrive as text in the address. */
export const publicListQuery = {
  page: z._default(pageNumber, 1),
  limit: z._default(count('limit', maxPublicPageSize), publicPageSize),
  search: z.optional(searchText),
}

/** The pages of a public list. `total` counts the records that a search found; it is absent if there are more than a search looks at. */
export const pageCounts = { totalPages: z.int(), total: z.optional(z.int()) }

/** The order of a staff's list: by one of these columns, with `-` before it from the last to the first. */
export const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  z.optional(
    z.enum(
      columns.flatMap((column) => [column, `-${column}`] as const),
      `sort must be one of ${columns.join(', ')}, with - before it for descending`,
    ),
  )

/**
 * `page`, `limit`, `search` and `status` of the staff's lists. Without any of them the answer is the whole list; with any, it is a part, and
 * `X-Total-Count` says how many match. The default `limit` is 50 with `page`, and 1,000 without.
 */
export const staffListQuery = z.object({
  page: z.optional(pageNumber),
  limit: z.optional(count('limit', 1_000)),
  search: z.optional(searchText.check(z.trim())),
  status: z.optional(z.string()),
})
export type StaffListQuery = z.infer<typeof staffListQuery>

/** The most records of one call: more than a page of any list shows. */
export const mostInBulk = 100

const named = z.object({ _id: z.string(), version: z.optional(z.int()) })
export type Named = z.infer<typeof named>

/** One action on many records. Each may name the version that the caller has seen, like `If-Match`: a record with another version is not changed. */
export const bulkInput = <const Actions extends readonly string[]>(actions: Actions) =>
  z.object({
    action: z.enum(actions, `action must be one of ${actions.join(', ')}`),
    records: z.array(named).check(
      z.minLength(1, 'Name at least one record'),
      z.maxLength(mostInBulk, `Name at most ${mostInBulk} records`),
      z.refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, 'Name each record once'),
    ),
  })

/** `changed` lists the records that changed, `failed` those that did not, with the reason. */
export const bulkAnswer = z.object({
  changed: z.array(named),
  failed: z.array(z.object({ _id: z.string(), message: z.string(), code: z.string() })),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>
