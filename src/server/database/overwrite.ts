import { sql } from 'kysely'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/** How long the compaction of a table in PostgreSQL waits for others who use it, in milliseconds, and its largest table, in bytes. */
const compaction = { lockTimeout: 2_000, largest: 64 * 1024 * 1024 }

/** One at a time, since each reads the whole file. */
const inTurn = createWorkQueue({ concurrency: 1, queueLimit: Number.POSITIVE_INFINITY, busyMessage: '' })

/**
 * Overwrites deleted data as far as the program can. Call it after the transaction that deletes.
 * @param tables the tables that had the data
 * @param texts what was deleted, in lower case, such as an erased address; rows may still contain it
 * @returns whether nothing of it is left in the unused parts of the files; undefined with PostgreSQL, whose files belong to the server
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
  const { overwriteFile } = await import('./sqlite/overwrite-file.ts')
  return inTurn(() => overwriteFile(database, texts))
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
