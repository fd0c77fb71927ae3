import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import type { Migration } from './migration.ts'

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

export type TableRules = {
  /** The primary key. */
  key: string[]
  /** The kind of a column, with `?` if it is nullable. */
  columns: Record<string, Kind | `${Kind}?`>
  /** Unique columns, or combinations of columns joined by a comma. */
  unique?: string[]
  /** Foreign keys; with `+` the row is deleted together with the one that it refers to, otherwise that one cannot be deleted. */
  references?: Record<string, `${string}.${string}` | `${string}.${string}+`>
  /** Check constraints by name. Columns are written in double quotes. */
  checks?: Record<string, string>
}

/** Creates a table with its constraints. */
export async function makeTable(
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  name: string,
  rules: TableRules,
): Promise<void> {
  const lines = Object.entries(rules.columns).map(([column, declared]) => {
    const type = declarations[kind][declared.replace('?', '') as Kind]
    return `"${column}" ${type}${declared.endsWith('?') ? '' : ' not null'}`
  })
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
  await sql
    .raw(`create table "${name}" (\n  ${lines.join(',\n  ')}\n)${kind === 'sqlite' ? ' strict' : ''}`)
    .execute(db)
}

/**
 * Creates the table of an ordered entity (`orderedTable` in the program). Like the migrations that call it, it never changes; another shape
 * is another function.
 * @param columns those of the entity itself; a `text` must not be blank, a `text?` may be
 * @public for the entities that follow docs/adding-an-entity.md
 */
export const createOrderedTable = (name: string, table: string, columns: TableRules['columns']): Migration => ({
  name,
  async up(db, kind) {
    const texts = Object.keys(columns).filter((column) => columns[column] === 'text')
    await makeTable(db, kind, table, {
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
    })
    await makeIndex(db, table, 'in_order', ['order', 'id'])
  },
})

/** Like `createOrderedTable`, for records that go to the trash and have a schedule (`lifecycleColumns` in the program). It never changes either. */
export const createScheduledTable = (name: string, table: string, columns: TableRules['columns']): Migration => ({
  name,
  async up(db, kind) {
    await createOrderedTable(name, table, columns).up(db, kind)
    await addTrash(db, kind, table)
    await addSchedule(db, kind, table)
  },
})

/** Adds the columns of records that can be in the trash (`trashColumns` in the program), and an index that finds them. */
export async function addTrash(db: QueryExecutorProvider, kind: DatabaseKind, table: string): Promise<void> {
  await addColumns(db, table, { deletedAt: declarations[kind].time, deletedBy: 'text' })
  await makeIndex(db, table, 'in_trash', ['deletedAt desc', 'id desc'], { where: '"deletedAt" is not null' })
}

/** Adds the columns of records that appear and end at a time (`scheduleColumns` in the program), and indexes that find the next time. */
export async function addSchedule(db: QueryExecutorProvider, kind: DatabaseKind, table: string): Promise<void> {
  const { time } = declarations[kind]
  await addColumns(db, table, { publishAt: time, unpublishAt: time })
  for (const column of ['publishAt', 'unpublishAt'])
    await makeIndex(db, table, column, [column], { where: `"${column}" is not null` })
}

async function addColumns(db: QueryExecutorProvider, table: string, columns: Record<string, string>) {
  for (const [name, type] of Object.entries(columns))
    await sql.raw(`alter table "${table}" add column "${name}" ${type}`).execute(db)
}

/** Creates an index over columns, with ` desc` after a descending one; `where` makes it partial. */
export async function makeIndex(
  db: QueryExecutorProvider,
  table: string,
  name: string,
  columns: string[],
  options: { unique?: boolean; where?: string } = {},
): Promise<void> {
  const list = columns.map((column) => (column.includes('(') ? column : column.replace(/^\w+/, '"$&"'))).join(', ')
  const where = options.where ? ` where ${options.where}` : ''
  await sql
    .raw(`create ${options.unique ? 'unique ' : ''}index "${table}_${name}" on "${table}" (${list})${where}`)
    .execute(db)
}

/** The condition that a column has one of these values. */
export const oneOf = (column: string, values: readonly string[]) =>
  `"${column}" in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`

/** The condition that columns are not blank. */
export const filled = (...columns: string[]) => columns.map((column) => `trim("${column}") <> ''`).join(' and ')

const booleanChecks = ({ columns }: TableRules) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, kind]) =>
      kind === 'boolean' ? [[`${column}_flag`, `"${column}" in (0, 1)`]] : [],
    ),
  )

const quoted = (columns: string[]) => columns.map((column) => `"${column}"`).join(', ')
