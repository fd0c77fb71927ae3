import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { kindOf } from './dialect.ts'
import type { Schema } from './schema.ts'

/**
 * A text column as lists are sorted by it: upper and lower case alike for Latin letters without accents, so that both databases have the same
 * order and find it in an index (`sortedBy` in `migrations/baseline/content.ts`).
 */
export const byText = (db: Kysely<Schema>, column: string): RawBuilder<string> =>
  kindOf(db) === 'sqlite' ? sql`${sql.ref(column)} collate nocase` : sql`lower(${sql.ref(column)} collate "C")`

/**
 * Sorts a list by one of its columns, and rows that are equal in it by their ids.
 * @param sort a key, with `-` before it for descending
 * @param keys what to sort by for each
 * @param id the id's column, such as `blogs.id`
 */
export function sorted<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  sort: string,
  keys: Record<string, RawBuilder<unknown>>,
  id: string,
): SelectQueryBuilder<DB, TB, Row> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const key = keys[sort.replace('-', '')]
  return (key ? list.orderBy(key, direction) : list).orderBy(sql.ref(id), direction)
}
