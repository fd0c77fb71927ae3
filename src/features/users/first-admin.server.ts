import { randomInt } from 'node:crypto'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { lockTable } from '#server/database/dialect.ts'
import { insertRow } from '#server/database/rows.ts'
import { insertAccount } from '#server/identity/accounts.ts'
import type { Identity } from '#server/identity/identity.ts'
import { passwordIssue } from '#server/identity/passwords.ts'
import { defaultAuthorName } from '#server/site-config/site-config.ts'
import { users } from './users.table.ts'

/** The administrator created at the first start. `password` is there only if it was generated; it cannot be looked up later. */
export type FirstAdmin = { email: string; password?: string }

/** Without characters that are easily confused: l, I, O, 0 and 1. */
const characters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 100 bits in groups that can be typed: `kD7w-…`. */
const generatePassword = () =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join(''),
  ).join('-')

/**
 * Creates the first administrator on a database without staff, with the address and password of the settings; without a password, with a
 * generated one. With Firebase, the row has no account at first: it is bound to the account of the first sign-in with that verified address.
 * @throws ConfigError when the settings' password is easy to guess
 * @returns null when there is staff already; of two processes that start at once, one creates the administrator
 */
export async function ensureFirstAdmin(
  config: Config,
  database: Database,
  identity: Identity,
): Promise<FirstAdmin | null> {
  const { email, password } = config.firstAdmin
  if (await hasStaff(database.db)) return null
  const name = 'Administrator'
  const issue =
    password && identity.kind === 'embedded' && (await passwordIssue(password, { email, name }, config.company))
  if (issue) throw new ConfigError(`ADMIN_PASSWORD cannot be used. ${issue}`)
  const chosen = password ?? generatePassword()
  const hash = identity.kind === 'embedded' ? await identity.hashPassword(chosen) : undefined
  // The account and its row are created in one transaction, so that an interrupted start locks no one out.
  const created = await database.transaction(async (trx) => {
    await lockTable(trx, 'users')
    if (await hasStaff(trx)) return false
    const firebaseUid = hash === undefined ? undefined : await insertAccount(trx, { name, email, hash })
    // Until the administrator fills in their profile, their posts are signed with the company's name.
    const { id: profileId } = await createAuthor(trx, { name: await defaultAuthorName(trx, config), bio: '' })
    await insertRow(trx, users, { firebaseUid, name, email, active: true, role: 'owner', profileId })
    return true
  })
  if (!created) return null
  return password || hash === undefined ? { email } : { email, password: chosen }
}

const hasStaff = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
