import * as z from 'zod/mini'
import { ConfigError } from '#server/config/environment.ts'
import { storageErrorKind } from '#server/database/storage-errors.ts'

const longestMessage = 400

/** Whether a value is a time as the databases store it: ISO 8601 in UTC. */
export const isStoredTime = (value: unknown): boolean =>
  typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT.*Z$/.test(value) && !Number.isNaN(Date.parse(value))

/** Whether a column holds times, by its name. */
export const isTimeColumn = (name: string): boolean =>
  // The reminders of a date are days before it.
  /(^at|(?<!^remind)At|Until|[Ss]ince|^dateShown)$/.test(name)

/** The description of a backup: the file `manifest.json` in the archive. */
export const manifest = z.object({
  /** The format of the file. A program refuses one that it does not know. */
  format: z.literal(1),
  /** The version of the program that made it. */
  version: z.string().check(z.regex(/^[\w.+-]{1,100}$/)),
  createdAt: z.string().check(z.refine(isStoredTime)),
  source: z.enum(['sqlite', 'postgres']),
  /** The migrations that the database had, in order. */
  schema: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** The columns with bytes, which the rows contain as base64. */
      bytes: z.array(z.string()),
      rows: z.int().check(z.nonnegative()),
      /** Of the lines of the table's file. */
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>
export type TableEntry = Manifest['tables'][number]

/** The file of a table in the archive: one row a line, as JSON. */
export const tableFile = (name: string) => `tables/${name}.ndjson`

/** Why a file cannot be used. Its message is one line for the operator that begins with the name of the file. */
export class BackupError extends Error {
  override name = 'BackupError'
  constructor(message: string, options?: ErrorOptions) {
    // It may quote the archive.
    super(message.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, longestMessage), options)
  }
}

/**
 * Runs work on the content of an archive. Anything may go wrong with a hostile one, so every error that is not about the site or its disk is about the
 * archive.
 * @param name of the file
 * @throws BackupError
 */
export async function withContentOf<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BackupError || cause instanceof ConfigError || storageErrorKind(cause)) throw cause
    throw new BackupError(`${name} cannot be restored (${(cause as Error).message})`, { cause })
  }
}

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
export type Snapshot = AsyncDisposable & {
  /** The migrations that it has had, in order; empty when there is no site in it. */
  schema: string[]
  tables: SnapshotTable[]
}

/** The program's record of its migrations. A backup names them in its manifest. */
export const migrationsTable = 'migrations'
/** The search index, which each database stores differently, is written as the terms of each record. */
export const searchTable = 'searchDocuments'
/** The part that PostgreSQL's search index copies from it. */
export const searchCopy = 'searchTitles'
export const searchColumns = ['body', 'category', 'excerpt', 'ref', 'source', 'title']
