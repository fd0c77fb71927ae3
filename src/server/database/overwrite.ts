import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/** How long to wait for readers of the write-ahead log, and how often to look, in milliseconds. */
const readersLeave = { within: 10_000, every: 200 }
/** How much of the file is read at once, in bytes. */
const piece = 4 * 1024 * 1024
/** How many pages of the search index one step merges. Each takes some milliseconds, and other queries run between two. */
const mergedPages = 200
/** How long the compaction of a table in PostgreSQL waits for others who use it, in milliseconds, and its largest table, in bytes. */
const compaction = { lockTimeout: 2_000, largest: 64 * 1024 * 1024 }

/**
 * Overwrites deleted data as far as the program can. Call it after the transaction that deletes.
 * @param tables the tables that had the data
 * @param texts texts in lower case that nothing contains any more, such as an erased address
 * @returns whether the files of the database contain none of it; undefined with PostgreSQL, whose files belong to the server
 */
export async function overwriteDeleted(
  database: Database,
  tables: Iterable<string>,
  texts: string[],
): Promise<boolean | undefined> {
  if (kindOf(database.db) === 'postgres') {
    for (const table of tables) await compact(database, table)
    return undefined
  }
  await mergeSearchIndex(database)
  const file = await fileOf(database)
  const emptied = await emptyLog(database)
  if (texts.length === 0 || !(await contains(file, texts))) return emptied
  // Data that was deleted before this program overwrote it is still in free pages. The database is written without them.
  await sql`vacuum`.execute(database.db)
  return emptyLog(database)
}

/** The index keeps the words of deleted records until its parts are merged. */
async function mergeSearchIndex({ db }: Database): Promise<void> {
  const changes = async () =>
    (await sql<{ total: number }>`select total_changes() as total`.execute(db)).rows[0]?.total ?? 0
  for (let pages = -mergedPages; ; pages = mergedPages) {
    const before = await changes()
    await sql`insert into "searchIndex" ("searchIndex", rank) values ('merge', ${pages})`.execute(db)
    if ((await changes()) - before < 2) return
  }
}

async function fileOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`select "file" from pragma_database_list where "name" = 'main'`.execute(
    db,
  )
  return rows[0]?.file ?? ''
}

/** Writes the log into the file, and empties it. @returns false when a reader needs it for too long */
async function emptyLog({ db }: Database): Promise<boolean> {
  const end = Date.now() + readersLeave.within
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (Date.now() > end) return false
    await wait(readersLeave.every)
  }
}

/** Whether a file contains one of the texts, whatever their case. */
async function contains(file: string, texts: string[]): Promise<boolean> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const overlap = Math.max(0, ...texts.map(({ length }) => length))
  const buffer = Buffer.alloc(piece + overlap)
  for (let at = 0; at < size; at += piece) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    const read = buffer.toString('latin1', 0, bytesRead).toLowerCase()
    if (texts.some((text) => read.includes(text))) return true
  }
  return false
}

/** Rewrites a table without its deleted rows; a large one, or one in use, only makes their place free for new rows. */
async function compact({ db }: Database, table: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      bytes: string
    }>`select pg_total_relation_size(${`"${table}"`}::regclass) as bytes`.execute(connection)
    await sql`select set_config('lock_timeout', ${`${compaction.lockTimeout}`}, false)`.execute(connection)
    try {
      if (Number(rows[0]?.bytes) > compaction.largest) throw new Error('Too large to rewrite')
      await sql`vacuum (full) ${sql.table(table)}`.execute(connection)
    } catch {
      await sql`vacuum ${sql.table(table)}`.execute(connection)
    } finally {
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}
