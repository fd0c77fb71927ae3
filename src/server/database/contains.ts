import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/**
 * The condition that one of the columns holds a text as a part of it, whatever its case: how the staff's lists are searched. Unlike the
 * public search it finds the middle of a word.
 * @param columns as a query names them, `contactRequests.email`
 */
export function contains({ db }: Pick<Database, 'db'>, columns: string[], text: string): RawBuilder<boolean> {
  const position = sql.raw(kindOf(db) === 'sqlite' ? 'instr' : 'strpos')
  const any = columns.map((column) => sql`${position}(fold(${sql.ref(column)}), ${text.toLowerCase()}) > 0`)
  return sql<boolean>`(${sql.join(any, sql` or `)})`
}
