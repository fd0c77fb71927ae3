import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '#server/config/environment.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { StorageError, storageErrorAdvice, storageErrorKind } from '#server/database/storage-errors.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { checkFile, markAsCreated, refuseLostDatabase, reopenAndRead, requireRoom, watchPlace } from './sqlite-file.ts'
import { openSqliteReader } from './sqlite-reader.ts'
import { bindable, defineFunctions } from './sqlite-values.ts'

/** How long a statement waits for another process that is writing, in milliseconds. */
const busyTimeout = 10_000
/** How many prepared statements are cached. */
const statementCache = 500

/**
 * Node's own SQLite as a Kysely dialect. One connection; Kysely's mutex gives it to one query or transaction at a time.
 * Every acknowledged write is on the disk (`synchronous=FULL`), in the file that the path names.
 * @param readWithin the deadline of a long read, in milliseconds
 * @throws ConfigError when the file cannot be opened and written, is damaged, or was lost
 */
export async function openSqlite(file: string, readWithin: number): Promise<OpenDatabase> {
  refuseLostDatabase(file)
  const { database, check } = await open(file)
  markAsCreated(file)
  const requirePlace = watchPlace(file)
  const damage = Promise.resolve(check.damage)
  /** Once found, damage is reported until the next start. */
  let damaged: unknown
  const onError = (error: unknown) => {
    if (storageErrorKind(error) === 'damaged') damaged ??= error
  }
  damage.then((found) => found && onError(new StorageError(found)))
  const dialect = sqliteDialect(executorOf(database, requirePlace, onError), (connection) => {
    const run = async (statement: string) => void (await connection.executeQuery(CompiledQuery.raw(statement)))
    return {
      // A transaction that begins with a read cannot wait for the write lock later: it would fail at once.
      beginTransaction: () => run('begin immediate'),
      commitTransaction: () => run('commit'),
      // Some errors, such as a full disk, have already rolled back.
      rollbackTransaction: async () => (database.isTransaction ? database.exec('rollback') : undefined),
      destroy: async () => {
        check.stop()
        database.close()
      },
    }
  })
  return {
    dialect,
    readDialect: openSqliteReader(file, requirePlace, onError, readWithin),
    damage,
    inspect() {
      if (damaged) throw damaged
      requirePlace()
      reopenAndRead(file)
    },
    notify: async () => {},
    listen() {},
    stopListening: async () => {},
  }
}

async function open(file: string) {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true })
    // The write-ahead log and its index, which are created next, get the same mode.
    if (statSync(file).size === 0) chmodSync(file, 0o600)
    await switchToWriteAheadLog(database)
    // Deleted data is overwritten with zeros, and so are the pages that become free.
    database.exec('pragma synchronous = full; pragma secure_delete = on')
    defineFunctions(database)
    // SQLite opens a file without write permission as read-only and fails at the first write, so one is made here.
    database.exec('begin immediate; pragma user_version = 1; rollback')
    const check = checkFile(file, database)
    if (check.damage && !(check.damage instanceof Promise)) throw new StorageError(check.damage)
    return { database, check }
  } catch (error) {
    database?.close()
    const cause = causeOf(error, file)
    const kind = storageErrorKind(cause)
    const advice = kind ? `. ${storageErrorAdvice[kind]}` : ''
    throw new ConfigError(`DATA_DIR: the database ${file} cannot be opened (${(cause as Error).message})${advice}`, {
      cause,
    })
  }
}

/** SQLite sometimes reports a full disk as a failing one. */
function causeOf(error: unknown, file: string): unknown {
  if (storageErrorKind(error) !== 'failing') return error
  try {
    requireRoom(file)
    return error
  } catch (cause) {
    return cause
  }
}

/** The switch needs exclusive access and does not wait for it, so processes that start together retry. */
async function switchToWriteAheadLog(database: DatabaseSync) {
  for (let attempt = 0; ; attempt++) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (attempt === 100 || !/locked|busy/i.test((error as Error).message)) throw error
      await wait(20)
    }
  }
}

/**
 * @param requirePlace throws when the file was moved or deleted
 * @param onError is called for every statement that fails
 */
function executorOf(
  database: DatabaseSync,
  requirePlace: () => void,
  onError: (error: unknown) => void,
): DatabaseConnection['executeQuery'] {
  const statements = new LRUCache<string, { statement: StatementSync; returnsRows: boolean }>({
    max: statementCache,
  })

  function prepare(sql: string) {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // The search index leaves row ids beyond 2^53 behind, which do not fit a number.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    statements.set(sql, prepared)
    return prepared
  }

  function execute<Row>({ sql, parameters }: CompiledQuery) {
    try {
      const { statement, returnsRows } = prepare(sql)
      const values = parameters.map(bindable)
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      onError(error)
      throw error
    }
  }

  return async <Row>(query: CompiledQuery) => {
    if (/^\s*select\b/i.test(query.sql)) return execute<Row>(query)
    // Nothing is written to a file that was moved or deleted, and no write is acknowledged if that happened meanwhile.
    if (!database.isTransaction) requirePlace()
    const result = execute<Row>(query)
    if (!database.isTransaction) requirePlace()
    return result
  }
}
