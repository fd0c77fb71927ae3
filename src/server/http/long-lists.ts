import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import * as z from 'zod/mini'
import type { StaffListQuery } from '#contract/lists.ts'
import { type Db, timeIn } from '#server/database/connect.ts'
import { offsetOf } from '#server/database/list-pages.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Row, Table } from '#server/database/table.ts'
import { dayIn } from '#server/runtime/clock.ts'

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

/** The response of a route that sends a CSV file, for its schema. */
export const csvFile = {
  description: 'A table in UTF-8, whose first line names the columns.',
  content: { 'text/csv': { schema: z.string() } },
}

/** Rows read at a time. An answer holds no more in memory, and other requests are served between two reads. */
const csvPage = 1_000
const jsonPage = 500

/** A stream of texts. The first is made before the answer begins, so that a failing database leads to an error response. */
async function streamOf(parts: AsyncGenerator<string>): Promise<Readable> {
  const { value: first } = await parts.next()
  async function* all() {
    yield first
    yield* parts
  }
  return Readable.from(all())
}

/**
 * Where a spreadsheet would read a formula; an apostrophe before it marks a text. A spreadsheet that expects another separator than the
 * comma begins a cell after a semicolon, a tab or a line end too, even inside quotation marks.
 */
const formula = /^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A field as RFC 4180 quotes it, safe to open in a spreadsheet. */
const field = (value: string) => `"${value.replace(formula, "'").replaceAll('"', '""')}"`

export const csvLine = (values: string[]) => `${values.map(field).join(',')}\r\n`

/** The byte order mark at the beginning of the file, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff'

export type CsvTable<T extends Table> = {
  table: T
  /** The zone of the day in the file's name. */
  timeZone: string
  /** The column under each heading, or a function that gives the text. */
  columns: Record<string, (keyof Row<T> & string) | ((row: Record<string, unknown>) => string)>
  /** Selects the rows; all of them without it. */
  where?: Expression<SqlBool>
  /** A unique column that orders the rows; their id without it. */
  key?: keyof Row<T> & string
  /** The begin of the file's name; that of the table without it. */
  name?: string
  /** Adds to rows what other tables have about them. */
  more?: (rows: Record<string, unknown>[]) => Record<string, unknown>[] | Promise<Record<string, unknown>[]>
}

/** The lines of a table as CSV, in UTF-8 with the byte order mark that spreadsheets look for. */
export async function* csvLines<T extends Table>(
  db: Db,
  { table, columns, where, key = 'id', more = (rows) => rows }: CsvTable<T>,
): AsyncGenerator<string> {
  const all: AnyRows = anyTable(db).selectFrom(table.name).selectAll()
  const cells = (row: Record<string, unknown>) =>
    Object.values(columns).map((column) => (typeof column === 'function' ? column(row) : String(row[column] ?? '')))
  let heading = byteOrderMark + csvLine(Object.keys(columns))
  for await (const page of readPages(where ? all.where(where) : all, [key], { size: csvPage, direction: 'asc' })) {
    const rows = await more(page)
    yield heading + rows.map((row) => csvLine(cells(row))).join('')
    heading = ''
  }
  yield heading
}

/** Sends a table as a download. */
export async function sendCsv<T extends Table>(reply: FastifyReply, db: Db, csv: CsvTable<T>) {
  const { table, timeZone, name = table.name } = csv
  const stream = await streamOf(csvLines(db, csv))
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${dayIn(timeZone)(timeIn(db))}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(stream)
}

/**
 * A column of times in a time zone, which the heading names: `2026-03-01 15:30:00`, as spreadsheets read it.
 * @param heading 'Received at'
 * @param column a column of times in ISO 8601; the cell of a row without one is empty
 */
export function timeColumn(heading: string, column: string, timeZone: string) {
  // Swedish writes a date and time like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const text = (row: Record<string, unknown>) => (row[column] ? format.format(new Date(String(row[column]))) : '')
  return { [`${heading} (${timeZone})`]: text }
}

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
 * Streams a list of any length, newest first, as the JSON that a single `send` would produce.
 * @param list with its columns, without an order
 * @param keys the columns of the list's time and id, such as `blogs.createdAt` and `blogs.id`, which are both selected
 */
export async function sendWholeList<Row extends { id: string }>(
  reply: FastifyReply,
  list: AnyRows<Row>,
  keys: [time: string, id: string],
  { item, toItem, field, after = () => ({}) }: ListFormat<Row>,
): Promise<FastifyReply> {
  const write = (row: Row) => JSON.stringify(z.encode(item, toItem(row)))
  async function* parts() {
    const begin = field ? `{${JSON.stringify(field)}:[` : '['
    let before = begin
    for await (const rows of readPages(list, keys, { size: jsonPage, direction: 'desc' })) {
      yield before + rows.map(write).join(',')
      before = ','
    }
    const empty = before === begin
    const rest = JSON.stringify(after(empty)).slice(1, -1)
    yield (empty ? begin : '') + (field ? `]${rest && `,${rest}`}}` : ']')
  }
  const stream = await streamOf(parts())
  return reply.type('application/json; charset=utf-8').send(stream)
}
