import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ConfigError, readPostgresAddress } from '#server/config/environment.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { connectWithin, createStatement, explain, settingsFor } from './settings.ts'

/** The most connections of one process to the server, without a setting. */
const mostConnections = 10
/** How many of them are for long reads, where there are enough. */
const readPoolSize = 2
/**
 * How long an idle connection is kept for other processes to wait, in milliseconds. The last of a pool stays: the first query of a new one takes 30 ms
 * more, which would delay a visitor after a pause.
 */
const idleTimeout = 3_000

/** The name of a running site's connections in the server's list. */
export const siteConnection = 'atrium'

/**
 * How long a call that has stored something waits for a connection, in milliseconds: those before it in the queue give up earlier. Proxies
 * wait a minute for an answer, and a call may wait twice.
 */
const storedWithin = 25_000

type Options = { url: string; connections?: number | undefined }

/**
 * PostgreSQL as a Kysely dialect.
 * @param readWithin the deadline of a long read, in milliseconds
 * @param hasStored whether the call that asks for a connection has committed something
 * @throws ConfigError when the server cannot be reached or refuses the connection
 */
export async function openPostgres(
  { url, connections = mostConnections }: Options,
  readWithin: number,
  hasStored: () => boolean,
): Promise<OpenDatabase> {
  const settings = settingsFor(url, siteConnection)
  // One more is for `listen`.
  const reads = connections > 5 ? readPoolSize : 1
  const pool = new Pool(settings, connections - reads - 1, hasStored)
  const readPool = new Pool(settings, reads, hasStored)
  const sum = (count: (pool: Pool) => number) => count(pool) + count(readPool)
  // Compiling or parallelising such a query takes longer than it saves.
  const forReads = `set statement_timeout = ${readWithin}; set default_transaction_read_only = on; set jit = off; set max_parallel_workers_per_gather = 0`
  readPool.on('connect', (client) => void client.query(forReads).catch(() => {}))
  try {
    await requireEveryText(pool, url)
  } catch (cause) {
    await pool.end()
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`DATABASE_URL: ${explain(cause, url, settings)}`, { cause })
  }
  let stopListening = async () => {}
  // The server checks its own files, and reports problems as errors of queries.
  return {
    dialect: pool.dialect(),
    readDialect: readPool.dialect(),
    damage: Promise.resolve(null),
    inspect: () => {},
    notify: async (trx, channel) => void (await sql`select pg_notify(${channel}, '')`.execute(trx)),
    listen(channel, onMessage) {
      stopListening = listenTo(url, channel, onMessage)
    },
    stopListening: () => stopListening(),
    connections: () => ({
      busy: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
  }
}

/** @throws ConfigError when the database has an encoding that cannot store every text, which only shows when somebody writes one */
async function requireEveryText(pool: Pool, url: string): Promise<void> {
  const client = await pool.connectPatiently()
  const { rows } = await client
    .query<{ encoding: string; role: string }>(
      `select current_setting('server_encoding') as "encoding", current_user as "role"`,
    )
    .finally(() => client.release())
  const [{ encoding, role } = { encoding: '', role: '' }] = rows
  if (encoding === 'UTF8') return
  const { database } = readPostgresAddress(url)
  throw new ConfigError(
    `DATABASE_URL: the database "${database}" has the encoding ${encoding}, which cannot store every text; create one in its place with: ${createStatement(database, role)}`,
  )
}

/**
 * A single connection with values in the same form. @param name its name in the server's list of connections
 * @throws ConfigError when the server cannot be reached or refuses the connection
 */
export async function connectToPostgres(url: string, name: string): Promise<pg.Client> {
  const settings = settingsFor(url, name)
  try {
    return await whileRefused(async () => {
      const client = new pg.Client(settings)
      // If the connection breaks, the next query fails. Without this listener the process would end.
      client.on('error', () => {})
      await client.connect()
      return client
    })
  } catch (cause) {
    throw new ConfigError(`DATABASE_URL: ${explain(cause, url, settings)}`, { cause })
  }
}

/** For how long a pool opens no further connection after the server has refused one, in milliseconds. */
const contentFor = 1_000

/** While the server refuses further connections, calls wait for one of those that the pool has. */
class Pool extends pg.Pool {
  readonly #most: number
  #growing: NodeJS.Timeout | undefined

  constructor(settings: pg.PoolConfig, most: number, hasStored: () => boolean) {
    // `keepAlive`, so that a firewall in between does not drop an idle connection.
    super({ ...settings, max: most, min: 1, idleTimeoutMillis: idleTimeout, keepAlive: true })
    this.#most = most
    // The pool reads it when a call asks for a connection.
    Object.defineProperty(this.options, 'connectionTimeoutMillis', {
      get: () => (hasStored() ? storedWithin : connectWithin),
    })
    // A broken idle connection has left the pool already, and the next query opens another.
    this.on('error', () => {})
    // If a connection breaks during a transaction, its next query fails. Without this listener the process would end.
    this.on('connect', (client) => void client.on('error', () => {}))
  }

  connectPatiently(): Promise<pg.PoolClient> {
    return whileRefused(
      () => this.connect(),
      () => this.#stopGrowing(),
      this.options.connectionTimeoutMillis,
    )
  }

  dialect = () =>
    new PostgresDialect({
      pool: { options: this.options, connect: () => this.connectPatiently(), end: () => this.end() },
    })

  #stopGrowing() {
    this.options.max = Math.max(1, this.totalCount)
    clearTimeout(this.#growing)
    this.#growing = setTimeout(() => {
      this.options.max = this.#most
    }, contentFor).unref()
  }
}

