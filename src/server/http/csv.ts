import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'

/** The answer of a route that sends a table, for its schema. */
export const csvFile = { description: 'The table', content: { 'text/csv': { schema: z.string() } } }

/** Rows read at a time: the download holds no more in memory, and between two reads others have their turn. */
const pageSize = 1_000

/**
 * A spreadsheet takes what begins like this for a formula; an apostrophe before it says that it is a text. To one that looks for another
 * separator than the comma a cell also begins behind a semicolon, a tab or a line end, whatever the quotation marks.
 */
const formula = /^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** One field as RFC 4180 writes it, safe to open in a spreadsheet. */
const field = (value: string) => `"${value.replace(formula, "'").replaceAll('"', '""')}"`

const line = (values: string[]) => `${values.map(field).join(',')}\r\n`

/**
 * A whole table to download, in the order of its ids, in UTF-8 with the mark that spreadsheets look for.
 * @param columns each heading, and the column that it stands above
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
    // Page by page: an open cursor would hold SQLite's one connection for as long as a slow reader takes.
    for (let after = ''; ; ) {
      const rows = await readPage(after)
      yield rows.map((row) => line(Object.values(columns).map((column) => String(row[column] ?? '')))).join('')
      if (rows.length < pageSize) return
      after = String(rows.at(-1)?.id)
      // SQLite answers at once, so that nobody else would have a turn by itself.
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
