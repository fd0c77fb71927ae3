import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './connect.ts'
import { anyTable } from './rows.ts'
import { type Boundaries, optional, type Table, text, time } from './table.ts'

/** The columns of a record that can be in the trash: the time of deletion, and the person. Migrations have them as `trash`. */
export const trashColumns = { deletedAt: optional(time()), deletedBy: optional(text()) }

/** The columns of a record that is public from a time on, and until a time. Migrations have them as `schedule`. */
export const scheduleColumns = { publishAt: optional(time()), unpublishAt: optional(time()) }

export const lifecycleColumns = { ...trashColumns, ...scheduleColumns }

/** Whether the records of a table go to the trash when they are deleted. */
export const hasTrash = (table: Table) => 'deletedAt' in table.columns
/**
 * The column with the address of a record, which stays reserved while the record is in the trash: its slug, or the whole path. Undefined for records
 * without pages of their own.
 */
export const addressOf = ({ columns }: Table): 'slug' | 'path' | undefined =>
  (['slug', 'path'] as const).find((name) => name in columns)
/** Whether the records of a table appear and end at a time. */
export const hasSchedule = (table: Table) => 'publishAt' in table.columns

/** The column that says whether staff have published a record, in a table whose records staff publish at a time. */
export const flagOf = (table: Table): 'published' | 'active' | undefined =>
  hasSchedule(table) ? (['published', 'active'] as const).find((name) => name in table.columns) : undefined

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, which Kysely's types cannot express
type AnyExpression = ExpressionBuilder<any, any>

const columnOf = (table: Table) => (name: string) => `${table.name}.${name}`

/** The condition that a record is not in the trash. */
export const isPresent = (table: Table) => (row: AnyExpression) =>
  hasTrash(table) ? row(`${table.name}.deletedAt`, 'is', null) : sql<SqlBool>`true`

/** The column with the last day on which visitors see a record, YYYY-MM-DD in the company's time zone, in a table that has such a one. */
const lastDayOf = ({ columns }: Table): 'closesOn' | undefined => ('closesOn' in columns ? 'closesOn' : undefined)

/**
 * The condition that a record is public at a time. Every query for visitors uses it, so no job has to run.
 * @param flag the column that says whether staff have published the record
 * @param today the company's day at that time (`database.today()`), for a table with a last day
 */
export const isLive = (table: Table, flag: string, now: string, today?: string) => (row: AnyExpression) => {
  const column = columnOf(table)
  const lastDay = lastDayOf(table)
  return row.and([
    row(column(flag), '=', true),
    ...(lastDay && today !== undefined ? [row(column(lastDay), '>=', today)] : []),
    ...(hasTrash(table) ? [isPresent(table)(row)] : []),
    ...(hasSchedule(table)
      ? [
          row.or([row(column('publishAt'), 'is', null), row(column('publishAt'), '<=', now)]),
          row.or([row(column('unpublishAt'), 'is', null), row(column('unpublishAt'), '>', now)]),
        ]
      : []),
  ])
}

/** Whether a row that was read is public at a time; `isLive` is the same as a condition of a query. */
export const isLiveRow = (flag: string, row: Record<string, unknown>, now: string, today?: string): boolean =>
  Boolean(row[flag]) &&
  !hasClosed(row, today) &&
  !row['deletedAt'] &&
  (!row['publishAt'] || (row['publishAt'] as string) <= now) &&
  (!row['unpublishAt'] || (row['unpublishAt'] as string) > now)

/** Whether the last day of a row that was read has passed. */
export const hasClosed = ({ closesOn }: Record<string, unknown>, today?: string): boolean =>
  typeof closesOn === 'string' && today !== undefined && closesOn < today

/** The columns that say whether a record of a table is in the trash, appears later or has ended. */
export const lifecycleNames = (table: Table): string[] =>
  [...Object.keys(lifecycleColumns), 'closesOn'].filter((name) => name in table.columns)

/** The condition that a record is in the trash, and that visitors had seen it before. */
export const wasPublic = (table: Table, flag: string) => (row: AnyExpression) => {
  const column = columnOf(table)
  return row.and([
    row(column('deletedAt'), 'is not', null),
    row(column(flag), '=', true),
    row.or([row(column('publishAt'), 'is', null), row(column('publishAt'), '<=', row.ref(column('deletedAt')))]),
  ])
}

/** The states of a record in the staff's lists, besides those of its flag. */
export const scheduleStates = ['scheduled', 'ended'] as const

/** The condition that staff have published a record which is to appear later (`scheduled`), or which was public until some time (`ended`). */
export const isInState =
  (table: Table, flag: string, state: (typeof scheduleStates)[number], now: string, today?: string) =>
  (row: AnyExpression) => {
    const column = columnOf(table)
    const lastDay = lastDayOf(table)
    const later = row(column('publishAt'), '>', now)
    const ended = row(column('unpublishAt'), '<=', now)
    return row.and([
      row(column(flag), '=', true),
      state === 'scheduled'
        ? later
        : row.and([
            lastDay && today !== undefined ? row.or([ended, row(column(lastDay), '<', today)]) : ended,
            row.or([row(column('publishAt'), 'is', null), row.not(later)]),
          ]),
    ])
  }

export const presentRows = (db: Db, table: Table) => anyTable(db).selectFrom(table.name).where(isPresent(table))

/** The boundaries of a table whose records appear and end at a time; none for another table. */
export const scheduleOf = (table: Table): Boundaries[] =>
  hasSchedule(table) ? [{ table: table.name, columns: Object.keys(scheduleColumns) }] : []

/** The next time after `now` at which something changes for visitors, such as a scheduled record that appears, as an expression for a query. */
export function nextBoundary(boundaries: Boundaries[], now: string): RawBuilder<string | null> {
  const times = boundaries.flatMap(({ table, columns }) =>
    columns.map((name) => {
      const column = sql.ref(name)
      return sql`((select ${column} from ${sql.table(table)} where ${column} > ${now} order by ${column} limit 1))`
    }),
  )
  if (times.length === 0) return sql`null`
  // PostgreSQL plans a `min` for each column in several ways, which takes four times as long as this. Both databases name the column.
  return sql`(select min("column1") from (values ${sql.join(times)}) as "times")`
}
