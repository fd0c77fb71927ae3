import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '#server/database/schema.ts'

/** Rows read at a time: an answer holds no more of them in memory, and between two reads others have their turn. */
const pageSize = 500

/** Rows of one of these tables, with the time that they are ordered by. */
type Listed = { subscribers: 'subscribedAt'; contactRequests: 'createdAt' }

type Answer<Row> = {
  /** The contract of an item, and how a row becomes one. */
  item: z.ZodMiniType
  toItem(row: Row): unknown
  /** The field of the answer that holds the list; without it the answer is the list. */
  field?: string
}

/**
 * Answers a whole list, newest first, as the same JSON that it would be at once, however long it is. It is read page by page, by key: an
 * open cursor would hold SQLite's one connection for as long as a slow reader takes.
 * @param list selected, without an order
 */
export async function sendWholeList<
  Name extends keyof Listed,
  Row extends { id: string } & Record<Listed[Name], string>,
>(
  reply: FastifyReply,
  list: SelectQueryBuilder<Schema, Name, Row>,
  time: Listed[Name],
  { item, toItem, field }: Answer<Row>,
): Promise<FastifyReply> {
  // Kysely's types cannot follow a table that is given by its name.
  const rows = list as unknown as SelectQueryBuilder<Schema, 'subscribers', Row>
  const key = time as 'subscribedAt'
  const readPage = (after?: Row): Promise<Row[]> => {
    const page = rows.orderBy(key, 'desc').orderBy('id', 'desc').limit(pageSize)
    if (!after) return page.execute()
    return page
      .where(({ eb, refTuple, tuple }) => eb(refTuple(key, 'id'), '<', tuple(after[time] as string, after.id)))
      .execute()
  }
  const write = (row: Row) => JSON.stringify(z.encode(item, toItem(row)))

  async function* parts(first: Row[]) {
    yield field ? `{${JSON.stringify(field)}:[` : '['
    for (let page = first, before = ''; page.length > 0; before = ',') {
      yield before + page.map(write).join(',')
      if (page.length < pageSize) break
      // SQLite answers at once, so that nobody else would have a turn by itself.
      await setImmediate()
      page = await readPage(page.at(-1))
    }
    yield field ? ']}' : ']'
  }
  // The first read comes before the answer begins, so that a database that is away is an error like any other.
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts(await readPage())))
}
