import pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { ConfigError, encodingAdvice, readPostgresAddress } from '#server/config/environment.ts'

/** How long a connection may take to open, in milliseconds. */
export const connectWithin = 5_000

const { builtins, getTypeParser } = pg.types
const readTime = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

/** Values have the same form as in SQLite, so that one codec per table serves both. */
const parsers: Record<number, (value: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: (value) => readTime(value).toISOString(),
  [builtins.JSONB]: (value) => value,
  [builtins.JSON]: (value) => value,
}
const types = {
  getTypeParser: (type: number, format) => parsers[type] ?? getTypeParser(type, format),
} as pg.CustomTypesConfig

const sslModes = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full']

/**
 * The settings of a connection, with values in the form of the codecs. The modes of TLS have the meaning that they have for `psql`.
 * @param name of the connection in the server's list
 * @throws ConfigError when the address names a mode or a certificate that cannot be used
 */
export function settingsFor(url: string, name: string): pg.ClientConfig {
  const { query } = readPostgresAddress(url)
  const mode = query.get('sslmode') ?? 'disable'
  if (!sslModes.includes(mode)) throw new ConfigError(`DATABASE_URL: sslmode is one of ${sslModes.join(', ')}`)
  if (mode === 'verify-ca' && !query.has('sslrootcert'))
    throw new ConfigError('DATABASE_URL: sslmode=verify-ca needs sslrootcert={file}, the certificate of the authority')
  try {
    return {
      ...toClientConfig(parse(url, { useLibpqCompat: mode !== 'no-verify' && !query.has('uselibpqcompat') })),
      connectionTimeoutMillis: connectWithin,
      application_name: name,
      types,
    }
  } catch (cause) {
    throw new ConfigError(`DATABASE_URL cannot be used (${(cause as Error).message})`, { cause })
  }
}

type PostgresError = NodeJS.ErrnoException & { routine?: string }

/** Describes a failed connection in one line with its cure, without the password. */
export function explain(error: unknown, url: string, { user, ssl }: pg.ClientConfig): string {
  const { code = '', message, routine } = error as PostgresError
  const { server: address, database } = readPostgresAddress(url)
  const server = `the PostgreSQL server at ${address}`
  if (code === '28P01') return `${server} does not accept this user or password; ${encodingAdvice}`
  if (/client password must be/.test(message)) return `${server} asks for a password; put it into the address`
  // The message has the language of the server, and the routine does not.
  if (!ssl && (routine === 'ClientAuthentication' || /\b(ssl|tls)\b|encrypt|insecure/i.test(message)))
    return `${server} accepts no connection without TLS for this user and database (${message}); add ?sslmode=require to the address, or a line to pg_hba.conf`
  if (routine === 'ClientAuthentication')
    return `${server} accepts no connection of this user and machine (${message}); add a line to pg_hba.conf`
  if (routine === 'auth_failed')
    return `${server} does not accept this user (${message}); run the site as the account of that name, or use an address with a host and a password`
  if (code === '28000')
    return `${server} does not accept this user (${message}); create it with: create role ${nameOf(user)} login password '…'; or allow it with: alter role ${nameOf(user)} login;`
  if (code === '42501')
    return `${server} refuses this user (${message}); make it the owner with: alter database ${nameOf(database)} owner to ${nameOf(user)};`
  if (code === '3D000')
    return `${server} has no database "${database}"; create it with: ${createStatement(database, user)}`
  if (ssl && /does not support SSL/.test(message))
    return `${server} does not offer TLS; leave sslmode out of the address, or switch ssl on in postgresql.conf`
  if (/CERT|UNABLE_TO|SELF_SIGNED/.test(code))
    return `${server} has a certificate that is not trusted (${message}); add sslrootcert={file} with its authority to the address, or encrypt without checking it with sslmode=require`
  return `${server} cannot be reached (${/^E[A-Z]/.test(code) ? code : message})`
}

const nameOf = (name = 'atrium') => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : pg.escapeIdentifier(name))

/** The statement that creates a database for the site. @param owner the site's role, if its name is known */
export const createStatement = (database: string, owner?: string) =>
  `create database ${nameOf(database)} owner ${nameOf(owner)} encoding 'UTF8' template template0;`
