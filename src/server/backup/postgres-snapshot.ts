import pg from 'pg'
import { liftTimeouts } from '#server/database/dialect.ts'
import { connectToPostgres } from '#server/database/postgres/postgres.ts'
import {
  migrationsTable,
  type Snapshot,
  type SnapshotTable,
  type StoredRow,
  searchColumns,
  searchCopy,
  searchTable,
} from './manifest.ts'

/** How many rows the server is asked for at a time; few where they hold pictures. */
const batch = { rows: 500, withBytes: 8 }

type Column = { table: string; name: string; type: string; key: number | null }

const quote = (name: string) => pg.escapeIdentifier(name)

/** A transaction that only reads, in which every query sees the database as it was at the first one. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectToPostgres(url, 'atrium-backup')
  try {
    // In one call, since a server may end a transaction that waits for its next one.
    await client.query(`begin isolation level repeatable read read only; ${liftTimeouts}`)
    const { rows: columns } = await client.query<Column>(`
      select c.relname as "table", a.attname as "name", format_type(a.atttypid, null) as "type",
        array_position(i.indkey::int2[], a.attnum) as "key"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      order by c.relname collate "C", a.attname collate "C"`)
    const tables = Map.groupBy(columns, ({ table }) => table)
    tables.delete(searchCopy)
    const schema = tables.delete(migrationsTable)
      ? await client.query('select "name" from "migrations" order by "name" collate "C"')
      : { rows: [] }
    return {
      schema: schema.rows.map(({ name }) => String(name)),
      tables: [...tables].map(([name, its]) =>
        name === searchTable ? searchRows(client) : tableRows(client, name, its),
      ),
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

function tableRows(client: pg.Client, name: string, described: Column[]): SnapshotTable {
  const columns = described.map((column) => column.name).sort()
  const bytes = described.filter(({ type }) => type === 'bytea').map((column) => column.name)
  // Byte by byte, as SQLite does, whatever the collation of the server.
  const order = described
    .filter(({ key }) => key !== null)
    .sort((a, b) => Number(a.key) - Number(b.key))
    .map((column) => quote(column.name) + (column.type === 'text' ? ' collate "C"' : ''))
  const query = `select ${columns.map(quote).join(', ')} from ${quote(name)}${order.length ? ` order by ${order.join(', ')}` : ''}`
  return { name, columns, bytes, rows: () => readAll(client, query, bytes.length > 0 ? batch.withBytes : batch.rows) }
}

/** Terms with their positions by weight; the letters are those that `search.ts` gives each part. */
function searchRows(client: pg.Client): SnapshotTable {
  const part = (weight: string) =>
    `coalesce((select string_agg(w.lexeme, ' ' order by p.place, w.lexeme collate "C")
      from unnest("words") w, unnest(w.positions, w.weights) p(place, weight) where p.weight = '${weight}'), '')`
  const query = `select "source", "ref", ${part('A')} as "title", ${part('B')} as "excerpt", ${part('C')} as "category",
    ${part('D')} as "body" from "${searchTable}" order by "id"`
  return { name: searchTable, columns: searchColumns, bytes: [], rows: () => readAll(client, query, batch.rows) }
}

async function* readAll(client: pg.Client, query: string, size: number): AsyncGenerator<StoredRow> {
  await client.query(`declare rows no scroll cursor for ${query}`)
  try {
    for (;;) {
      const { rows } = await client.query(`fetch ${size} from rows`)
      if (rows.length === 0) return
      yield* rows
    }
  } finally {
    await client.query('close rows')
  }
}
