import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '#server/database/schema.ts'

/** Rows read at a time. An answer holds no more in memory, and other requests are served between two reads. */
const pageSize = 500

/** The tables that can be sent, with the column that orders them. */
type Listed = { subscribers: 'subscribedAt'; contactRequests: 'createdAt' }

type ListFormat<Row> = {
  /** The contract of an item, and the conversion of a row into one. */
  item: z.ZodMiniType
  toItem(row: Row): unknown
  /** The field of the answer that holds the list; without it the answer is the list. */
  field?: string
}

/**
 * Streams a list of any length, newest first, as the JSON that a single `send` would produce. It is read page by page, by key, since an open
 * cursor would block SQLite's only connection until a slow client has read everything.
 * @param list with its columns, without an order
 */
export async function sendWholeList<
  Name extends keyof Listed,
  Row extends { id: string } & Record<Listed[Name], string>,
>(
  reply: FastifyReply,
  list: SelectQueryBuilder<Schema, Name, Row>,
  time: Listed[Name],
  { item, toItem, field }: ListFormat<Row>,
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
      // SQLite answers synchronously, so other requests get their turn only here.
      await setImmediate()
      page = await readPage(page.at(-1))
    }
    yield field ? ']}' : ']'
  }
  // The first page is read before the answer begins, so that a failing database leads to an error response.
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts(await readPage())))
}
