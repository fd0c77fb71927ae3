import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { type Db, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Stored } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { lockRow } from '#server/record/versions.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import type { EventDetails, EventKind } from './contact.contract.ts'
import { tellCreated, tellResolved } from './contact.event.ts'
import { type ContactEvent, contactEvents, contactRequests, type StoredRequest } from './contact.table.ts'
import { storeFiles } from './contact-files.server.ts'
import { indexRequests } from './index-requests.server.ts'

export const isNotInTrash = isPresent(contactRequests)

/** The requests of lists and counts: of joined ones, only the one that has the events of all. */
export const isPresentRequest = (row: ExpressionBuilder<Schema, 'contactRequests'>) =>
  row.and([isNotInTrash(row), row('contactRequests.matterId', 'is', null)])

export const unknownRequest = () => notFound('Contact request not found')

/** Reads a request; undefined for one that does not exist or is in the trash. */
export async function findRequest(db: Db, id: string): Promise<StoredRequest | undefined> {
  const found = db.selectFrom('contactRequests').selectAll().where('id', '=', id)
  const row = await found.where(isNotInTrash).executeTakeFirst()
  return row && contactRequests.decode(row)
}

/** Reads a request or, for a joined one, that to which it was joined. */
export async function findMatter(db: Db, id: string): Promise<StoredRequest | undefined> {
  const request = await findRequest(db, id)
  return request?.matterId === undefined ? request : findRequest(db, request.matterId)
}

/** Reads an event of a request. @throws HttpError 404 for an unknown one */
export async function findEvent(trx: Transaction, contactId: string, id: string, kind: EventKind) {
  const ofRequest = trx.selectFrom('contactEvents').selectAll().where('contactId', '=', contactId)
  const row = await ofRequest.where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  if (!row) throw notFound(`There is no such ${{ received: 'message', answer: 'reply' }[kind as string] ?? kind}.`)
  return contactEvents.decode(row)
}

export type SelectedRequest = Stored<typeof contactRequests> & { ownerName?: string | null; consent?: string | null }

/** @param row with the name of its owner and the wording under the form, if they are to be in the answer */
export function toRequest({ ownerName, ...row }: SelectedRequest) {
  const { ownerId, ...request } = contactRequests.decode(row)
  return withPublicId({
    ...request,
    turn: request.status === 'pending' ? request.turn : undefined,
    // The account of an owner may have been deleted since.
    owner: ownerId !== undefined && ownerName ? { _id: ownerId, name: ownerName } : undefined,
  })
}

type NewEvent = Omit<ContactEvent, 'id' | 'at' | 'by' | 'byId'> & {
  id?: string
  at?: string
  actor?: Pick<Staff, 'id' | 'name'>
}

/** Adds an event to the timeline of a request, and its text to the search. @returns the event */
export async function addEvent(trx: Transaction, { actor, ...event }: NewEvent): Promise<ContactEvent> {
  const at = await nextTime(trx, event.contactId)
  const stored = { id: randomUUIDv7(), at, by: actor?.name, byId: actor?.id, ...event }
  await trx.insertInto('contactEvents').values(contactEvents.encode(stored)).execute()
  if (event.body !== undefined) await indexRequests(trx, [event.contactId])
  return stored
}

/** When an event was added. A message that was on its way for long has an earlier time. */
const addedAt = ({ at, details }: Pick<ContactEvent, 'at' | 'details'>): string => details?.receivedAt ?? at

/** The time of the next event: the present, and after the last one, which a machine may have written whose clock is a little ahead. */
async function nextTime(trx: Transaction, contactId: string): Promise<string> {
  const now = timeIn(trx)
  const events = trx.selectFrom('contactEvents').where('contactId', '=', contactId)
  const newest = events.select(({ fn }) => fn.max<string | null>('at').as('last'))
  const { last } = await newest.executeTakeFirstOrThrow()
  const next = last === null ? now : Date.parse(last) + 1
  return new Date(next > now && next < now + clockSkew ? next : now).toISOString()
}

type NewRequest = Omit<NewRow<typeof contactRequests>, 'lastAt' | 'turn'>

/** Stores a visitor's message with its files, and makes it findable. @returns its id */
export async function addRequest(
  trx: Transaction,
  values: NewRequest,
  files: Parameters<typeof storeFiles>[2] = [],
): Promise<string> {
  const lastAt = values.createdAt ?? nowIn(trx)
  const { id } = await insertRow(trx, contactRequests, { ...values, lastAt, turn: 'us' })
  await storeFiles(trx, id, files)
  await indexRequests(trx, [id])
  return id
}

/**
 * Locks a request until the transaction ends, so that its messages and changes follow one after the other.
 * @param version the version that the caller has seen
 * @throws HttpError 404 for a request that does not exist or is in the trash, 409 for one that was joined to another
 */
export async function lockRequest(trx: Transaction, id: string, version?: number): Promise<StoredRequest> {
  const row = (await lockRow(trx, contactRequests, id, version)) as StoredRequest | undefined
  if (!row) throw unknownRequest()
  if (row.matterId !== undefined) throw new HttpError(409, 'This was joined to another request.', undefined, joined)
  return row
}

const joined = { code: 'joined' }

/** Locks the request to which a message for another one belongs: the same, or that to which it was joined. */
export async function lockMatter(trx: Transaction, id: string): Promise<StoredRequest> {
  const matter = await findMatter(trx, id)
  if (!matter) throw unknownRequest()
  try {
    return await lockRequest(trx, matter.id)
  } catch (error) {
    // It was joined to a third one in the meantime.
    if (error instanceof HttpError && error.more === joined) return lockMatter(trx, id)
    throw error
  }
}

