import { randomUUIDv7 } from 'node:crypto'
import { mailHolds } from '#contract/deliveries.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { queueDelivery, takeBack } from '#server/mail/queue.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { tellAnswered } from '../ground/contact.event.ts'
import type { StoredRequest } from '../ground/contact.table.ts'
import type { AnswerInput, UndoneAnswer } from '../ground/desk.contract.ts'
import { addEvent, findEvent, lockRequest, placeOf, setStatus, updateTurn } from '../ground/events.shared.server.ts'
import { indexRequests } from '../ground/index-requests.server.ts'

type AnswerContext = {
  actor: Pick<Staff, 'id' | 'name'>
  /** The domain of every Message-ID. */
  domain: string
  /** The version that the writer has seen, if the caller says. */
  version: number | undefined
  /** The joined request to whose notice it answers. */
  originId?: string
}

/**
 * Adds an answer to the timeline and queues its mail, which can be undone until it leaves. Its author owns a request that had no owner.
 * @returns the id of the event
 * @throws HttpError 409 for spam
 */
export async function addAnswer(
  trx: Transaction,
  id: string,
  { body, resolve, quote, fileId, subject, sentElsewhere }: AnswerInput,
  { actor, domain, version, originId = id }: AnswerContext,
): Promise<string> {
  const request = await lockRequest(trx, id, version)
  if (request.status === 'spam')
    throw new HttpError(409, 'This is marked as spam. Reopen it to reply.', undefined, { code: 'spam' })
  if (fileId !== undefined) await requireFile(trx, fileId)
  const eventId = randomUUIDv7()
  const messageId = sentElsewhere
    ? undefined
    : `${await queueDelivery(trx, 'contactAnswer', { subjectId: eventId, wait: mailHolds.answer * 1_000 })}@${domain}`
  const owns = request.ownerId === undefined
  const details = {
    ...(owns && { owns }),
    ...(sentElsewhere ? { byHand: true } : { quote }),
    ...(resolve && request.status !== 'resolved' && { resolve }),
    ...(fileId !== undefined && { fileId }),
    ...(subject !== undefined && { subject }),
  }
  const place = placeOf(request, originId)
  const { at } = await addEvent(trx, { id: eventId, ...place, kind: 'answer', actor, body, messageId, details })
  if (resolve) await setStatus(trx, id, 'resolved', { actor, isHeld: !sentElsewhere })
  await updateTurn(trx, id, owns ? { ownerId: actor.id } : {})
  // Of a message it is told once that has left.
  if (sentElsewhere) await tellAnswered(trx, id, { by: actor.name, at, elsewhere: true })
  return eventId
}

async function requireFile(trx: Transaction, fileId: string): Promise<void> {
  const found = trx.selectFrom('mediaItems').select('id').where('id', '=', fileId).where('kind', '=', 'file')
  if (await found.where('deletedAt', 'is', null).executeTakeFirst()) return
  throw invalid('fileId', 'This file is not in the media library')
}

/** Takes back an answer whose mail has not left. @returns its text @throws HttpError 409 when it has left */
export async function undoAnswer(trx: Transaction, id: string, eventId: string): Promise<UndoneAnswer> {
  const { status, ownerId } = await lockRequest(trx, id)
  const { body = '', details = {}, at, byId } = await findEvent(trx, id, eventId, 'answer')
  if (!(await takeBack(trx, { kind: 'contactAnswer', subjectId: eventId })))
    throw new HttpError(409, 'The reply was already sent.')
  await trx.deleteFrom('contactEvents').where('id', '=', eventId).execute()
  await indexRequests(trx, [id])
  const { quote = false, resolve = false, owns = false, fileId, subject } = details
  const before = resolve && status === 'resolved' ? await takeBackStatus(trx, id, at) : undefined
  await updateTurn(trx, id, {
    ...(before && { status: before }),
    // Someone else may have become the owner since.
    ...(owns && ownerId === byId && { ownerId: undefined }),
  })
  return { body, quote, resolve, fileId, subject }
}

/** Removes the change of status that an answer has made. @returns the status before it */
async function takeBackStatus(trx: Transaction, id: string, since: string): Promise<StoredRequest['status']> {
  const changes = trx.selectFrom('contactEvents').select(['id', 'before']).where('contactId', '=', id)
  const change = await changes
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
