import { authorProfiles } from '#features/blog/blog.table.ts'
import { deleteRow, insertRow } from '../crud.ts'
import type { Database } from '../database/connect.ts'
import { isStorable } from '../database/violations.ts'
import type { Principal } from './identity.ts'

/** Somebody of the company who is let in. `profileId` is the byline of what they write: a row of `authorProfiles`. */
export type Staff = { id: string; uid: string; name: string; email: string; profileId: string }

/** Whether an address is at the company's domain: exactly, whatever its case. `a@evil-example.com` is not at `example.com`. */
export function isAtDomain(email: string, domain: string): boolean {
  const [name, host, ...more] = email.toLowerCase().split('@')
  return Boolean(name) && more.length === 0 && host === domain.toLowerCase()
}

/**
 * The rule of who is let in: an address at the company's domain, and an active account of the staff that belongs to this very person.
 * @returns null for anybody else
 */
export async function findStaff(database: Database, domain: string, principal: Principal): Promise<Staff | null> {
  if (!isAtDomain(principal.email, domain) || !isStorable(principal.uid)) return null
  const row = await database.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'profileId'])
    .where('firebaseUid', '=', principal.uid)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const profileId = row.profileId ?? (await makeProfile(database, row.id, row.name))
  return { ...row, uid: principal.uid, profileId }
}

/** Gives an account its byline. Of several calls at once, one makes it and the others find it. */
async function makeProfile(database: Database, userId: string, name: string): Promise<string> {
  return database.transaction(async (trx) => {
    const { id } = await insertRow(trx, authorProfiles, { name, bio: '' })
    await trx.updateTable('users').set({ profileId: id }).where('id', '=', userId).where('profileId', 'is', null).execute()
    const { profileId } = await trx.selectFrom('users').select('profileId').where('id', '=', userId).executeTakeFirstOrThrow()
    if (profileId !== id) await deleteRow(trx, authorProfiles, id)
    return profileId ?? id
  })
}
