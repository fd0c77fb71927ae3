import { setTimeout as wait } from 'node:timers/promises'
import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { decoded } from '#contract/addresses.ts'
import { ConfigError } from '#server/config/environment.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'

/** The most connections of one process to the server. */
const poolSize = 10
/** How many of them are for long reads. They open when they are needed. */
const readPoolSize = 2
/** How long a connection may take to open, in milliseconds. */
const connectWithin = 5_000
/** How long an idle connection is kept, in milliseconds: the first query of a new one takes 30 ms more, which would delay a visitor after a pause. */
const idleTimeout = 5 * 60_000

/** The name of a running site's connections in the server's list. */
export const siteConnection = 'atrium'

const { builtins, getTypeParser } = pg.types
const readTime = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

/** Values have the same form as in SQLite, so that one codec per table serves both. */
const parsers: Record<number, (value: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: (value) => readTime(value).toISOString(),
  [builtins.JSONB]: (value) => value,
  [builtins.JSON]: (value) => value,
}

/**
 * PostgreSQL as a Kysely dialect.
 * @param readWithin the deadline of a long read, in milliseconds
 * @throws ConfigError when the server cannot be reached or refuses the connection
 */
export async function openPostgres(url: string, readWithin: number): Promise<OpenDatabase> {
  const pool = openPool(url, poolSize - readPoolSize)
  const readPool = openPool(url, readPoolSize)
  const sum = (count: (pool: pg.Pool) => number) => count(pool) + count(readPool)
  // Compiling or parallelising such a query takes longer than it saves.
  const settings = `set statement_timeout = ${readWithin}; set default_transaction_read_only = on; set jit = off; set max_parallel_workers_per_gather = 0`
  readPool.on('connect', (client) => void client.query(settings).catch(() => {}))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new ConfigError(`DATABASE_URL: ${explain(cause as NodeJS.ErrnoException, new URL(url))}`, { cause })
  }
  let stopListening = async () => {}
  // The server checks its own files, and reports problems as errors of queries.
  return {
    dialect: new PostgresDialect({ pool }),
    readDialect: new PostgresDialect({ pool: readPool }),
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

/** Values in the form of the codecs. */
const types = {
  getTypeParser: (type: number, format) => parsers[type] ?? getTypeParser(type, format),
} as pg.CustomTypesConfig

/** @param name of the connection in the server's list */
const settingsFor = (url: string, name: string) => ({
  connectionString: url,
  connectionTimeoutMillis: connectWithin,
  application_name: name,
  types,
})

/**
 * A single connection with values in the same form. @param name its name in the server's list of connections
 * @throws ConfigError when the server cannot be reached or refuses the connection
 */
export async function connectToPostgres(url: string, name: string): Promise<pg.Client> {
  try {
    const client = new pg.Client(settingsFor(url, name))
    // If the connection breaks, the next query fails. Without this listener the process would end.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (cause) {
    throw new ConfigError(`DATABASE_URL: ${explain(cause as NodeJS.ErrnoException, new URL(url))}`, { cause })
  }
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...settingsFor(url, siteConnection),
    max,
    idleTimeoutMillis: idleTimeout,
    // So that a firewall in between does not drop it meanwhile.
    keepAlive: true,
  })
  // A broken idle connection has left the pool already, and the next query opens another.
  pool.on('error', () => {})
  // If a connection breaks during a transaction, its next query fails. Without this listener the process would end.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Describes a failed connection in one line, without the password. */
function explain({ code, message }: NodeJS.ErrnoException, url: URL): string {
  const server = `the PostgreSQL server at ${url.hostname}:${url.port || 5432}`
  if (code === '28P01' || code === '28000') return `${server} does not accept this user or password`
  if (code === '3D000') return `${server} has no database "${decoded(url.pathname.slice(1))}"`
  return `${server} cannot be reached (${code ?? message})`
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