/** The longest pause before another attempt at a connection that the server has refused, in milliseconds. */
const attemptPause = 100

/** Repeats an attempt to connect while the server, a role or a pooler has no connection to give, up to the deadline. */
async function whileRefused<Client>(
  connect: () => Promise<Client>,
  onRefusal = () => {},
  within = connectWithin,
): Promise<Client> {
  for (const end = performance.now() + within; ; ) {
    try {
      return await connect()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (!(code === '53300' || /no more connections allowed/.test(message)) || performance.now() > end) throw error
      onRefusal()
      await wait(Math.random() * attemptPause)
    }
  }
}

/** How long to wait before the next attempt to connect, in milliseconds. */
const pause = 1_000

/** Listens to a channel on a separate connection, and connects again when it breaks. @returns stops listening */
function listenTo(url: string, channel: string, onMessage: () => void): () => Promise<void> {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function listenOnce() {
    const connection = new pg.Client({ ...settingsFor(url, `atrium ${channel}`), keepAlive: true })
    client = connection
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    // A broken connection also emits `end`, which is handled.
    connection.on('error', () => {})
    connection.on('notification', onMessage)
    await connection.connect()
    await connection.query(`listen ${channel}`)
    onMessage()
    await ended
  }

  async function listenUntilStopped() {
    while (!stopping.signal.aborted) {
      // While the server cannot be reached, its queries fail.
      await listenOnce().catch(() => client?.end().catch(() => {}))
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const stopped = listenUntilStopped()
  return async () => {
    stopping.abort()
    await client?.end().catch(() => {})
    await stopped
  }
}

/** How often the clocks are compared, in milliseconds. */
const compareEvery = 5 * 60_000
/** A smaller difference is that of the measurement, in milliseconds. */
const tolerance = 50

/**
 * The clock of the database server, as machines that share it all have to read the same time.
 * @param own the clock of this machine
 */
export async function followServer(db: Kysely<Schema>, own: Clock): Promise<{ clock: Clock; stop(): void }> {
  let ahead = 0
  async function compare() {
    const asked = Date.now()
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as "now"`.execute(db)
    const answered = Date.now()
    const difference = Date.parse(rows[0]?.now ?? '') - (asked + answered) / 2
    ahead = Math.abs(difference) > tolerance + (answered - asked) / 2 ? Math.round(difference) : 0
  }
  await compare()
  // While the server is away, the last difference is the best.
  const timer = setInterval(() => void compare().catch(() => {}), compareEvery).unref()
  return { clock: () => own() + ahead, stop: () => clearInterval(timer) }
}
