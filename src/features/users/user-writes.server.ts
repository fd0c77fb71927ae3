import type * as z from 'zod/mini'
import { changeAuthor } from '#features/blog/authors.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { constraintErrorOf } from '#server/database/constraint-errors.ts'
import { changeContent } from '#server/database/content-version.ts'
import { lockTable } from '#server/database/dialect.ts'
import { deleteRow, insertRow, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { newUser, User, userChange } from './users.contract.ts'
import { users } from './users.table.ts'

/** Maps a row to the contract's shape. */
export const toUser = ({ id, firebaseUid, name, email, active, createdAt }: Row<typeof users>): User => ({
  _id: id,
  firebaseUid,
  name,
  email,
  active,
  createdAt,
})

/** @throws HttpError 409 when another user has the address or the account */
export async function addUser(
  database: Database,
  { firebaseUid, name, email }: z.infer<typeof newUser>,
): Promise<User> {
  const row = { firebaseUid, name, email: email.toLowerCase(), active: true }
  try {
    return toUser(await database.transaction((trx) => insertRow(trx, users, row)))
  } catch (error) {
    if (constraintErrorOf(error) !== 'unique') throw error
    throw new HttpError(409, 'A user with this email address or account already exists.', [
      { path: 'email', message: 'Already in use' },
    ])
  }
}

/**
 * Changes a user's name, also on their posts, and whether they have access.
 * @param by the id of the caller
 * @throws HttpError 404, or 409 when the caller or the last active user would be locked out
 */
export async function changeUser(
  database: Database,
  id: string,
  { name, active }: z.infer<typeof userChange>,
  by: string,
): Promise<User> {
  return changeContent(database, async (trx) => {
    const before = await lockUser(trx, id)
    if (active === false && before.active) await refuseLockOut(trx, before, by, 'deactivate')
    const after = { ...before, name: name ?? before.name, active: active ?? before.active }
    await updateRow(trx, users, id, { name: after.name, active: after.active })
    if (after.name !== before.name && before.profileId) await changeAuthor(trx, before.profileId, { name: after.name })
    return toUser(after)
  })
}

/** @throws HttpError 404, or 409 when the caller or the last active user would be locked out */
export async function deleteUser(database: Database, id: string, by: string): Promise<User> {
  return database.transaction(async (trx) => {
    const before = await lockUser(trx, id)
    await refuseLockOut(trx, before, by, 'delete')
    await deleteRow(trx, users, id)
    return toUser(before)
  })
}

/** Reads a user and keeps all users from other changes, so that two who lock each other out take turns. */
async function lockUser(trx: Transaction, id: string): Promise<Row<typeof users>> {
  await lockTable(trx, 'users')
  const row = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User not found')
  return users.decode(row)
}

async function refuseLockOut(
  trx: Transaction,
  { id, active }: Row<typeof users>,
  by: string,
  what: 'deactivate' | 'delete',
): Promise<void> {
  if (id === by) throw new HttpError(409, `You cannot ${what} your own account.`)
  const caller = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', by)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!caller) throw new HttpError(409, 'Your own account is no longer active.')
  if (!active) return
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new HttpError(409, `You cannot ${what} the last active user.`)
}
