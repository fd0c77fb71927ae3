import { randomInt } from 'node:crypto'
import { type Config, ConfigError } from '#server/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { lockTable } from '#server/database/dialect.ts'
import { insertRow } from '#server/database/rows.ts'
import { insertAccount } from '#server/identity/accounts.ts'
import type { Identity } from '#server/identity/identity.ts'
import { passwordIssue } from '#server/identity/password-rules.ts'
import { users } from './users.table.ts'

/** Whom the first start let in. `password` only where one was made up, which nobody can look up later. */
export type FirstAdmin = { email: string; password?: string }

/** Without what is read or typed wrongly: no l, I, O, 0 and 1. */
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 100 bits in groups that can be typed: `kD7w-…`. */
const makeUpPassword = () =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/**
 * On a database without staff, makes the first: the settings' address, with their password or one made up. With Firebase the row waits
 * for the account, and is bound to it at the first sign-in whose address Firebase has made sure of.
 * @throws ConfigError when the settings' password is easy to guess
 * @returns null when there is somebody already; of two processes that start at once, one makes the admin
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
  const chosen = password ?? makeUpPassword()
  const hash = identity.kind === 'embedded' ? await identity.hashPassword(chosen) : undefined
  // The account and its row are made together, so that a start that breaks off locks nobody out.
  const made = await database.transaction(async (trx) => {
    await lockTable(trx, 'users')
    if (await hasStaff(trx)) return false
    const firebaseUid = hash === undefined ? undefined : await insertAccount(trx, { name, email, hash })
    await insertRow(trx, users, { firebaseUid, name, email, active: true })
    return true
  })
  if (!made) return null
  return password || hash === undefined ? { email } : { email, password: chosen }
}

const hasStaff = async (db: Database['db'] | Transaction) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
