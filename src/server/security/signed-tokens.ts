import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Db } from '#server/database/connect.ts'
import { readStoredValue } from '#server/database/rows.ts'

/** The row of `settings` that holds the key of all signed tokens. */
export const keyName = 'linkKey'

/** The signing key of a database: created once, and the same for all processes. */
function signingKey(database: Database): Promise<Buffer> {
  if (database.signingKey) return database.signingKey
  const reading = readOrCreateKey(database.db)
  database.signingKey = reading
  reading.catch(() => {
    database.signingKey = undefined
  })
  return reading
}

async function readOrCreateKey(db: Db): Promise<Buffer> {
  const known = await readStoredValue(db, keyName)
  if (known) return Buffer.from(known, 'base64url')
  const created = { name: keyName, value: randomBytes(32).toString('base64url') }
  await db
    .insertInto('settings')
    .values(created)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  // Another process may have been faster.
  return Buffer.from((await readStoredValue(db, keyName)) ?? '', 'base64url')
}

export type SignedToken = {
  value: string
  /** In milliseconds since 1970; 0 for never. */
  expires: number
  expired: boolean
}

/**
 * Signs a value for use in a link. The token is valid for one purpose only, and contains `value` readably.
 * @param value letters, digits, `-` and `_`
 * @param expires in milliseconds since 1970; 0 for never
 */
export async function signToken(database: Database, purpose: string, value: string, expires = 0): Promise<string> {
  const signed = `${value}.${expires.toString(36)}`
  return `${signed}.${macOf(await signingKey(database), purpose, signed)}`
}

/** Reads a token of `signToken`; null for anything else. The caller decides whether an expired one is still useful. */
export async function readToken(database: Database, purpose: string, token: string): Promise<SignedToken | null> {
  const match = /^([\w-]{1,100})\.([0-9a-z]{1,12})\.([\w-]{22})$/.exec(token)
  if (!match) return null
  const [, value = '', expiryText = '', mac = ''] = match
  const expectedMac = macOf(await signingKey(database), purpose, `${value}.${expiryText}`)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expectedMac))) return null
  const expires = Number.parseInt(expiryText, 36)
  return { value, expires, expired: expires !== 0 && expires < database.clock() }
}

/** A keyed hash: equal for equal texts, and useless without the key. */
export const keyedHash = async (database: Database, purpose: string, text: string) =>
  macOf(await signingKey(database), purpose, text)

/** Makes hashes as `keyedHash` does. */
export type Hasher = (text: string) => string

/** With a key as the table `settings` has it. */
export const hasherWith = (key: string, purpose: string): Hasher => {
  const bytes = Buffer.from(key, 'base64url')
  return (text) => macOf(bytes, purpose, text)
}

/** With the key of a database that is read through this connection, also within a transaction. */
export async function hasherIn(db: Db, purpose: string): Promise<Hasher> {
  const key = await readOrCreateKey(db)
  return (text) => macOf(key, purpose, text)
}

const macOf = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest().subarray(0, 16).toString('base64url')

/** The cookie of a member of staff who sees the site as of another time. */
const asOfCookie = 'atrium-as-of'

/** How long it is valid, in seconds. */
const asOfLifetime = 3_600

const purpose = 'as-of'

/** A time at which a member of staff sees the site, and the session in which they do, as the identity names it. */
export type AsOf = { at: string; staffId: string; session: string }

/** Signs a time at which a member of staff sees the site. @param asOf its time is ISO 8601 */
export const signAsOf = (database: Database, { at, staffId, session }: AsOf) =>
  signToken(
    database,
    purpose,
    `${Date.parse(at).toString(36)}_${staffId}_${session}`,
    database.clock() + asOfLifetime * 1_000,
  )

/** Reads a token of `signAsOf`; null for an expired or forged one. */
export async function readAsOf(database: Database, token: string): Promise<AsOf | null> {
  const read = await readToken(database, purpose, token)
  if (!read || read.expired) return null
  const [, time, staffId, session] = /^(-?[0-9a-z]+)_([^_]+)_(.+)$/.exec(read.value) ?? []
  if (!time || !staffId || !session) return null
  return { at: new Date(Number.parseInt(time, 36)).toISOString(), staffId, session }
}

type Site = { publicUrl: string }

const cookie = (value: string, seconds: number, { publicUrl }: Site) =>
  `${asOfCookie}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

/** The `Set-Cookie` that starts the view of the site as of another time. */
export const asOfBegins = (token: string, site: Site) => cookie(token, asOfLifetime, site)
/** The `Set-Cookie` that ends it. */
export const asOfEnds = (site: Site) => cookie('', 0, site)

/** The cookie of a document that is about to open the back office, whose address is in the fragment, and so unknown to the server. */
export const officeCookie = 'atrium-office'

export const asOfTokenOf = (cookies: string | undefined): string | undefined => cookieIn(cookies, asOfCookie)

export const cookieIn = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
