import { randomUUIDv7 } from 'node:crypto'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import { indexAllForSearch } from '#server/database/search.ts'
import type { Staff } from '#server/identity/staff.ts'
import { lockRow } from '#server/record/versions.ts'
import { type ContactEvent, contactEvents, contactRequests, type StoredRequest } from '../contact.table.ts'
import { isPresentRequest, unknownRequest } from '../requests.shared.server.ts'

type NewEvent = Omit<ContactEvent, 'id' | 'at' | 'by' | 'byId'> & {
  id?: string
  at?: string
  by?: Pick<Staff, 'id' | 'name'>
}

/** Adds an event to the timeline of a request, and its text to the search. @returns the event */
export async function addEvent(trx: Transaction, { by, ...event }: NewEvent): Promise<ContactEvent> {
  const stored = { id: randomUUIDv7(), at: nowIn(trx), by: by?.name, byId: by?.id, ...event }
  await trx.insertInto('contactEvents').values(contactEvents.encode(stored)).execute()
  if (event.body !== undefined) await indexRequest(trx, event.contactId)
  return stored
}

type NewRequest = Omit<NewRow<typeof contactRequests>, 'lastAt' | 'waitsFor'>

/** Stores a visitor's message, and makes it findable. @returns its id */
export async function addRequest(trx: Transaction, values: NewRequest): Promise<string> {
  const lastAt = values.createdAt ?? nowIn(trx)
  const { id } = await insertRow(trx, contactRequests, { ...values, lastAt, waitsFor: 'us' })
  await indexRequest(trx, id)
  return id
}

/**
 * Locks a request until the transaction ends, so that its messages and changes follow one after the other.
 * @param version the version that the caller has seen
 * @throws HttpError 404 for a request that does not exist or is in the trash
 */
export async function lockRequest(trx: Transaction, id: string, version?: number): Promise<StoredRequest> {
  const row = await lockRow(trx, contactRequests, id, version)
  if (!row) throw unknownRequest()
  return row as StoredRequest
}

type Status = StoredRequest['status']

/**
 * Sets the status of a request, and adds the change to its timeline.
 * @returns the status before
 * @throws HttpError 404 for a request that does not exist or is in the trash
 */
export async function setStatus(trx: Transaction, id: string, status: Status, by?: NewEvent['by']): Promise<Status> {
  const { status: before } = await lockRequest(trx, id)
  if (before === status) return before
  await updateRow(trx, contactRequests, id, { status })
  await addEvent(trx, { contactId: id, kind: 'status', before, after: status, ...(by && { by }) })
  return before
}

/** Indexes the texts of a request and of its timeline for the search of staff. */
export const indexRequest = (trx: Transaction, id: string): Promise<void> => indexRequests(trx, [id])

/** The same for several. */
export async function indexRequests(trx: Transaction, ids: string[]): Promise<void> {
  const columns = ['id', 'name', 'email', 'subject', 'message'] as const
  const found = trx.selectFrom('contactRequests').select(columns).where('id', 'in', ids)
  const requests = await found.orderBy('id').execute()
  if (requests.length === 0) return
  const events = await trx
    .selectFrom('contactEvents')
    .select(['contactId', 'body'])
    .where('contactId', 'in', ids)
    .where('body', 'is not', null)
    .orderBy('at')
    .execute()
  const bodies = Map.groupBy(events, ({ contactId }) => contactId)
  await indexAllForSearch(
    trx,
    contactRequests.name,
    requests.map(({ id, name, email, subject, message }) => ({
      ref: id,
      texts: {
        title: subject,
        excerpt: `${name} ${email}`,
        category: '',
        body: [message, ...(bodies.get(id) ?? []).map(({ body }) => body)].join('\n'),
      },
    })),
  )
}

/**
 * Derives from the messages of a request who writes next, and the times of its first answer and its last message. Call it after an answer or a
 * received message was added, changed or removed. Automatic replies and answers that bounced do not count.
 */
export async function updateTurn(trx: Transaction, id: string): Promise<void> {
  const request = await trx
    .selectFrom('contactRequests')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('contactEvents')
    .select(['kind', 'at', 'details'])
    .where('contactId', '=', id)
    .where('kind', 'in', ['answer', 'received'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const messages = rows
    .map((row) => contactEvents.decode(row))
    .filter(({ details }) => !details?.auto && details?.bounced === undefined)
  const last = messages.at(-1)
  const changes = {
    firstAnswerAt: messages.find(({ kind }) => kind === 'answer')?.at,
    lastAt: last?.at ?? request.createdAt,
    waitsFor: last?.kind === 'answer' ? ('them' as const) : ('us' as const),
  }
  await trx.updateTable('contactRequests').set(contactRequests.encode(changes)).where('id', '=', id).execute()
}

/** Takes a deleted colleague's requests from them, so that others find them without an owner. The timelines of pending ones say so. */
export async function releaseRequests(trx: Transaction, ownerId: string): Promise<void> {
  const owned = trx.selectFrom('contactRequests').select('id').where('ownerId', '=', ownerId)
  const pending = await owned.where('status', '=', 'pending').where(isPresentRequest).execute()
  await trx
    .updateTable('contactRequests')
    .set((row) => ({ ownerId: null, version: row('version', '+', 1) }))
    .where('ownerId', '=', ownerId)
    .execute()
  for (const { id } of pending) await addEvent(trx, { contactId: id, kind: 'owner', before: ownerId })
}
