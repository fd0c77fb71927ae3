import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Transaction as KyselyTransaction, type LogEvent, sql } from 'kysely'
import type { LRUCache } from 'lru-cache'
import type { DatabaseConfig } from '#server/config/config.ts'
import { type Clock, chosenTime, dayIn, systemClock } from '#server/runtime/clock.ts'
import { queries } from '#server/runtime/measurements.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'
import type { Boundaries, Table } from './table.ts'

export type DatabaseKind = DatabaseConfig['kind']
export type Transaction = KyselyTransaction<Schema>
/** The database, within a transaction or outside. */
export type Db = Kysely<Schema>

/** How long a query on the connection for long reads may take, in milliseconds. */
const longestRead = 5_000

/** `boundary`: the time at which a scheduled record appears or ends next. Before `since` it may have been another version. */
type CachedVersion = { version: string; until: number; since: number; boundary: number }

/** The public content of a database, as this process knows it. */
type ContentState = {
  cached?: CachedVersion | undefined
  /** The state outside the database that public content depends on. */
  otherSources: (() => string | Promise<string>)[]
  /** How many changes this process knows of. */
  changes: number
  /** The times at which public content changes without a write. */
  boundaries: Boundaries[]
  /** The values that each `createContentCache` has derived from a version. */
  values: Map<object, { version: string; values: LRUCache<string, Promise<unknown>> }>
}

export type Database = Omit<OpenDatabase, 'dialect' | 'readDialect'> &
  AsyncDisposable & {
    db: Kysely<Schema>
    /**
     * A second connection, for long queries outside transactions (see `readerFor`). It sees all that was committed before a query began.
     * With SQLite it runs in a separate thread, because a query on `db` blocks the whole program.
     */
    reads: Kysely<Schema>
    /** The present time, in milliseconds since 1970: that of the database server, or with SQLite of this machine. */
    clock: Clock
    /** Only for `content-version.ts`. */
    content: ContentState
    /** Whether the current call has committed something, so that it waits longer for a connection. */
    hasStored(): boolean
    /** The tables that have grown large, only for `readerFor`. */
    largeTables: Set<string>
    /** The key of all signed tokens, only for `signed-tokens.ts`. */
    signingKey?: Promise<Buffer> | undefined
    /** The refusals of a flood that are not written yet, and the time of the last write, only for `log-calls.ts`. */
    flood?: { unwritten: number; writtenAt: number }
    /** The time for which queries tell what is public, in ISO 8601: the present, or the time set by `asOfTime`. */
    now(): string
    /** The day of that time for the company, YYYY-MM-DD. */
    today(): string
    /**
     * Runs `work` in a transaction: all changes through `trx` are committed, or none when it throws. SQLite has one connection, so use only
     * `trx` inside `work` (`db` would wait for the transaction forever), and await nothing but queries there. After a deadlock `work` runs
     * again, so it must not add to anything outside of the transaction.
     */
    transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>
    /** Adds a hook that runs at the end of each transaction. @param hook may return a function to call after the commit */
    beforeCommit(hook: BeforeCommitHook): void
    close(): Promise<void>
  }

type BeforeCommitHook = (trx: Transaction) => Promise<(() => void) | undefined>

/** The clock of each connection and each transaction, who follows the writes of a transaction, and the public address of the site. */
const known = new WeakMap<Db, { clock: Clock; listener?: WriteListener; publicUrl?: string | undefined }>()

/** The present time by the clock of the database of a connection or transaction, in milliseconds since 1970. All times that are stored follow it. */
export const timeIn = (db: Db): number => (known.get(db)?.clock ?? systemClock)()
/** The same in ISO 8601, as columns hold it. */
export const nowIn = (db: Db): string => new Date(timeIn(db)).toISOString()

/** The public address of the site without a slash at its end; undefined where the connection does not know it. */
export const publicUrlOf = (trx: Transaction): string | undefined => known.get(trx)?.publicUrl

export const listenerOf = (trx: Transaction): WriteListener => known.get(trx)?.listener ?? noListener

/**
 * Opens the database and checks that it answers.
 * @param measured whether the time of each query is reported to the metrics
 * @param clock the present time, which tests can move
 * @param listener follows all writes of rows
 * @param publicUrl the public address of the site, for what transactions tell others
 * @param timeZone that of the company, whose days decide what is public
 * @param readWithin how long a query on the connection for long reads may take, in milliseconds
 * @param hasStored whether the call that asks for a connection has committed something, so that it waits longer for a free one
 * @throws ConfigError with one clear line when the server cannot be reached or the file cannot be opened
 */
