import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { type CompiledQuery, type Dialect, SqliteAdapter } from 'kysely'
import { StorageError } from '#server/database/storage-errors.ts'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { bindable, deadlineCode } from './sqlite-values.ts'

/** How long the thread waits for another process that has locked the file, in milliseconds. */
const busyTimeout = 1_000
/** How long the thread may take to start on a busy machine, in milliseconds. */
const startTime = 2_000
/** How long an idle thread is kept, in milliseconds: starting one takes 40 ms, which would delay a visitor after a pause. */
const idleTimeout = 5 * 60_000
/** How many queries may wait for their turn; more are refused with 503. */
const waitingReads = 100
/** The JavaScript heap of the thread, in megabytes. */
const memory = 64

export type ReadSetup = { file: string; busyTimeout: number }
/** `within`: the deadline in milliseconds. */
export type ReadQuery = { sql: string; values: SQLInputValue[]; within: number }
export type ReadAnswer =
  | { rows: unknown[] }
  | { error: { message: string; code: string | undefined; errcode: number | undefined } }

/**
 * A second connection to the SQLite file, for queries only, in a separate thread: SQLite answers synchronously, so a
 * long query on the first one would block the whole server.
 * The thread starts with the first query and ends when there has been none for a while.
 * @param requirePlace throws when the file was moved or deleted
 * @param onError is called for every query that fails
 * @param within the deadline of a query, in milliseconds
 */
export function openSqliteReader(
  file: string,
  requirePlace: () => void,
  onError: (error: unknown) => void,
  within: number,
): Dialect {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = createWorkQueue({
    concurrency: 1,
    queueLimit: waitingReads,
    busyMessage: 'Too many searches are running at once. Please try again in a moment.',
  })

  function start(): Worker {
    requirePlace()
    const setup: ReadSetup = { file, busyTimeout }
    const started = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: setup,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    started.unref()
    // Errors are handled where a query waits for its answer.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function close() {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  const tooLong = () => new StorageError({ kind: 'busy', message: `A query took longer than ${within} ms` })

  async function ask(query: ReadQuery): Promise<ReadAnswer> {
    clearTimeout(idle)
    worker ??= start()
    const asked = worker
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>()
    const onExit = () => reject(new StorageError({ kind: 'busy', message: 'The reading thread has ended' }))
    asked.once('message', resolve).once('error', reject).once('exit', onExit)
    // A query that calls one of our functions ends at its deadline without ending the thread.
    const timer = setTimeout(() => reject(tooLong()), within + startTime)
    asked.postMessage(query)
    try {
      return await promise
    } catch (error) {
      // The next query gets a new thread.
      void close()
      throw error
    } finally {
      clearTimeout(timer)
      asked.off('message', resolve).off('error', reject).off('exit', onExit)
      idle = setTimeout(close, idleTimeout)
      idle.unref()
    }
  }

  async function execute<Row>({ sql, parameters }: CompiledQuery): Promise<{ rows: Row[] }> {
    const values = parameters.map(bindable)
    try {
      const answer = await inTurn(() => ask({ sql, values, within }))
      if ('rows' in answer) return { rows: answer.rows as Row[] }
      if (answer.error.code === deadlineCode) throw tooLong()
      throw Object.assign(new Error(answer.error.message), answer.error)
    } catch (error) {
      onError(error)
      throw error
    }
  }

  const refuse = async () => {
    throw new Error('This connection only reads')
  }
  const driver = { beginTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse, destroy: close }
  return sqliteDialect(
    execute,
    () => driver,
    () => new ReaderAdapter(),
  )
}

/** Queries wait for their turn here, where their number is limited, and not in Kysely. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
