import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Expression, SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { byteOrderMark, csvLine } from '#contract/csv-line.ts'
import type { Database } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import { dayIn } from '#server/runtime/clock.ts'

/** The response of a route that sends a CSV file, for its schema. */
export const csvFile = { description: 'The table', content: { 'text/csv': { schema: z.string() } } }

/** Rows read at a time. The download holds no more in memory, and other requests are served between two reads. */
const pageSize = 1_000

type CsvTable<T extends Table> = {
  table: T
  /** The zone of the day in the file's name. */
  timeZone: string
  /** The column under each heading, or a function that gives the text. */
  columns: Record<string, (keyof Row<T> & string) | ((row: Record<string, unknown>) => string)>
  /** Selects the rows; all of them without it. */
  where?: Expression<SqlBool>
}

/**
 * Sends a table as a download, in the order of its ids, in UTF-8 with the byte order mark that spreadsheets look for.
 * The first rows are read before the answer begins, so a failing database gets an error response.
 */
export async function sendCsv<T extends Table>(
  reply: FastifyReply,
  db: Database['db'],
  { table, timeZone, columns, where }: CsvTable<T>,
) {
  const readPage = (after: string): Promise<Record<string, unknown>[]> => {
    const next = anyTable(db).selectFrom(table.name).selectAll().where('id', '>', after).orderBy('id').limit(pageSize)
    return (where ? next.where(where) : next).execute()
  }
  const cells = (row: Record<string, unknown>) =>
    Object.values(columns).map((column) => (typeof column === 'function' ? column(row) : String(row[column] ?? '')))

  const first = await readPage('')
  async function* lines() {
    yield byteOrderMark + csvLine(Object.keys(columns))
    // Page by page, since an open cursor would block SQLite's only connection until a slow client has read everything.
    for (let rows = first; ; rows = await readPage(String(rows.at(-1)?.['id']))) {
      yield rows.map((row) => csvLine(cells(row))).join('')
      if (rows.length < pageSize) return
      // SQLite answers synchronously, so other requests get their turn only here.
      await setImmediate()
    }
  }
  const day = dayIn(timeZone)(Date.now())
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${table.name}-${day}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(lines()))
}

/**
 * A column of times in a time zone, which the heading names: `2026-03-01 15:30:00`, as spreadsheets read it.
 * @param heading 'Received at'
 * @param column a column of times in ISO 8601
 */
export function timeColumn(heading: string, column: string, timeZone: string) {
  // Swedish writes a date and time like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const text = (row: Record<string, unknown>) => format.format(new Date(String(row[column])))
  return { [`${heading} (${timeZone})`]: text }
}
