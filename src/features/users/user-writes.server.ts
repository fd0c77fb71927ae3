import type * as z from 'zod/mini'
import { may, raises } from '#contract/roles.ts'
import { changeAuthor } from '#features/blog/blog.shared.server.ts'
import { handOver } from '#features/contact/desk/hand-over.shared.server.ts'
import { releaseRequests } from '#features/contact/ground/events.shared.server.ts'
import { releaseTrainers } from '#features/courses/cohorts/trainers.shared.server.ts'
import { releaseInstructors } from '#features/courses/course/courses.shared.server.ts'
import { queueAccessNotice } from '#features/identity/ground/account-notices.shared.server.ts'
import { noteChange, noteRecord } from '#server/activity/activity.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { lockTable } from '#server/database/dialect.ts'
import { deleteRow, insertRow, updateRow } from '#server/database/rows.ts'
import { constraintErrorOf } from '#server/database/storage-errors.ts'
import type { Row } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { endTokensOf } from '#server/identity/tokens.ts'
import { returnReviews } from '#server/record/reviews.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import type { newUser, User, userChange } from './users.contract.ts'
import { formerStaff, users } from './users.table.ts'

export const toUser = ({ id, firebaseUid, name, email, active, role, createdAt }: Row<typeof users>): User => ({
  _id: id,
  firebaseUid,
  name,
  email,
  active,
  role,
  createdAt,
})

const loggedFields = ({ name, active, role }: Row<typeof users>) => ({ name, active, role })

/** @throws HttpError 409 when another user has the address or the account */
export async function addUser(
  database: Database,
  { firebaseUid, name, email, role }: z.infer<typeof newUser>,
): Promise<User> {
  const row = { firebaseUid, name, email: email.toLowerCase(), active: true, role }
  try {
    return await database.transaction(async (trx) => {
      const added = await insertRow(trx, users, row)
      noteChange(trx, { entity: 'users', recordId: added.id }, undefined, loggedFields(added))
      await queueAccessNotice(trx, added.id, { event: 'added', name, email: added.email, role })
      return toUser(added)
    })
  } catch (error) {
    if (constraintErrorOf(error) !== 'unique') throw error
    throw new HttpError(409, 'A user with this email address or account already exists.', [
      { path: 'email', message: 'Already in use' },
    ])
  }
}

/**
 * Changes a user's name, also on their posts, their role, and their access.
 * @param options `requestsTo` as that of `deleteUser`, for one whose access ends; without it they keep their requests. `beforeRaise` is called before a
 *   person gets a role with more permissions; it throws to refuse.
 * @throws HttpError 404, or 409 when the caller or the last owner would be locked out or demoted
 */
export async function changeUser(
  database: Database,
  id: string,
  { name, active, role }: z.infer<typeof userChange>,
  actor: Pick<Staff, 'id' | 'name'>,
  { requestsTo, beforeRaise }: { requestsTo?: string | undefined; beforeRaise?: () => void } = {},
): Promise<User> {
  return changeContent(database, async (trx) => {
    const before = await lockUser(trx, id)
    if (active === false && before.active) await refuseLockOut(trx, before, actor.id, 'deactivate')
    if (role !== undefined && role !== before.role) await refuseLockOut(trx, before, actor.id, 'change the role of')
    if (role !== undefined && raises(before.role, role)) beforeRaise?.()
    const changes = { name: name ?? before.name, active: active ?? before.active, role: role ?? before.role }
    const after = { ...before, ...changes }
    await updateRow(trx, users, id, changes)
    if (!after.active || !may(after.role, 'staff')) await returnReviews(trx, id)
    if (!after.active) await endTokensOf(trx, id)
    const given = active === false ? await giveRequests(trx, id, requestsTo, actor) : undefined
    noteChange(
      trx,
      { entity: 'users', recordId: id },
      { ...loggedFields(before), requests: given && String(given.ids.length) },
      { ...loggedFields(after), requests: given && `to ${given.name ?? 'nobody'}` },
    )
    const event = accessEvent(before, after)
    if (event) await queueAccessNotice(trx, id, { event, name: after.name, email: after.email, role: after.role })
    if (after.name !== before.name && before.profileId) await changeAuthor(trx, before.profileId, { name: after.name })
    return toUser(after)
  })
}

function accessEvent(before: Row<typeof users>, after: Row<typeof users>): 'madeOwner' | 'activated' | undefined {
  if (after.active && !before.active) return 'activated'
  return after.role === 'owner' && before.role !== 'owner' ? 'madeOwner' : undefined
}

/**
 * Deletes a user, whose name stays with what they did. Their open requests go to a colleague, or to nobody.
 * @param requestsTo the id of that colleague, or `none`
 * @throws HttpError 404, 409 when the caller or the last owner would be locked out, or 422 for a colleague who may not answer requests
 */
export async function deleteUser(
  database: Database,
  id: string,
  actor: Pick<Staff, 'id' | 'name'>,
  requestsTo?: string,
): Promise<User> {
  return database.transaction(async (trx) => {
    const before = await lockUser(trx, id)
    await refuseLockOut(trx, before, actor.id, 'delete')
    const given = await giveRequests(trx, id, requestsTo === nobody ? undefined : requestsTo, actor)
    await releaseRequests(trx, id, actor)
    await releaseInstructors(trx, id)
    await releaseTrainers(trx, id)
    await returnReviews(trx, id)
    await trx
      .insertInto('formerStaff')
      .values(formerStaff.encode({ id, name: before.name, leftAt: nowIn(trx) }))
      .execute()
    await deleteRow(trx, users, id)
    noteRecord(trx, {
      entity: 'users',
      recordId: id,
      named: loggedFields(before),
      ...(given && { changes: [{ field: 'requests', before: String(given.ids.length), after: `to ${given.name}` }] }),
    })
    return toUser(before)
  })
}

const nobody = 'none'

/** Gives the open requests of a colleague to another one, or takes them away. */
const giveRequests = (trx: Transaction, from: string, to: string | undefined, actor: Pick<Staff, 'id' | 'name'>) =>
  to ? handOver(trx, { from, to: to === nobody ? null : to, field: 'requestsTo' }, actor) : undefined

/** Reads a user and keeps all users from other changes, so that two who lock each other out take turns. */
async function lockUser(trx: Transaction, id: string): Promise<Row<typeof users>> {
  await lockTable(trx, 'users')
  const row = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User not found')
  return users.decode(row)
}

/** Of two owners who lock each other out at once, the second is no longer an owner with access when their turn comes. */
async function refuseLockOut(
  trx: Transaction,
  { id, active, role }: Row<typeof users>,
  actor: string,
  what: 'deactivate' | 'delete' | 'change the role of',
): Promise<void> {
  if (id === actor) throw new HttpError(409, `You cannot ${what} your own account.`)
  const owners = trx.selectFrom('users').select('id').where('active', '=', true).where('role', '=', 'owner')
  if (!(await owners.where('id', '=', actor).executeTakeFirst()))
    throw new HttpError(409, 'Your own account is no longer that of an owner with access.')
  if (!active || role !== 'owner') return
  if (!(await owners.where('id', '<>', id).limit(1).executeTakeFirst()))
    throw new HttpError(409, `You cannot ${what} the last owner.`)
}
