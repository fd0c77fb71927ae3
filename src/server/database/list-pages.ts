import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { offsetOf, type Page } from '#server/http/paging.ts'
import type { Database } from './connect.ts'
import { createContentCache } from './content-cache.ts'
import { readerFor } from './long-reads.ts'
import { anyTable } from './rows.ts'
import type { Schema } from './schema.ts'

/** A list of public content, newest first. */
export type ContentList = {
  /** Its table, which has an index on what `where` compares, `createdAt` and `id`. */
  table: keyof Schema
  /** Names the table and its filters: lists with the same key have the same rows. */
  key: string
  rows: (db: Kysely<Schema>) => AnyRows
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, which Kysely's types cannot express
export type AnyRows = SelectQueryBuilder<any, any, any>

/** The rows between two marks. The database skips so many in less than 0.1 ms. */
const markEvery = 500
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
const countList = (database: Database, { table, key, rows }: ContentList): Promise<number> =>
  counts(database, key, async () => {
    const counted = rows(await readerFor(database, table))
    return (await counted.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  })

/**
 * The ids on a page of a list. Every page takes the same time: the first row of every few hundred is remembered for each version of the
 * content, so that the database need not skip all the rows before a page.
 */
async function listPageIds(database: Database, list: ContentList, page: Page): Promise<string[]> {
  const offset = offsetOf(page)
  const [time, id] = [`${list.table}.createdAt`, `${list.table}.id`]
  let rows = list.rows(database.db)
  let skip = offset
  if (offset >= marksFrom) {
    const marks = await marksOf(database, list)
    const mark = marks[Math.floor(offset / markEvery)]
    if (!mark) return []
    rows = rows.where(({ eb, refTuple, tuple }) => eb(refTuple(time, id), '<=', tuple(mark.createdAt, mark.id)))
    skip = offset % markEvery
  }
  const found = await rows.select(id).orderBy(time, 'desc').orderBy(id, 'desc').limit(page.limit).offset(skip).execute()
  return found.map((row) => row.id)
}

/** The first row of the list and every 500th after it. */
const marksOf = (database: Database, { table, key, rows }: ContentList): Promise<Mark[]> =>
  allMarks(database, key, async () => {
    const db = await readerFor(database, table)
    const [time, id] = [sql.ref(`${table}.createdAt`), sql.ref(`${table}.id`)]
    const numbered = rows(db).select([
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
