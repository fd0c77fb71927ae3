import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import QuickLRU from 'quick-lru'
import { ConfigError } from '../config.ts'
import { isStorable, UnstorableText } from './violations.ts'

/** How long a statement waits for another process that is writing, in milliseconds. */
const busyTimeout = 10_000
/** Statements kept ready to run again. */
const statementCache = 500

/**
 * Node's own SQLite as a Kysely dialect. One connection; Kysely's mutex gives it to one query or transaction at a time.
 * Every acknowledged write is on the disk (`synchronous=FULL`).
 * @throws ConfigError when the file cannot be opened
 */
export async function openSqlite(file: string): Promise<Dialect> {
  const database = await open(file)
  const connection = createConnection(database)
  const run = async (statement: string) => void (await connection.executeQuery(CompiledQuery.raw(statement)))
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      // A transaction that starts by reading could not wait for its turn to write: it would fail at once.
      beginTransaction: () => run('begin immediate'),
      commitTransaction: () => run('commit'),
      // Some failures (a full disk) have rolled back already, and are the error to report.
      rollbackTransaction: async () => (database.isTransaction ? run('rollback') : undefined),
      destroy: async () => database.close(),
    }),
  }
}

async function open(file: string): Promise<DatabaseSync> {
  try {
    const database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true })
    await switchToWriteAheadLog(database)
    database.exec('pragma synchronous = full')
    // As the migration 0006 makes it in PostgreSQL: of its own, SQLite knows the letters of ASCII alone.
    database.function('fold', { deterministic: true }, (text) => String(text).toLowerCase())
    return database
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: the database ${file} cannot be opened (${(cause as Error).message})`, { cause })
  }
}

/** Switching a new file to the write-ahead log needs it alone and does not wait, so processes that start together try again. */
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

function createConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new QuickLRU<string, { statement: StatementSync; returnsRows: boolean }>({ maxSize: statementCache })

  function prepare(sql: string) {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // The search index leaves row numbers beyond 2^53 behind, which would fail as a number.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    statements.set(sql, prepared)
    return prepared
  }

  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { statement, returnsRows } = prepare(sql)
      const values = parameters.map(bindable)
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    // An open cursor would hold the one connection; what is long is read page by page instead.
    // biome-ignore lint/correctness/useYield: it only refuses
    async *streamQuery() {
      throw new Error('Read page by page, by key')
    },
  }
}

/** SQLite has no booleans, and NUL is refused here because PostgreSQL refuses it. */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && !isStorable(value)) throw new UnstorableText()
  return value as SQLInputValue
}
