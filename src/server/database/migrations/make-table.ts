import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'

/** The column type of each kind of value of `table.ts`. Times and JSON are `text` in SQLite, where other types would convert them to numbers. */
const declarations = {
  sqlite: {
    text: 'text',
    integer: 'integer',
    number: 'real',
    boolean: 'integer',
    json: 'text',
    time: 'text',
    bytes: 'blob',
  },
  postgres: {
    text: 'text',
    integer: 'integer',
    number: 'double precision',
    boolean: 'boolean',
    json: 'jsonb',
    time: 'timestamptz',
    bytes: 'bytea',
  },
} as const

type Kind = keyof (typeof declarations)['sqlite']

export type Columns = Record<string, Kind | `${Kind}?`>

/** Columns, with ` desc` after a descending one, or an expression; `where` makes the index partial. */
type Index = readonly string[] | { on: readonly string[]; unique?: true; where?: string }

export type TableRules = {
  /** The primary key. */
  key: string[]
  /** SQLite stores the rows in the key's own tree: half the size for rows that are little more than their key. */
  clustered?: true
  /** The kind of a column, with `?` if it is nullable. */
  columns: Columns
  /** Values of rows that do not name the column. */
  defaults?: Record<string, string | number | boolean>
  /** Unique columns, or combinations of columns joined by a comma. */
  unique?: string[]
  /** Foreign keys; with `+` the row is deleted together with the one that it refers to, otherwise that one cannot be deleted. */
  references?: Record<string, `${string}.${string}` | `${string}.${string}+`>
  /** Check constraints by name. Columns are written in double quotes. */
  checks?: Record<string, string>
  indexes?: Record<string, Index>
}

/** Creates tables with their constraints and indexes. One that refers to another comes after it. */
export async function makeTables(
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  tables: Record<string, TableRules>,
): Promise<void> {
  for (const [name, rules] of Object.entries(tables)) {
    await sql.raw(tableStatement(kind, name, rules)).execute(db)
    await makeIndexes(db, name, rules.indexes ?? {})
  }
}

function tableStatement(kind: DatabaseKind, name: string, rules: TableRules): string {
  const lines = Object.entries(rules.columns).map(([column, declared]) =>
    columnDefinition(kind, column, declared, rules.defaults?.[column]),
  )
  lines.push(`primary key (${quoted(rules.key)})`)
  for (const columns of rules.unique ?? []) lines.push(`unique (${quoted(columns.split(','))})`)
  for (const [column, target] of Object.entries(rules.references ?? {})) {
    const [table, other = ''] = target.replace('+', '').split('.')
    lines.push(
      `foreign key ("${column}") references "${table}" ("${other}") on delete ${target.endsWith('+') ? 'cascade' : 'restrict'}`,
    )
  }
  const checks = { ...(kind === 'sqlite' ? booleanChecks(rules) : {}), ...rules.checks }
  for (const [rule, condition] of Object.entries(checks))
    lines.push(`constraint "${name}_${rule}" check (${condition})`)
  const options = kind === 'sqlite' ? ` strict${rules.clustered ? ', without rowid' : ''}` : ''
  return `create table "${name}" (\n  ${lines.join(',\n  ')}\n)${options}`
}

function columnDefinition(
  kind: DatabaseKind,
  name: string,
  declared: Columns[string],
  value?: string | number | boolean,
): string {
  const type = declarations[kind][declared.replace('?', '') as Kind]
  const rule = declared.endsWith('?') ? '' : ' not null'
  return `"${name}" ${type}${rule}${value === undefined ? '' : ` default ${literal(kind, value)}`}`
}

/**
 * The rules of an ordered entity's table (`orderedTable` in the program).
 * @param columns those of the entity itself; a `text` must not be blank, a `text?` may be
 */
export function orderedRules(columns: Columns): TableRules {
  const texts = Object.keys(columns).filter((column) => columns[column] === 'text')
  return {
    key: ['id'],
    columns: {
      id: 'text',
      active: 'boolean',
      order: 'integer',
      version: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
      updatedBy: 'text?',
      ...columns,
    },
    checks: texts.length > 0 ? { filled: filled(...texts) } : {},
    indexes: { in_order: ['order', 'id'] },
  }
}

/** The rules of an ordered entity whose records go to the trash and have a schedule (`lifecycleColumns` in the program). */
export function scheduledRules(columns: Columns): TableRules {
  const { columns: all, indexes, ...rest } = orderedRules(columns)
  return {
    ...rest,
    columns: { ...all, ...trash.columns, ...schedule.columns },
    indexes: { ...indexes, ...trash.indexes, ...schedule.indexes },
  }
}

