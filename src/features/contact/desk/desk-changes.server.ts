import { bulkAnswer, type Named } from '#contract/lists.ts'
import { may } from '#contract/roles.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { bulkActs, noteRecord } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { restoreFromTrash } from '#server/record/trash.ts'
import { asConflict, expectedVersion, explainConflict, ifMatch, type Versioned } from '#server/record/versions.ts'
import { changeInBulk } from '#server/resource/bulk-route.ts'
import { invalid, notFound } from '#server/runtime/http-error.ts'
import {
  type ContactRequest,
  contactBulk,
  contactRequest,
  contactStatusChange,
  type DeskChange,
  deskChange,
} from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { deskOf } from '../ground/desk-settings.server.ts'
import {
  addEvent,
  isPresentRequest,
  lockRequest,
  moveRequestToTrash,
  setStatus,
  unknownRequest,
} from '../ground/events.shared.server.ts'
import { toListItems } from '../inbox/request-list.server.ts'
import { type Assignment, tellOwners } from './desk-mail.server.ts'

/** The new version of a request, and its owner if that has changed. */
type ChangeResult = { version: number; given?: Assignment }

/**
 * Gives a request an owner or a day to follow up, and adds the changes to its timeline. Call `tellOwners` for all that were given in a transaction.
 * @param version the version that the caller has seen
 * @throws HttpError 404 for a request that does not exist or is in the trash, 422 for an owner who may not answer requests
 * @returns undefined when the request had these values already
 */
export async function changeDesk(
  trx: Transaction,
  id: string,
  change: DeskChange,
  actor: Pick<Staff, 'id' | 'name'>,
  version?: number,
): Promise<ChangeResult | undefined> {
  const row = await lockRequest(trx, id, version)
  const { ownerId: owner, followUpOn: day } = { ownerId: row.ownerId, followUpOn: row.followUpOn, ...change }
  const [hasOtherOwner, hasOtherDay] = [owner !== row.ownerId, day !== row.followUpOn]
  if (!hasOtherOwner && !hasOtherDay) return undefined
  if (hasOtherOwner && owner !== undefined) await requireOwner(trx, owner)
  await updateRow(trx, contactRequests, id, { ownerId: owner, followUpOn: day })
  if (hasOtherOwner) await addEvent(trx, { contactId: id, kind: 'owner', before: row.ownerId, after: owner, actor })
  if (hasOtherDay) await addEvent(trx, { contactId: id, kind: 'followUp', before: row.followUpOn, after: day, actor })
  return { version: row.version + 1, ...(hasOtherOwner && owner !== undefined && { given: { id, ownerId: owner } }) }
}

/** @returns their name @throws HttpError 422 at `field` for someone who may not answer requests */
export async function requireOwner(trx: Transaction, id: string, field = 'ownerId'): Promise<string> {
  const user = await trx.selectFrom('users').select(['name', 'active', 'role']).where('id', '=', id).executeTakeFirst()
  if (user?.active && may(user.role, 'writeContacts')) return user.name
  throw invalid(field, 'Choose a colleague who may reply to requests')
}

type Context = Pick<AppContext, 'database' | 'site'>

/** One request as the list has it; undefined for one that does not exist or is in the trash. */
export async function readItem({ database, site }: Context, id: string) {
  const found = database.db
    .selectFrom('contactRequests')
    .selectAll()
    .select(consentTextOf('contactRequests'))
    .where('id', '=', id)
    .where(isPresentRequest)
  const [item] = await toListItems(database.db, await found.execute(), {
    desk: deskOf(await site.now()),
    now: database.now(),
  })
  return item
}

/** A request for the dialog of a conflict: its last event tells who has changed it. */
export async function readChanged(context: Context, id: string): Promise<(ContactRequest & Versioned) | undefined> {
  const item = await readItem(context, id)
  if (!item) return undefined
  const events = context.database.db.selectFrom('contactEvents').select(['at', 'by']).where('contactId', '=', id)
  const last = await events.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { version = 1, createdAt } = item
  return { ...item, version, updatedAt: last?.at ?? createdAt, ...(last?.by && { updatedBy: last.by }) }
}

