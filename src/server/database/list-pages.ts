import { sql } from 'kysely'
import type { Database, Db } from './connect.ts'
import { createContentCache } from './content-version.ts'
import { type AnyRows, comesAfter, readerFor, readPages } from './long-reads.ts'
import { anyTable } from './rows.ts'
import type { Schema } from './schema.ts'

/** A list of public content, newest first. */
export type ContentList = {
  /** Its table, which has an index on what `where` compares, `createdAt` and `id`. */
  table: keyof Schema
  /** Names the table and its filters: lists with the same key have the same rows. */
  key: string
  /** A column that comes before the newest in the order, for a list of few rows. */
  first?: string
  /**
   * @param now the time that decides what is public (`database.now()`)
   * @param today its day for the company (`database.today()`), for a table with a last day
   */
  rows: (db: Db, now: string, today?: string) => AnyRows
}

/** The rows between two marks. The database skips this many in less than 0.1 ms. */
const markEvery = 500
/** How many rows are read at once from the whole of a list. */
const batchSize = 1_000
/** Up to this row a page is found without marks. */
const marksFrom = 2_000

type Mark = { createdAt: string; id: string }

/** The ids on a page of a list, and the number of rows on all pages. */
export async function readPage(
  database: Database,
  list: ContentList,
  page: Page,
): Promise<{ ids: string[]; count: number }> {
  const count = await countList(database, list)
  return { ids: offsetOf(page) < count ? await listPageIds(database, list, page) : [], count }
}

/** Puts rows into the order of their ids. */
export function inOrder<Row extends { id: string }>(rows: Row[], ids: string[]): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

const counts = createContentCache<number>(200)
const allMarks = createContentCache<Mark[]>(50)

/** The number of rows of a list, counted once for each version of the content. */
export const countList = (database: Database, { table, key, rows }: ContentList): Promise<number> =>
  counts(database, key, async () => {
    const counted = rows(await readerFor(database, table), database.now(), database.today())
    return (await counted.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  })

/** The ids on a page of a list. Every page takes the same time. */
async function listPageIds(database: Database, list: ContentList, page: Page): Promise<string[]> {
  const [time, id] = keysOf(list)
  const all = list.rows(database.db, database.now(), database.today())
  const { first } = list
  const rows = first ? all.orderBy(first).offset(offsetOf(page)) : await startingAt(database, list, all, offsetOf(page))
  if (!rows) return []
  return (await rows.select(id).orderBy(time, 'desc').orderBy(id, 'desc').limit(page.limit).execute()).map(
    (row) => row.id,
  )
}

/**
 * Reads a part of a list, or all of it, in batches.
 * @param columns of its table, besides `createdAt` and `id`
 */
export async function* readRows<Row>(
  database: Database,
  list: ContentList,
  columns: (keyof Row & string)[],
  { offset = 0, limit = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<(Row & Mark)[]> {
  const keys = keysOf(list)
  const selected = [...keys, ...columns.map((column) => `${list.table}.${column}`)]
  const all = list.rows(await readerFor(database, list.table), database.now(), database.today()).select(selected)
  const rows = await startingAt(database, list, all, offset)
  if (rows) yield* readPages<Row & Mark>(rows, keys, { size: batchSize, direction: 'desc', limit })
}

const keysOf = ({ table }: ContentList): [time: string, id: string] => [`${table}.createdAt`, `${table}.id`]

/**
 * The rows of a list from a place on. The first row of every few hundred is remembered for each version of the content, so that the database
 * need not skip all rows before a place. Undefined beyond the end.
 */
async function startingAt(
  database: Database,
  list: ContentList,
  rows: AnyRows,
  offset: number,
): Promise<AnyRows | undefined> {
  if (offset < marksFrom) return rows.offset(offset)
  const mark = (await marksOf(database, list))[Math.floor(offset / markEvery)]
  return mark && rows.where(comesAfter(keysOf(list), mark, '<=')).offset(offset % markEvery)
}

/** The first row of the list and every 500th after it. */
const marksOf = (database: Database, { table, key, rows }: ContentList): Promise<Mark[]> =>
  allMarks(database, key, async () => {
    const db = await readerFor(database, table)
    const [time, id] = [sql.ref(`${table}.createdAt`), sql.ref(`${table}.id`)]
    const numbered = rows(db, database.now(), database.today()).select([
      time.as('createdAt'),
      id.as('id'),
      sql<number>`row_number() over (order by ${time} desc, ${id} desc)`.as('place'),
    ])
    return anyTable(db)
      .selectFrom(numbered.as('numbered'))
      .select(['createdAt', 'id'])
      .where(sql<boolean>`"place" % ${sql.lit(markEvery)} = 1`)
      .orderBy('place')
      .execute()
  })

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
