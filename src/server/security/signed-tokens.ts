import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/database/connect.ts'

/** The setting that keeps the key of all signed links. */
const keyName = 'linkKey'

const keys = new WeakMap<Database, Promise<Buffer>>()

/** The key of this database's links: made once, and the same for every process and after every start. */
function linkKey(database: Database): Promise<Buffer> {
  const known = keys.get(database)
  if (known) return known
  const reading = readOrMake(database)
  keys.set(database, reading)
  reading.catch(() => keys.delete(database))
  return reading
}

async function readOrMake({ db }: Database): Promise<Buffer> {
  const made = { name: keyName, value: randomBytes(32).toString('base64url') }
  await db
    .insertInto('settings')
    .values(made)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', keyName)
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64url')
}

export type SignedLink = {
  value: string /** When it ends, in milliseconds since 1970; 0 is never. */
  expires: number
  expired: boolean
}

/**
 * A word for a link that only we can have written, for one purpose alone. It holds `value` readably.
 * @param value letters, digits, `-` and `_`
 * @param expires in milliseconds since 1970; 0 for never
 */
export async function signLink(database: Database, purpose: string, value: string, expires = 0): Promise<string> {
  const said = `${value}.${expires.toString(36)}`
  return `${said}.${macOf(await linkKey(database), purpose, said)}`
}

/** Reads what `signLink` wrote; null for anything else. Whether one that has expired is still good for something is the caller's word. */
export async function readLink(database: Database, purpose: string, token: string): Promise<SignedLink | null> {
  const match = /^([\w-]{1,100})\.([0-9a-z]{1,12})\.([\w-]{22})$/.exec(token)
  if (!match) return null
  const [, value = '', ending = '', mac = ''] = match
  const right = macOf(await linkKey(database), purpose, `${value}.${ending}`)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(right))) return null
  const expires = Number.parseInt(ending, 36)
  return { value, expires, expired: expires !== 0 && expires < Date.now() }
}

/** A text that only we can have made of another: equal for equal ones, and of no use to whoever reads it without the key. */
export const keyedHash = async (database: Database, purpose: string, text: string) =>
  macOf(await linkKey(database), purpose, text)

const macOf = (key: Buffer, purpose: string, said: string) =>
  createHmac('sha256', key).update(`${purpose}\n${said}`).digest().subarray(0, 16).toString('base64url')