/** Where an event is stored, which may be for a joined request. */
export const placeOf = ({ id }: Pick<StoredRequest, 'id'>, originId: string) => ({
  contactId: id,
  ...(originId !== id && { originId }),
})

/**
 * Sets the status of a request, and adds the change to its timeline.
 * @param version the version that the caller has seen
 * @param isHeld whether it follows from an answer that can still be undone, so that nobody is told yet
 * @returns its new version; undefined when it had this status already
 * @throws HttpError 404 for a request that does not exist or is in the trash
 */
export async function setStatus(
  trx: Transaction,
  id: string,
  status: StoredRequest['status'],
  {
    actor,
    version,
    isHeld = false,
  }: { actor?: NewEvent['actor']; version?: number | undefined; isHeld?: boolean } = {},
): Promise<{ version: number } | undefined> {
  const { status: before, version: stored } = await lockRequest(trx, id, version)
  if (before === status) return undefined
  await updateRow(trx, contactRequests, id, { status })
  const event = await addEvent(trx, { contactId: id, kind: 'status', before, after: status, ...(actor && { actor }) })
  if (before === 'spam') await tellCreated(trx, id, { since: event.id })
  if (status === 'resolved' && !isHeld) await tellResolved(trx, id, { by: actor?.name, at: event.at })
  return { version: stored + 1 }
}

/**
 * Derives from the messages of a request who writes next, and the times of its first answer and its last message. Call it after an answer or a
 * received message was added, changed or removed. It makes a new version, so that a change by someone who has not seen the message is refused.
 * Automatic replies and answers that bounced do not count. A message that came in after an answer waits for us, also when it was sent before.
 * @param changes further columns to write
 */
export async function updateTurn(trx: Transaction, id: string, changes: Partial<StoredRequest> = {}): Promise<void> {
  const requests = trx.selectFrom('contactRequests').select('createdAt')
  const asked = await requests
    .where(({ or, eb }) => or([eb('id', '=', id), eb('matterId', '=', id)]))
    .orderBy('createdAt')
    .execute()
  const rows = await trx
    .selectFrom('contactEvents')
    .select(['kind', 'at', 'details'])
    .where('contactId', '=', id)
    .where('kind', 'in', ['answer', 'received'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const events = rows
    .map((row) => contactEvents.decode(row))
    .filter(({ details }) => !details?.auto && details?.bounced === undefined)
  const messages = [
    ...asked.map(({ createdAt: at }) => ({ kind: 'received', at, details: {} as EventDetails })),
    ...events,
  ].sort((one, other) => (addedAt(one) < addedAt(other) ? -1 : addedAt(one) > addedAt(other) ? 1 : 0))
  const last = messages.at(-1)
  await updateRow(trx, contactRequests, id, {
    ...changes,
    firstAnswerAt: messages.find(({ kind }) => kind === 'answer')?.at,
    ...(last && { lastAt: last.at }),
    turn: last?.kind === 'answer' ? 'them' : 'us',
  })
}

/** Leaves the requests of a deleted colleague without an owner. The timelines of pending ones say who deleted them. */
export async function releaseRequests(
  trx: Transaction,
  ownerId: string,
  actor: NonNullable<NewEvent['actor']>,
): Promise<void> {
  const owned = trx.selectFrom('contactRequests').select('id').where('ownerId', '=', ownerId)
  const pending = await owned.where('status', '=', 'pending').where(isPresentRequest).execute()
  await trx
    .updateTable('contactRequests')
    .set((row) => ({ ownerId: null, formerOwnerId: ownerId, version: row('version', '+', 1) }))
    .where('ownerId', '=', ownerId)
    .execute()
  for (const { id } of pending) await addEvent(trx, { contactId: id, kind: 'owner', before: ownerId, actor })
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the event in the timeline of the request. */
    contactAnswer: undefined
  }
}

/** Moves a request to the trash, and cancels its notice and its answers that have not left. @throws HttpError 404 when it is no longer there */
export async function moveRequestToTrash(trx: Transaction, id: string, actor: Staff): Promise<void> {
  await lockRequest(trx, id)
  const joined = await trx.selectFrom('contactRequests').select('id').where('matterId', '=', id).execute()
  await deleteDeliveries(trx, [id, ...joined.map((one) => one.id)], { kind: 'contact' })
  await cancelAnswers(trx, id)
  await moveToTrash(trx, contactRequests, id, { by: actor, at: nowIn(trx) })
}

/** Cancels the answers of a request that have not left, and opens it again if one of them had resolved it. */
async function cancelAnswers(trx: Transaction, contactId: string): Promise<void> {
  const events = trx.selectFrom('contactEvents').select('id').where('contactId', '=', contactId)
  const answers = (await events.where('kind', '=', 'answer').execute()).map(({ id }) => id)
  for (const id of await deleteDeliveries(trx, answers, { state: 'waiting' }))
    await markUndelivered(trx, id, 'The request was moved to the trash before the reply was sent')
}

/** Marks an answer that did not reach the visitor. It no longer counts, so the request waits for us again. */
export async function markUndelivered(trx: Transaction, eventId: string, reason: string): Promise<void> {
  const row = await trx
    .selectFrom('contactEvents')
    .innerJoin('contactRequests', 'contactRequests.id', 'contactEvents.contactId')
    .select(['contactId', 'details', 'status', 'deletedAt'])
    .where('contactEvents.id', '=', eventId)
    .forUpdate('contactRequests')
    .executeTakeFirst()
  if (!row) return
  const { details } = contactEvents.decode({ details: row.details })
  await trx
    .updateTable('contactEvents')
    .set(contactEvents.encode({ details: { ...details, bounced: reason } }))
    .where('id', '=', eventId)
    .execute()
  if (row.deletedAt === null && row.status === 'resolved') await setStatus(trx, row.contactId, 'pending')
  await updateTurn(trx, row.contactId)
}
