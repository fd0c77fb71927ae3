import { may } from '#contract/roles.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { asConflict, expectedVersion, ifMatch, type Versioned } from '#server/record/versions.ts'
import { invalid } from '#server/runtime/http-error.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import {
  type ContactRequest,
  contactRequest,
  contactStatusChange,
  type DeskChange,
  deskChange,
} from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { deskOf } from '../ground/desk-settings.server.ts'
import { addEvent, isPresentRequest, lockRequest, setStatus, unknownRequest } from '../ground/events.shared.server.ts'
import { toListItems } from '../inbox/request-list.server.ts'
import { queueHandOver } from './hand-over-mail.server.ts'

type By = Pick<Staff, 'id' | 'name'>

/** A request with its new owner. */
export type Given = { id: string; ownerId: string }
/** The new version of a request, and who owns it now if that has changed. */
export type Changed = { version: number; given?: Given }

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
  by: By,
  version?: number,
): Promise<Changed | undefined> {
  const row = await lockRequest(trx, id, version)
  const { ownerId: owner, followUpOn: day } = { ownerId: row.ownerId, followUpOn: row.followUpOn, ...change }
  const [hasOtherOwner, hasOtherDay] = [owner !== row.ownerId, day !== row.followUpOn]
  if (!hasOtherOwner && !hasOtherDay) return undefined
  if (hasOtherOwner && owner !== undefined) await requireOwner(trx, owner)
  await updateRow(trx, contactRequests, id, { ownerId: owner, followUpOn: day })
  if (hasOtherOwner) await addEvent(trx, { contactId: id, kind: 'owner', before: row.ownerId, after: owner, by })
  if (hasOtherDay) await addEvent(trx, { contactId: id, kind: 'followUp', before: row.followUpOn, after: day, by })
  return { version: row.version + 1, ...(hasOtherOwner && owner !== undefined && { given: { id, ownerId: owner } }) }
}

/** Queues one message to each new owner about all that they were given, except to oneself. */
export async function tellOwners(trx: Transaction, given: Given[], by: By): Promise<void> {
  for (const [recipientId, requests] of Map.groupBy(given, ({ ownerId }) => ownerId)) {
    if (recipientId === by.id) continue
    const [first, ...others] = requests.map(({ id }) => id)
    if (others.length === 0)
      await queueDelivery(trx, 'contactAssigned', { subjectId: first ?? '', recipientId, payload: by.name })
    else await queueHandOver(trx, recipientId, { by: by.name, ids: [first ?? '', ...others] })
  }
}

/** @returns their name @throws HttpError 422 at `field` for someone who may not answer requests */
export async function requireOwner(trx: Transaction, id: string, field = 'ownerId'): Promise<string> {
  const user = await trx.selectFrom('users').select(['name', 'active', 'role']).where('id', '=', id).executeTakeFirst()
  if (user?.active && may(user.role, 'writeContacts')) return user.name
  throw invalid(field, 'Choose a colleague who may answer requests')
}

type Parts = { database: Database; site: SiteConfig }

/** One request as the list has it; undefined for one that does not exist or is in the trash. */
export async function readItem({ database, site }: Parts, id: string) {
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
export async function readChanged(parts: Parts, id: string): Promise<(ContactRequest & Versioned) | undefined> {
  const item = await readItem(parts, id)
  if (!item) return undefined
  const last = await parts.database.db
    .selectFrom('contactEvents')
    .select(['at', 'by'])
    .where('contactId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...item,
    version: item.version ?? 1,
    updatedAt: last?.at ?? item.createdAt,
    ...(last?.by && { updatedBy: last.by }),
  }
}

/** The calls that change the status of a request, its owner, and its day to follow up. */
export const deskChangeRoutes = feature('Contact', async (app, parts) => {
  /** @returns the request as it is then @throws HttpError 409 with the request when it has another version than the caller has seen */
  const change = async (id: string, work: (trx: Transaction) => Promise<unknown>) => {
    await parts.database.transaction(work).catch(asConflict(() => readChanged(parts, id)))
    const item = await readItem(parts, id)
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
      return change(id, (trx) => setStatus(trx, id, request.body.status, staffOf(request), version))
    },
  })

  route(app, 'PATCH /contact/:id/desk', {
    access: 'writeContacts',
    summary: 'Give a contact request an owner, or a day to follow up',
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
})
