import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'

/** The response of a route that sends a CSV file, for its schema. */
export const csvFile = { description: 'The table', content: { 'text/csv': { schema: z.string() } } }

/** Rows read at a time. The download holds no more in memory, and other requests are served between two reads. */
const pageSize = 1_000

/**
 * Where a spreadsheet would read a formula; an apostrophe before it marks a text. A spreadsheet that expects another separator than the
 * comma begins a cell after a semicolon, a tab or a line end too, even inside quotation marks.
 */
const formula = /^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A field as RFC 4180 quotes it, safe to open in a spreadsheet. */
const field = (value: string) => `"${value.replace(formula, "'").replaceAll('"', '""')}"`

const line = (values: string[]) => `${values.map(field).join(',')}\r\n`

/**
 * Sends a whole table as a download, in the order of its ids, in UTF-8 with the byte order mark that spreadsheets look for.
 * @param columns the column under each heading
 */
export function sendCsv<T extends Table>(
  reply: FastifyReply,
  db: Database['db'],
  table: T,
  columns: Record<string, keyof Row<T> & string>,
) {
  const readPage = (after: string): Promise<Record<string, unknown>[]> =>
    anyTable(db).selectFrom(table.name).selectAll().where('id', '>', after).orderBy('id').limit(pageSize).execute()

  async function* lines() {
    yield `\ufeff${line(Object.keys(columns))}`
    // Page by page, since an open cursor would block SQLite's only connection until a slow client has read everything.
    for (let after = ''; ; ) {
      const rows = await readPage(after)
      yield rows.map((row) => line(Object.values(columns).map((column) => String(row[column] ?? '')))).join('')
      if (rows.length < pageSize) return
      after = String(rows.at(-1)?.id)
      // SQLite answers synchronously, so other requests get their turn only here.
      await setImmediate()
    }
  }
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${table.name}-${day}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(lines()))
}
