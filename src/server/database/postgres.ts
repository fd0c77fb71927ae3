import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import type { OpenDatabase } from './open-database.ts'

/** Connections to the server that one process keeps at most. */
const poolSize = 10
/** How long a connection may take to open, in milliseconds. */
const connectWithin = 5_000

const { builtins, getTypeParser } = pg.types
const readTime = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

/** Values leave the driver in the forms that SQLite keeps, so that one codec a table serves both. */
const parsers: Record<number, (value: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: (value) => readTime(value).toISOString(),
  [builtins.JSONB]: (value) => value,
  [builtins.JSON]: (value) => value,
}

/**
 * PostgreSQL as a Kysely dialect.
 * @throws ConfigError when the server cannot be reached or lets us not in
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
  // An idle connection that breaks (the server restarts, say) has left the pool by now; the next query opens another.
  pool.on('error', () => {})
  // One that breaks while a transaction holds it fails the transaction's next query; unheard, the error would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new ConfigError(`DATABASE_URL: ${explain(cause as NodeJS.ErrnoException, new URL(url))}`, { cause })
  }
  // The server looks after its files by itself; its errors tell the rest.
  return { dialect: new PostgresDialect({ pool }), damage: Promise.resolve(null), inspect: () => {} }
}

/** One line without the password. */
function explain({ code, message }: NodeJS.ErrnoException, url: URL): string {
  const server = `the PostgreSQL server at ${url.hostname}:${url.port || 5432}`
  if (code === '28P01' || code === '28000') return `${server} does not accept this user or password`
  if (code === '3D000') return `${server} has no database "${decodeURIComponent(url.pathname.slice(1))}"`
  return `${server} cannot be reached (${code ?? message})`
}
