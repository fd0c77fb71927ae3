import type { FastifyBaseLogger } from 'fastify'

/** Why the database or its disk cannot be used at the moment. */
export type StorageErrorKind = 'full' | 'read-only' | 'gone' | 'damaged' | 'failing' | 'busy' | 'unreachable' | 'denied'

/** `message` is for the operator. */
export type StorageFault = { kind: StorageErrorKind; message: string }

/** A problem found by our own check, not an error of the database. */
export class StorageError extends Error {
  override name = 'StorageError'
  kind: StorageErrorKind
  constructor({ kind, message }: StorageFault) {
    super(message)
    this.kind = kind
  }
}

/** By SQLite's primary result code. */
const sqliteCodes: Record<number, StorageErrorKind> = {
  5: 'busy',
  8: 'read-only',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
}
/** SQLite's read-only error for a file that was moved or deleted while open. */
const readonlyMoved = 1032

/** By the beginning of PostgreSQL's SQLSTATE. */
const postgresCodes: [RegExp, StorageErrorKind][] = [
  [/^53100$/, 'full'],
  [/^53/, 'busy'],
  [/^57014$/, 'busy'],
  [/^25006$/, 'read-only'],
  // The second: no schema may be used.
  [/^(42501|3F000)$/, 'denied'],
  [/^(08|28|57P0|3D000)/, 'unreachable'],
  [/^58/, 'failing'],
  [/^XX00[12]$/, 'damaged'],
]
const systemCodes: Record<string, StorageErrorKind> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only' }
const networkCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Messages of the PostgreSQL client that have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded)/

type Fields = { errcode?: number; code?: unknown; message?: string; syscall?: string; command?: string }

/** The storage problem that an error is about; null for any other error. */
export function storageErrorKind(error: unknown): StorageErrorKind | null {
  if (error instanceof StorageError) return error.kind
  if (!(error instanceof Error)) return null
  const { errcode, code, message = '', syscall, command } = error as Fields
  if (code === 'ERR_SQLITE_ERROR')
    return errcode === readonlyMoved ? 'gone' : (sqliteCodes[(errcode ?? 0) & 0xff] ?? null)
  if (lostConnection.test(message)) return 'unreachable'
  if (typeof code !== 'string') return null
  // Errors of the mail server have a `command`, and a visitor's broken connection has no `syscall`.
  if (networkCodes.test(code)) return syscall !== undefined && command === undefined ? 'unreachable' : null
  return systemCodes[code] ?? postgresCodes.find(([beginning]) => beginning.test(code))?.[1] ?? null
}

/** Whether the database can be read but not written. */
export const takesNoWrites = (error: unknown): boolean => ['full', 'read-only'].includes(storageErrorKind(error) ?? '')

/** Messages that are safe to publish, without paths and addresses. */
export const storageErrorMessages: Record<StorageErrorKind, string> = {
  full: 'The disk is full',
  'read-only': 'The database is read-only',
  gone: 'The database file is no longer in its place',
  damaged: 'The database is damaged',
  failing: 'The disk of the database cannot be read or written',
  busy: 'The database is busy',
  unreachable: 'The database cannot be reached',
  denied: 'The database refuses a right that the site needs',
}

export const storageErrorAdvice: Record<StorageErrorKind, string> = {
  full: 'Free some space; nothing can be saved until then',
  'read-only': "Give the site's account write permission, and mount its disk writable",
  gone: 'Nothing is saved until it is back: stop the site and put the data folder back, or a copy of it',
  damaged: 'Stop the site and put a copy in its place (docs/operating.md, "When the database is damaged")',
  failing: 'Check the disk and the permissions of the data folder',
  busy: 'Check for other programs that use it, and its limit of connections',
  unreachable: 'Check the database server and DATABASE_URL; the site recovers without a restart',
  denied: `Make the site's role the owner of the database and its tables: alter database … owner to … (docs/operating.md, "PostgreSQL")`,
}

/** The minimum time between two log lines about the same problem, in milliseconds. */
const logInterval = 60_000
const lastLogged = new Map<StorageErrorKind, number>()

/** Logs an error: a storage problem as one line with advice, at most once a minute; any other error with its stack. */
export function logFailure(log: Pick<FastifyBaseLogger, 'error'>, error: unknown, message?: string): void {
  const kind = storageErrorKind(error)
  if (!kind) {
    log.error(error, message)
    return
  }
  const now = performance.now()
  if (now - (lastLogged.get(kind) ?? -logInterval) < logInterval) return
  lastLogged.set(kind, now)
  log.error(describeStorageError(kind, error))
}

/** One line for the operator. */
export const describeStorageError = (kind: StorageErrorKind, error: unknown): string =>
  `${storageErrorMessages[kind]} (${(error as Error).message}). ${storageErrorAdvice[kind]}.`

/** A text with NUL, which PostgreSQL cannot store. It is refused with SQLite too, so that both behave alike. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor() {
    super('A text contains the NUL character')
  }
}

export type Violation = 'unique' | 'reference' | 'check' | 'missing' | 'unstorable'

const sqliteViolations: Record<number, Violation> = {
  2067: 'unique',
  1555: 'unique',
  787: 'reference',
  1811: 'reference',
  275: 'check',
  1299: 'missing',
}
const postgresViolations: Record<string, Violation> = {
  '23505': 'unique',
  '23503': 'reference',
  '23001': 'reference',
  '23514': 'check',
  '23502': 'missing',
  '22021': 'unstorable',
}

/** The constraint that an error is about; null for any other error. */
export function constraintErrorOf(error: unknown): Violation | null {
  if (error instanceof UnstorableText) return 'unstorable'
  const { errcode, code } = error as { errcode?: number; code?: string }
  return sqliteViolations[errcode ?? -1] ?? postgresViolations[code ?? ''] ?? null
}

/** Whether the database can store a text. No stored value equals a text that it cannot. */
export const isStorable = (text: string) => !text.includes('\0')

export type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Does what follows a change that is stored. Its failure is only logged, because the call would otherwise say that nothing was done, and be
 * repeated.
 * @param failure what the log says
 */
export async function afterCommit(log: Log, failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logFailure(log, error, failure)
  }
}
