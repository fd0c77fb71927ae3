import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Database, Db } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import { StorageError } from '#server/database/storage-errors.ts'

/** How many pages of the search index one step merges. */
const mergedPages = 200
/** How many free pages one step overwrites. */
const filledPages = 64
/** A table of up to this many pages is written again in one step, which takes some milliseconds. */
const smallTable = 500
/** The longest time that a step over many rows should take, in milliseconds. */
const longestStep = 20
/** How often the file is read again after traces were overwritten. */
const mostRounds = 3

/** The rows that fill free pages have names that begin with this. */
const filler = 'free pages '

/** `reindex`: the index to write again, in place of the search for texts. */
export type TraceTask = { file: string; texts: string[]; reindex?: string }
/** Where a file has deleted data: its free pages, and the unused parts of these tables and indexes. */
export type Traces = { logEmptied: boolean; freePages: boolean; trees: { name: string; pages: number }[] }

/**
 * Overwrites deleted data in the file and its log. The site keeps answering: a separate thread reads the file, and all writes are short.
 * @param texts what was deleted; parts of the file that no row uses must not have it
 * @returns whether none of it is left
 */
export async function overwriteFile(database: Database, texts: string[]): Promise<boolean> {
  await mergeSearchIndex(database)
  const file = await fileOf(database)
  for (let round = 1; ; round++) {
    const { logEmptied, freePages, trees } = await inThread<Traces>({ file, texts })
    if (!logEmptied) return false
    if (!freePages && trees.length === 0) return true
    if (round === mostRounds) return false
    if (freePages) await overwriteFreePages(database)
    for (const { name, pages } of trees) await rewriteTree(database, file, name, pages)
  }
}

async function fileOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`select "file" from pragma_database_list where "name" = 'main'`.execute(
    db,
  )
  return rows[0]?.file ?? ''
}

function inThread<Answer>(workerData: TraceTask): Promise<Answer> {
  const worker = new Worker(new URL('./traces-worker.ts', import.meta.url), { workerData, env: {} })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new StorageError({ kind: 'busy', message: 'The thread has ended' })))
  })
}

/** The index keeps the words of deleted records until its parts are merged. */
async function mergeSearchIndex({ db }: Database): Promise<void> {
  const changes = async () =>
    (await sql<{ total: number }>`select total_changes() as total`.execute(db)).rows[0]?.total ?? 0
  for (let pages = -mergedPages; ; pages = mergedPages) {
    const before = await changes()
    await sql`insert into "searchIndex" ("searchIndex", rank) values ('merge', ${pages})`.execute(db)
    if ((await changes()) - before < 2) return
    // SQLite answers synchronously, so requests get their turn only here.
    await setImmediate()
  }
}

/** Uses all free pages for rows, and deletes these: `secure_delete` overwrites the pages of deleted rows. */
async function overwriteFreePages({ db }: Database): Promise<void> {
  const pragma = async (name: 'freelist_count' | 'page_size') =>
    (await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]?.[name] ?? 0
  // Four bytes of each page name the next.
  const room = (await pragma('page_size')) - 4
  try {
    for (let step = 0, left = await pragma('freelist_count'); left > 0; left = await pragma('freelist_count')) {
      const value = sql<string>`printf('%.*c', ${Math.min(left, filledPages) * room}, ' ')`
      await db
        .insertInto('settings')
        .values({ name: `${filler}${step++}`, value })
        .execute()
      await setImmediate()
    }
  } finally {
    // Also those that a killed process has left.
    for (let deleted = 1n; deleted > 0n; await setImmediate()) {
      const some = db.selectFrom('settings').select('name').where('name', 'like', `${filler}%`).limit(1)
      deleted = (await db.deleteFrom('settings').where('name', 'in', some).executeTakeFirstOrThrow()).numDeletedRows
    }
  }
}

/** Writes the rows of a table or the entries of an index again, so that their pages have nothing else. */
async function rewriteTree({ db }: Database, file: string, name: string, pages: number): Promise<void> {
  const { rows } = await sql<{ type: string }>`
    select "type" from "sqlite_schema" where "name" = ${name} and "type" = 'index'
    union all select "type" from pragma_table_list where "schema" = 'main' and "name" = ${name}
  `.execute(db)
  // Queries wait for the connection meanwhile, and not the program for the file.
  if (rows[0]?.type === 'index') await db.connection().execute(() => inThread({ file, texts: [], reindex: name }))
  else if (rows[0]?.type !== 'table') return
  else if (pages <= smallTable) await rewriteAtOnce(db, name)
  else if (await hasHiddenKey(db, name)) await rewriteInSteps(db, name)
}

async function rewriteAtOnce(db: Db, name: string): Promise<void> {
  const table = sql.ref(name)
  await db.connection().execute(async (connection) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(connection)
    // Other rows refer to these, which are back when the transaction ends. SQLite changes this only outside a transaction.
    await run(sql`pragma foreign_keys = off`)
    try {
      await connection.transaction().execute(async (trx) => {
        await sql`create temp table "rewritten" as select * from main.${table}`.execute(trx)
        await sql`delete from main.${table}`.execute(trx)
        await sql`insert into main.${table} select * from temp."rewritten"`.execute(trx)
        await sql`drop table temp."rewritten"`.execute(trx)
      })
    } finally {
      await run(sql`pragma foreign_keys = on`)
    }
  })
}

/** Whether the rows are stored by a number that no column has. */
async function hasHiddenKey(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ hidden: number }>`
    select "wr" = 0 and not exists (select 1 from pragma_table_info(${name}) where "pk" > 0 and lower("type") = 'integer') as "hidden"
    from pragma_table_list where "schema" = 'main' and "name" = ${name}
  `.execute(db)
  return rows[0]?.hidden === 1
}

/** Moves all rows behind the last, some at a time: pages without rows are overwritten. */
async function rewriteInSteps(db: Db, name: string): Promise<void> {
  const table = anyTable(db)
  const bounds = await table
    .selectFrom(name)
    .select([sql<number>`min(rowid)`.as('first'), sql<number>`max(rowid)`.as('last')])
    .executeTakeFirstOrThrow()
  const by = bounds.last - bounds.first + 1
  const move = (above: number, upTo: number) =>
    sql`update ${sql.ref(name)} set rowid = rowid + ${by} where rowid > ${above} and rowid <= ${upTo}`.execute(db)
  // The last one first, since new rows come behind it.
  await move(bounds.last - 1, bounds.last)
  for (let above = bounds.first - 1, count = 1; above < bounds.last - 1; await setImmediate()) {
    const begun = performance.now()
    const { upTo } = await table
      .selectFrom((rows) =>
        rows
          .selectFrom(name)
          .select(sql<number>`rowid`.as('row'))
          .where(sql<number>`rowid`, '>', above)
          .orderBy(sql`rowid`)
          .limit(count)
          .as('next'),
      )
      .select(({ fn }) => fn.max<number>('row').as('upTo'))
      .executeTakeFirstOrThrow()
    const end = Math.min(upTo, bounds.last - 1)
    await move(above, end)
    above = end
    count = performance.now() - begun < longestStep / 2 ? count * 2 : Math.max(1, Math.floor(count / 2))
  }
}
