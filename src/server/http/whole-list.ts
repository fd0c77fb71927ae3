import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import * as z from 'zod/mini'

/** Rows read at a time. An answer keeps no more in memory, and other requests are served between two reads. */
const pageSize = 500

type ListFormat<Row> = {
  /** The contract of an item, and the conversion of a row into one. */
  item: z.ZodMiniType
  toItem(row: Row): unknown
  /** The field of the answer that holds the list; without it the answer is the list. */
  field?: string
  /** Fields of the answer after the list. */
  after?: (empty: boolean) => object
}

/**
 * Streams a list of any length, newest first, as the JSON that a single `send` would produce. It is read page by page, by key, since an open
 * cursor would block SQLite's connection until a slow client has read everything.
 * @param list with its columns, without an order
 * @param keys the columns of the list's time and id, such as `blogs.createdAt` and `blogs.id`, which are both selected
 */
export async function sendWholeList<Row extends { id: string }>(
  reply: FastifyReply,
  // biome-ignore lint/suspicious/noExplicitAny: any table, which Kysely's types cannot express
  list: SelectQueryBuilder<any, any, Row>,
  [time, id]: [time: string, id: string],
  { item, toItem, field, after = () => ({}) }: ListFormat<Row>,
): Promise<FastifyReply> {
  const timeOf = (row: Row) => (row as Record<string, unknown>)[time.slice(time.indexOf('.') + 1)]
  const readPage = (last?: Row): Promise<Row[]> => {
    const page = list.orderBy(time, 'desc').orderBy(id, 'desc').limit(pageSize)
    if (!last) return page.execute()
    return page.where(({ eb, refTuple, tuple }) => eb(refTuple(time, id), '<', tuple(timeOf(last), last.id))).execute()
  }
  const write = (row: Row) => JSON.stringify(z.encode(item, toItem(row)))

  async function* parts(first: Row[]) {
    yield field ? `{${JSON.stringify(field)}:[` : '['
    for (let page = first, before = ''; page.length > 0; before = ',') {
      yield before + page.map(write).join(',')
      if (page.length < pageSize) break
      // SQLite may answer synchronously, so other requests get their turn only here.
      await setImmediate()
      page = await readPage(page.at(-1))
    }
    const rest = JSON.stringify(after(first.length === 0)).slice(1, -1)
    yield field ? `]${rest && `,${rest}`}}` : ']'
  }
  // The first page is read before the answer begins, so that a failing database leads to an error response.
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts(await readPage())))
}
