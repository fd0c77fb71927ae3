import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  migrationsTable,
  type Snapshot,
  type SnapshotTable,
  type StoredRow,
  searchColumns,
  searchTable,
} from './manifest.ts'

/** How long a read waits for another process that has locked the file, in milliseconds. */
const busyTimeout = 10_000

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A transaction that only reads sees the file as it was at its first query, and blocks no writes. */
export function openSqliteSnapshot(file: string): Snapshot {
  if (!((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0))
    return { schema: [], tables: [], [Symbol.asyncDispose]: async () => {} }
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout })
  try {
    database.exec('begin')
    const all = database
      .prepare(`select "name" from pragma_table_list where "schema" = 'main' and "type" = 'table' order by "name"`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_'))
    const schema = all.includes(migrationsTable)
      ? database.prepare('select "name" from "migrations" order by "name"').all()
      : []
    const tables = all.filter((name) => name !== migrationsTable)
    return {
      schema: schema.map(({ name }) => String(name)),
      tables: tables.map((name) => (name === searchTable ? searchRows(database) : tableRows(database, name))),
      [Symbol.asyncDispose]: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function tableRows(database: DatabaseSync, name: string): SnapshotTable {
  const described = database.prepare(`pragma table_info(${quote(name)})`).all() as {
    name: string
    type: string
    pk: number
  }[]
  const columns = described.map((column) => column.name).sort()
  const key = described.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns,
    bytes: described.filter(({ type }) => type.toLowerCase() === 'blob').map((column) => column.name),
    rows: () =>
      database
        .prepare(
          `select ${columns.map(quote).join(', ')} from ${quote(name)} order by ${key.map((column) => quote(column.name)).join(', ') || 'rowid'}`,
        )
        .iterate() as Iterable<StoredRow>,
  }
}

/** The index stores the places of the terms, and no texts, which follow from these. */
function searchRows(database: DatabaseSync): SnapshotTable {
  return {
    name: searchTable,
    columns: searchColumns,
    bytes: [],
    *rows() {
      database.exec(
        `create virtual table if not exists temp."searchTerms" using fts5vocab('main', 'searchIndex', 'instance')`,
      )
      const terms = database
        .prepare('select "doc", "col", "term" from temp."searchTerms" order by "doc", "col", "offset"')
        .iterate() as Iterator<{ doc: number; col: string; term: string }>
      let next = terms.next()
      const documents = database.prepare('select "id", "source", "ref" from "searchDocuments" order by "id"').iterate()
      for (const { id, source, ref } of documents) {
        const parts: Record<string, string[]> = { body: [], category: [], excerpt: [], title: [] }
        for (; !next.done && next.value.doc <= Number(id); next = terms.next())
          if (next.value.doc === id) parts[next.value.col]?.push(next.value.term)
        const texts = Object.fromEntries(Object.entries(parts).map(([part, list]) => [part, list.join(' ')]))
        yield { source, ref, ...texts }
      }
    },
  }
}