export async function connect(
  config: DatabaseConfig,
  {
    measured = false,
    readWithin = longestRead,
    clock: own = systemClock,
    listener = noListener,
    publicUrl = undefined as string | undefined,
    timeZone = 'UTC',
    hasStored = (): boolean => false,
  } = {},
): Promise<Database> {
  const { dialect, readDialect, ...opened } =
    config.kind === 'sqlite'
      ? await (await import('./sqlite/sqlite.ts')).openSqlite(config.file, readWithin)
      : await (await import('./postgres/postgres.ts')).openPostgres(config, readWithin, hasStored)
  const log = measured ? { log: reportQuery } : {}
  const db = new Kysely<Schema>({ dialect, ...log })
  const reads = new Kysely<Schema>({ dialect: readDialect, ...log })
  const beforeCommitHooks: BeforeCommitHook[] = []
  const { clock, stop } =
    config.kind === 'sqlite'
      ? { clock: own, stop() {} }
      : await (await import('./postgres/postgres.ts')).followServer(db, own)
  for (const connection of [db, reads]) known.set(connection, { clock })
  async function close() {
    stop()
    await opened.stopListening()
    await reads.destroy()
    await db.destroy()
  }
  // So that reads have a connection to wait for while the server has no more of them.
  if (config.kind === 'postgres')
    await sql`select 1`.execute(reads).catch(async (error) => {
      await close()
      throw error
    })
  const now = () => chosenTime() ?? new Date(clock()).toISOString()
  return {
    ...opened,
    db,
    reads,
    clock,
    content: { otherSources: [], changes: 0, boundaries: [], values: new Map() },
    hasStored,
    largeTables: new Set(),
    now,
    today: () => dayIn(timeZone)(now()),
    transaction: (work) => withRetries(() => runOnce(work)),
    beforeCommit: (hook) => void beforeCommitHooks.push(hook),
    close,
    [Symbol.asyncDispose]: close,
  }

  async function runOnce<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const committed: ((() => void) | undefined)[] = []
    let first: { error: unknown } | undefined
    const transaction = db.transaction().execute(async (trx) => {
      known.set(trx, { clock, listener, publicUrl })
      try {
        const answer = await work(trx)
        for (const hook of beforeCommitHooks) committed.push(await hook(trx))
        return answer
      } catch (error) {
        first = { error }
        throw error
      }
    })
    // Without a connection the rollback fails too. Its error must not hide the first one, which has the cause.
    const result = await transaction.catch((error) => {
      throw first ? first.error : error
    })
    for (const after of committed) after?.()
    return result
  }
}

/** How often a transaction runs at most, and the longest pause before the second time, in milliseconds. Later pauses are longer. */
const mostRuns = 5
const firstPause = 20

/**
 * PostgreSQL ends one of several transactions that wait for each other (a deadlock), or that it cannot put into an order. It has changed nothing,
 * so it runs again, after a pause of another length than that of the others. SQLite has one writer, which waits for its turn.
 */
async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (runs === mostRuns || !isLostRace(error)) throw error
      await wait(Math.random() * firstPause * 2 ** runs)
    }
  }
}

const isLostRace = (error: unknown) => ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code))

/** Reports a query by its kind, as the query language names it: `select` for a `SelectQueryNode`. */
const reportQuery = ({ level, query, queryDurationMillis }: LogEvent) =>
  queries.report({
    kind: query.query.kind.replace(/(Query)?Node$/, '').toLowerCase(),
    failed: level === 'error',
    seconds: queryDurationMillis / 1_000,
    query,
  })

/** A record: the table that it is in, and its id. */
export type RecordName = { table: Pick<Table, 'name'>; id: string }

/**
 * Follows writes in their transaction, such as to know which pictures are in use. `connect` takes one. A part of a record is a column of its
 * row, `copy` for its working copy, or `revision 3` for a state that visitors have seen.
 */
export type WriteListener = {
  /**
   * Columns of a row were written.
   * @param write `before`: the row's former columns, if the caller has them
   */
  rowWritten(
    trx: Transaction,
    table: Table,
    id: string,
    columns: object,
    write?: Write & { before?: Record<string, unknown> },
  ): Promise<void>
  /** Parts of a record have these values now, of any shape; undefined when a part is gone. */
  partsWritten(trx: Transaction, record: RecordName, parts: Record<string, unknown>, write?: Write): Promise<void>
  /** A record has one more part, whose content was written before. */
  partAdded(trx: Transaction, record: RecordName, part: string, value: unknown): Promise<void>
  /** The row of a record is deleted. */
  recordDeleted(trx: Transaction, record: RecordName): Promise<void>
}

/** `isDraft`: it is of someone who may not publish, so nothing that visitors see may follow from it. */
export type Write = { isDraft?: boolean }

const nothing = async () => {}
const noListener: WriteListener = {
  rowWritten: nothing,
  partsWritten: nothing,
  partAdded: nothing,
  recordDeleted: nothing,
}
