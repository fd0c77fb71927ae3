import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { StaffListQuery } from '#contract/fields.ts'
import type { Schema } from '#server/database/schema.ts'

/** The page of a list that a caller asked for; pages count from 1. */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** How many pages hold so many things; 0 when there is nothing. */
export const pagesFor = (count: number, { limit }: Page) => Math.ceil(count / limit)

/** The longest part of a staff list, and the usual one when a page of it is asked for. */
const longestPart = 1_000
const usualPart = 50

/**
 * The rows of a staff list: all of them when the caller asked plainly, else the part asked for, with the number of all that match in the
 * answer's `X-Total-Count`.
 * @param list selected and in its order, with what `search` and `status` leave out already left out
 */
export async function staffPart<DB, TB extends keyof DB, Row>(
  reply: FastifyReply,
  query: StaffListQuery,
  list: SelectQueryBuilder<DB, TB, Row>,
): Promise<Row[]> {
  if (Object.values(query).every((value) => value === undefined)) return list.execute()
  const limit = query.limit ?? (query.page === undefined ? longestPart : usualPart)
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
