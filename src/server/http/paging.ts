import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { StaffListQuery } from '#contract/fields.ts'
import { offsetOf } from '#server/database/list-pages.ts'
import type { Schema } from '#server/database/schema.ts'

/** The limit of a staff list that names no page, and the default page size. */
const maxRows = 1_000
const defaultPageSize = 50

/** Whether a staff list is requested without parameters: the answer is then the whole list. */
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
