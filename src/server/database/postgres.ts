import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import type { OpenDatabase } from './open-database.ts'

/** The most connections of one process to the server. */
const poolSize = 10
/** How long a connection may take to open, in milliseconds. */
const connectWithin = 5_000

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
 * @throws ConfigError when the server cannot be reached or refuses the connection
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectWithin,
    application_name: 'atrium',
    types: {
      getTypeParser: (type: number, format) => parsers[type] ?? getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  })
  // A broken idle connection has left the pool already, and the next query opens another.
  pool.on('error', () => {})
  // If a connection breaks during a transaction, its next query fails. Without this listener the process would end.
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new ConfigError(`DATABASE_URL: ${explain(cause as NodeJS.ErrnoException, new URL(url))}`, { cause })
  }
  // The server checks its own files, and reports problems as errors of queries.
  return {
    dialect: new PostgresDialect({ pool }),
    damage: Promise.resolve(null),
    inspect: () => {},
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** Describes a failed connection in one line, without the password. */
function explain({ code, message }: NodeJS.ErrnoException, url: URL): string {
  const server = `the PostgreSQL server at ${url.hostname}:${url.port || 5432}`
  if (code === '28P01' || code === '28000') return `${server} does not accept this user or password`
  if (code === '3D000') return `${server} has no database "${decodeURIComponent(url.pathname.slice(1))}"`
  return `${server} cannot be reached (${code ?? message})`
}
