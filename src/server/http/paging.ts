import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { StaffListQuery } from '#contract/fields.ts'
import type { Schema } from '#server/database/schema.ts'

/** The requested page of a list; pages count from 1. */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** The number of pages for a number of rows; 0 for none. */
export const pagesFor = (count: number, { limit }: Page) => Math.ceil(count / limit)

/** A page of ids that are all known. */
export const pageOf = (all: string[], page: Page) => ({
  ids: all.slice(offsetOf(page), offsetOf(page) + page.limit),
  count: all.length,
})

/** The limit of a staff list that names no page, and the default page size. */
const maxRows = 1_000
const defaultPageSize = 50

/** Whether a staff list is asked for without any parameter: then the answer is all of it. */
export const asksForAll = (query: StaffListQuery) => Object.values(query).every((value) => value === undefined)

/**
 * The rows of the requested page of a staff list, with the number of all matching rows in the header `X-Total-Count`.
 * @param list with its columns, its order, and the filters of `search` and `status`
 */
export async function paginate<DB, TB extends keyof DB, Row>(
  reply: FastifyReply,
  query: StaffListQuery,
  list: SelectQueryBuilder<DB, TB, Row>,
): Promise<Row[]> {
  const limit = query.limit ?? (query.page === undefined ? maxRows : defaultPageSize)
  const [count, rows] = await Promise.all([
    countOf(list),
    list
      .limit(limit)
      .offset(offsetOf({ page: query.page ?? 1, limit }))
      .execute(),
  ])
  reply.header('x-total-count', count)
  return rows
}

/** How many rows a query finds, whatever it selects. */
async function countOf<DB, TB extends keyof DB, Row>(list: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const rows = list.clearSelect().clearOrderBy() as unknown as SelectQueryBuilder<Schema, 'settings', object>
  return (await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
