import { sql } from 'kysely'
import { isAtDomain } from '#contract/identity.ts'
import type { CallersRole } from '#contract/roles.ts'
import { createAuthor, deleteAuthor } from '#features/blog/blog.shared.server.ts'
import { type Database, nowIn, timeIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import type { Row } from '#server/database/table.ts'
import type { FindStaff, Principal, Staff } from '#server/identity/accounts.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import type { users } from './users.table.ts'

/** Finds a person with access, also by their row; `'ended'` when they have ended all sessions since this sign-in, null for anyone else. */
export async function findStaff(
  database: Database,
  domain: string,
  who: Parameters<FindStaff>[0],
): Promise<Staff | 'ended' | null> {
  if ('user' in who) {
    const { active, firebaseUid, email } = who.user
    return active && firebaseUid && isAtDomain(email, domain) ? toStaff(database, who.user, firebaseUid) : null
  }
  const { uid, email, signedInAt } = who
  if (!isAtDomain(email, domain) || !isStorable(uid)) return null
  const row =
    (await findActive(database, 'firebaseUid', uid)) ??
    ((await bindFirst(database, who)) ? await findActive(database, 'firebaseUid', uid) : undefined)
  if (!row) return null
  // Tokens state their start in whole seconds.
  if (signedInAt && row.signedOutAt && toSecond(signedInAt) < toSecond(await notAhead(database, uid, row.signedOutAt)))
    return 'ended'
  return toStaff(database, row, uid)
}

async function toStaff(
  database: Database,
  {
    id,
    name,
    email,
    role,
    profileId,
  }: Pick<Row<typeof users>, 'id' | 'name' | 'email' | 'role'> & { profileId: string | null },
  uid: string,
): Promise<Staff> {
  const profile = profileId ?? (await createProfile(database, id, name))
  return { id, uid, name, email, role: role as CallersRole, profileId: profile }
}

/** The account of a member of staff; undefined when they have no access any more. */
export async function findStaffAccount(database: Database, id: string) {
  const row = await findActive(database, 'id', id)
  return row?.firebaseUid ? { uid: row.firebaseUid, email: row.email } : undefined
}

/** A time in the future was written while the clock was ahead. It is set to now, or the user could not sign in until then. */
async function notAhead({ db }: Database, uid: string, signedOutAt: string): Promise<string> {
  if (Date.parse(signedOutAt) <= timeIn(db) + clockSkew) return signedOutAt
  const now = nowIn(db)
  await db
    .updateTable('users')
    .set({ signedOutAt: now })
    .where('firebaseUid', '=', uid)
    .where('signedOutAt', '=', signedOutAt)
    .execute()
  return now
}

const toSecond = (iso: string) => Math.floor(Date.parse(iso) / 1000)

/** A member of staff; undefined when they have no access any more. */
export const findActive = ({ db }: Database, column: 'id' | 'firebaseUid', value: string) =>
  db
    .selectFrom('users')
    .select(['id', 'firebaseUid', 'name', 'email', 'role', 'profileId', 'signedOutAt'])
    .where(column, '=', value)
    .where('active', '=', true)
    .executeTakeFirst()

/** Binds the first administrator's row to the account with its address, if the identity provider has verified that address. */
async function bindFirst({ db }: Database, { uid, email, emailVerified }: Principal): Promise<boolean> {
  if (!emailVerified) return false
  return affectsRows(
    db
      .updateTable('users')
      .set({ firebaseUid: uid })
      .where('firebaseUid', 'is', null)
      .where(sql`lower("email")`, '=', email.toLowerCase())
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('users as other').select('other.id').where('other.firebaseUid', '=', uid))),
      ),
  )
}

/** Creates a user's author profile. Of several calls at once, one creates it and the others return it. */
async function createProfile(database: Database, userId: string, name: string): Promise<string> {
  return database.transaction(async (trx) => {
    const { id } = await createAuthor(trx, { name, bio: '' })
    await trx
      .updateTable('users')
      .set({ profileId: id })
      .where('id', '=', userId)
      .where('profileId', 'is', null)
      .execute()
    const { profileId } = await trx
      .selectFrom('users')
      .select('profileId')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (profileId !== id) await deleteAuthor(trx, id)
    return profileId ?? id
  })
}
