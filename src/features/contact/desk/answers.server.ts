import { randomUUIDv7 } from 'node:crypto'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/staff.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { expectedVersion } from '#server/record/versions.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { minute } from '#server/security/counters.ts'
import { contactEvents, contactRequests, type StoredRequest } from '../ground/contact.table.ts'
import { type AnswerInput, answerHold, type UndoneAnswer } from '../ground/desk.contract.ts'
import {
  addEvent,
  addedAt,
  findEvent,
  indexRequest,
  lockRequest,
  setStatus,
  updateTurn,
} from '../ground/events.shared.server.ts'
import { readEvents } from './timeline.server.ts'

/** How long a colleague's answer counts as unseen by a caller who sends neither `seen` nor a version, in milliseconds. */
const unseenFor = 10 * minute

type Answering = {
  by: Pick<Staff, 'id' | 'name'>
  /** The domain of every Message-ID. */
  domain: string
  /** The version that the writer has seen, if the caller says. */
  version: ReturnType<typeof expectedVersion>
}

/**
 * Adds an answer to the timeline and queues its mail, which can be undone until it leaves. Its author owns a request that had no owner.
 * @returns the id of the event
 * @throws HttpError 409 with the newer message when someone was faster
 */
export async function addAnswer(
  trx: Transaction,
  id: string,
  { body, resolve, quote, fileId, subject, sentElsewhere, seen }: AnswerInput,
  { by, domain, version }: Answering,
): Promise<string> {
  const request = await lockRequest(trx, id)
  if (request.status === 'spam')
    throw new HttpError(409, 'This is marked as spam. Mark it as pending to answer it.', undefined, { code: 'spam' })
  await refuseUnseen(trx, request, { seen, version, by })
  if (fileId !== undefined) await requireFile(trx, fileId)
  const eventId = randomUUIDv7()
  const messageId = sentElsewhere
    ? undefined
    : `${await queueDelivery(trx, 'contactAnswer', { subjectId: eventId, wait: answerHold * 1_000 })}@${domain}`
  const owns = request.ownerId === undefined
  const details = {
    ...(owns && { owns }),
    ...(sentElsewhere ? { byHand: true } : { quote }),
    ...(resolve && request.status !== 'resolved' && { resolve }),
    ...(fileId !== undefined && { fileId }),
    ...(subject !== undefined && { subject }),
  }
  await addEvent(trx, { id: eventId, contactId: id, kind: 'answer', by, body, messageId, details })
  if (resolve) await setStatus(trx, id, 'resolved', by)
  // The answer is a change, so that a colleague's `If-Match` refers to the state before it.
  await updateRow(trx, contactRequests, id, owns ? { ownerId: by.id } : {})
  await updateTurn(trx, id)
  return eventId
}

/** @throws HttpError 409 when a message came, or a colleague has answered, since the writer has read the timeline */
async function refuseUnseen(
  trx: Transaction,
  { id, name, version: stored }: StoredRequest,
  { seen, version, by }: Pick<AnswerInput, 'seen'> & Pick<Answering, 'version' | 'by'>,
): Promise<void> {
  const isOutdated = version !== undefined && version !== stored
  const recently = new Date(Date.parse(nowIn(trx)) - unseenFor).toISOString()
  const rows = await trx
    .selectFrom('contactEvents')
    .select(['id', 'at', 'kind', 'byId', 'details'])
    .where('contactId', '=', id)
    .where('kind', 'in', ['answer', 'received'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const messages = rows.map((row) => contactEvents.decode(row))
  const seenAt = seen === undefined ? undefined : await timeOf(trx, id, seen)
  const last = messages.findLast((event) => {
    if (event.byId === by.id) return false
    // One that is gone, such as an answer that was undone, has only its id.
    if (seen !== undefined) return seenAt ? addedAt(event) > seenAt : event.id > seen
    return version === undefined ? event.kind === 'answer' && event.at > recently : isOutdated
  })
  const [current] = last ? await readEvents(trx, id, last.id) : []
  if (!current && !(isOutdated && seen === undefined)) return
  const changedBy = current?.by ?? (current ? name : 'Someone')
  const message = !current
    ? 'Someone has changed this in the meantime.'
    : current.kind === 'answer'
      ? `${changedBy} has answered in the meantime.`
      : 'A message came in the meantime.'
  throw new HttpError(409, message, undefined, {
    code: current ? 'answered' : 'version_conflict',
    conflict: { changedBy, changedAt: current?.at ?? nowIn(trx), current: current ?? {} },
  })
}

async function timeOf(trx: Transaction, contactId: string, id: string): Promise<string | undefined> {
  const events = trx.selectFrom('contactEvents').select(['at', 'details']).where('contactId', '=', contactId)
  const row = await events.where('id', '=', id).executeTakeFirst()
  return row && addedAt(contactEvents.decode(row))
}

async function requireFile(trx: Transaction, fileId: string): Promise<void> {
  const found = trx.selectFrom('mediaItems').select('id').where('id', '=', fileId).where('kind', '=', 'file')
  if (await found.where('deletedAt', 'is', null).executeTakeFirst()) return
  throw invalid('fileId', 'This file is not in the library')
}

/**
 * Takes back an answer whose mail has not left.
 * @returns its text
 * @throws HttpError 409 when it has left
 */
export async function undoAnswer(trx: Transaction, id: string, eventId: string): Promise<UndoneAnswer> {
  const { status, ownerId } = await lockRequest(trx, id)
  const { body = '', details = {}, at, byId } = await findEvent(trx, id, eventId, 'answer')
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('kind', '=', 'contactAnswer')
    .where('subjectId', '=', eventId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new HttpError(409, 'The answer has left already.')
  await trx.deleteFrom('contactEvents').where('id', '=', eventId).execute()
  await indexRequest(trx, id)
  const { quote = false, resolve = false, owns = false, fileId, subject } = details
  const before = resolve && status === 'resolved' ? await takeBackStatus(trx, id, at) : undefined
  await updateRow(trx, contactRequests, id, {
    ...(before && { status: before }),
    // Someone else may have become the owner since.
    ...(owns && ownerId === byId && { ownerId: undefined }),
  })
  await updateTurn(trx, id)
  return { body, quote, resolve, fileId, subject }
}

/** Removes the change of status that an answer has made. @returns the status before it */
async function takeBackStatus(trx: Transaction, id: string, since: string): Promise<StoredRequest['status']> {
  const change = await trx
    .selectFrom('contactEvents')
    .select(['id', 'before'])
    .where('contactId', '=', id)
    .where('kind', '=', 'status')
    .where('after', '=', 'resolved')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!change) return 'pending'
  await trx.deleteFrom('contactEvents').where('id', '=', change.id).execute()
  return change.before as StoredRequest['status']
}
