import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/**
 * The condition that one of the columns contains a text, ignoring case. The search of back office lists uses it. Unlike
 * the public search it also matches within words.
 * @param columns their names in the query, such as `contactRequests.email`
 */
export function contains({ db }: Pick<Database, 'db'>, columns: string[], text: string): RawBuilder<boolean> {
  const position = sql.raw(kindOf(db) === 'sqlite' ? 'instr' : 'strpos')
  const any = columns.map((column) => sql`${position}(fold(${sql.ref(column)}), ${text.toLowerCase()}) > 0`)
  return sql<boolean>`(${sql.join(any, sql` or `)})`
}
