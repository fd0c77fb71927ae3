/** A row in its stored form, which is the same in both databases but for flags (true and 1) and the type of bytes. */
export type StoredRow = Record<string, unknown>

export type SnapshotTable = {
  name: string
  /** In the order of their names, so that both databases write a row alike. */
  columns: string[]
  bytes: string[]
  /** In the order of the primary key, byte by byte. One table is read at a time. */
  rows(): Iterable<StoredRow> | AsyncIterable<StoredRow>
}

/** A consistent snapshot of the whole database. */
export type Snapshot = {
  /** The migrations that it has had, in order; empty when there is no site in it. */
  schema: string[]
  tables: SnapshotTable[]
  close(): Promise<void>
}

/** The program's record of its migrations. A backup names them in its manifest. */
export const migrationsTable = 'migrations'
/** The search index, which each database stores differently, is written as the terms of each record. */
export const searchTable = 'searchDocuments'
/** The part that PostgreSQL's search index copies from it. */
export const searchCopy = 'searchTitles'
export const searchColumns = ['body', 'category', 'excerpt', 'ref', 'source', 'title']