/** The columns of records that can be in the trash (`trashColumns` in the program), and an index that finds them. */
export const trash = {
  columns: { deletedAt: 'time?', deletedBy: 'text?' },
  indexes: { in_trash: { on: ['deletedAt desc', 'id desc'], where: '"deletedAt" is not null' } },
} as const satisfies Pick<TableRules, 'columns' | 'indexes'>

/** The columns of records that appear and end at a time (`scheduleColumns` in the program), and indexes that find the next time. */
export const schedule = {
  columns: { publishAt: 'time?', unpublishAt: 'time?' },
  indexes: {
    publishAt: { on: ['publishAt'], where: '"publishAt" is not null' },
    unpublishAt: { on: ['unpublishAt'], where: '"unpublishAt" is not null' },
  },
} as const satisfies Pick<TableRules, 'columns' | 'indexes'>

/**
 * Creates the table of an ordered entity. Like the migrations that call it, it never changes; another shape is another function.
 * @public for the entities that follow docs/adding-an-entity.md
 */
export const createOrderedTable = (name: string, table: string, columns: Columns): Migration => ({
  name,
  up: (db, kind) => makeTables(db, kind, { [table]: orderedRules(columns) }),
})

/**
 * Like `createOrderedTable`, for records that go to the trash and have a schedule. It never changes either.
 * @public for the entities that follow docs/adding-an-entity.md
 */
export const createScheduledTable = (name: string, table: string, columns: Columns): Migration => ({
  name,
  up: (db, kind) => makeTables(db, kind, { [table]: scheduledRules(columns) }),
})

/**
 * Adds the trash or the schedule to a table: `addRules(db, kind, 'notes', trash)`.
 * @public for the entities that follow docs/adding-an-entity.md
 */
export async function addRules(
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  table: string,
  { columns, indexes }: typeof trash | typeof schedule,
): Promise<void> {
  await addColumns(db, kind, table, columns)
  await makeIndexes(db, table, indexes)
}

/**
 * Adds columns to a table. One without `?` needs a default, which rows that exist get.
 * @public for migrations
 */
export async function addColumns(
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  table: string,
  columns: Columns,
  defaults: TableRules['defaults'] = {},
): Promise<void> {
  for (const [name, declared] of Object.entries(columns)) {
    const flag = kind === 'sqlite' && declared.startsWith('boolean') ? ` check ("${name}" in (0, 1))` : ''
    const definition = columnDefinition(kind, name, declared, defaults[name])
    await sql.raw(`alter table "${table}" add column ${definition}${flag}`).execute(db)
  }
}

/** Adds indexes to a table, by the second part of their names. */
export async function makeIndexes(
  db: QueryExecutorProvider,
  table: string,
  indexes: Record<string, Index>,
): Promise<void> {
  for (const [name, index] of Object.entries(indexes)) {
    const { on, unique = false, where = undefined } = 'on' in index ? index : { on: index }
    const list = on.map((column) => (column.includes('(') ? column : column.replace(/^\w+/, '"$&"'))).join(', ')
    await sql
      .raw(
        `create ${unique ? 'unique ' : ''}index "${table}_${name}" on "${table}" (${list})${where ? ` where ${where}` : ''}`,
      )
      .execute(db)
  }
}

/** The condition that a column has one of these values. */
export const oneOf = (column: string, values: readonly string[]) =>
  `"${column}" in (${values.map((value) => text(value)).join(', ')})`

/** The condition that columns are not blank. */
export const filled = (...columns: string[]) => columns.map((column) => `trim("${column}") <> ''`).join(' and ')

const booleanChecks = ({ columns }: TableRules) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, kind]) =>
      kind.startsWith('boolean') ? [[`${column}_flag`, `"${column}" in (0, 1)`]] : [],
    ),
  )

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

function literal(kind: DatabaseKind, value: string | number | boolean): string {
  if (typeof value === 'boolean') return kind === 'sqlite' ? String(Number(value)) : String(value)
  return typeof value === 'string' ? text(value) : String(value)
}

const quoted = (columns: string[]) => columns.map((column) => `"${column}"`).join(', ')

/**
 * A change of the database's schema. A released migration never changes. So it states the tables and lists of its time,
 * imports none from the program, and uses only SQL.
 */
export type Migration = { name: string; up: (db: QueryExecutorProvider, kind: DatabaseKind) => Promise<void> }