const written = { table: contactRequests, access: { write: 'writeContacts' } } as const

export const deskChangeRoutes = feature('Contact', async (app, context) => {
  /** @returns the request as it is then @throws HttpError 409 with the request when it has another version than the caller has seen */
  const change = async (id: string, work: (trx: Transaction) => Promise<unknown>) => {
    await context.database.transaction(work).catch(asConflict(() => readChanged(context, id)))
    const item = await readItem(context, id)
    if (!item) throw unknownRequest()
    return item
  }

  route(app, 'PATCH /contact/:id', {
    access: 'writeContacts',
    summary: 'Change the status of a contact request',
    description: 'With `If-Match: "<version>"`, the change is refused with 409 when the stored version is another one.',
    headers: ifMatch,
    input: contactStatusChange,
    answer: contactRequest,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      const { status } = request.body
      return change(id, async (trx) => {
        noteRecord(trx, { entity: contactRequests.name, recordId: id, what: `Mark a contact request as ${status}` })
        return setStatus(trx, id, status, { actor: staffOf(request), version })
      })
    },
  })

  route(app, 'PATCH /contact/:id/desk', {
    access: 'writeContacts',
    act: 'Change the assignment of a contact request',
    summary: 'Assign a contact request, or set its follow-up',
    description:
      'Omitted fields keep their values; null takes them away. `followUpOn` is a day, YYYY-MM-DD. With `If-Match: "<version>"`, the change is refused with 409 when the stored version is another one.',
    headers: ifMatch,
    input: deskChange,
    answer: contactRequest,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      return change(id, async (trx) => {
        const changed = await changeDesk(trx, id, request.body, staffOf(request), version)
        if (changed?.given) await tellOwners(trx, [changed.given], staffOf(request))
      })
    },
  })

  route(app, 'POST /contact/bulk', {
    access: 'writeContacts',
    act: 'Change several contact requests',
    summary: 'Change the status, the owner or the follow-up of several contact requests, delete or restore them',
    description:
      'Runs in one transaction. A request whose `version` differs from the one sent is not changed, and the answer says why. `owner` takes `ownerId`, and `followUp` a day as `followUpOn`; null takes them away.',
    input: contactBulk,
    answer: bulkAnswer,
    handler: async (request) => {
      const { action, records, ownerId, followUpOn } = request.body
      const actor = staffOf(request)
      const given: Assignment[] = []
      const changeOne = async (trx: Transaction, { _id, version }: Named) => {
        const note = (done?: (typeof bulkActs)['delete' | 'restore']) =>
          noteRecord(trx, { entity: contactRequests.name, recordId: _id, ...done })
        if (action === 'restore') {
          const restored = await restoreFromTrash(trx, { ...written, id: _id }, actor)
          if (!restored) throw notFound('This is no longer in the trash.')
          note(bulkActs.restore)
          return { _id, version: restored.version }
        }
        if (action === 'delete') {
          await lockRequest(trx, _id, version)
          await moveRequestToTrash(trx, _id, actor)
          note(bulkActs.delete)
          return { _id }
        }
        const changed: ChangeResult | undefined =
          action === 'owner' || action === 'followUp'
            ? await changeDesk(trx, _id, action === 'owner' ? { ownerId } : { followUpOn }, actor, version)
            : await setStatus(trx, _id, action, { actor, version })
        if (!changed) return undefined
        if (changed.given) given.push(changed.given)
        note()
        return { _id, version: changed.version }
      }
      const explain = (error: unknown, id: string) => explainConflict(error, () => readChanged(context, id))
      const transact = (work: (trx: Transaction) => Promise<Named[]>) =>
        context.database.transaction(async (trx) => {
          given.length = 0
          const changed = await work(trx)
          await tellOwners(trx, given, actor)
          return changed
        })
      return changeInBulk(records, transact, changeOne, explain)
    },
  })
})
