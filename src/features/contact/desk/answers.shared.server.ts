import type { Transaction } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/staff.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { contactEvents, contactRequests } from '../contact.table.ts'
import { setStatus, updateTurn } from './events.shared.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the event in the timeline of the request. */
    contactAnswer: true
  }
}

/** Moves a request to the trash, and cancels its notice and its answers that have not left. @returns false when it is not there any more */
export async function moveRequestToTrash(
  trx: Transaction,
  id: string,
  deletion: { by: Staff; at: string },
): Promise<boolean> {
  await deleteDeliveries(trx, { kind: 'contact', subjectId: id })
  await cancelAnswers(trx, id)
  return moveToTrash(trx, contactRequests, id, deletion)
}

/** Cancels the answers of a request that have not left, and opens it again if one of them had resolved it. */
async function cancelAnswers(trx: Transaction, contactId: string): Promise<void> {
  const cancelled = await trx
    .deleteFrom('deliveries')
    .where('kind', '=', 'contactAnswer')
    .where('state', '=', 'waiting')
    .where('subjectId', 'in', (db) =>
      db.selectFrom('contactEvents').select('id').where('contactId', '=', contactId).where('kind', '=', 'answer'),
    )
    .returning('subjectId')
    .execute()
  for (const { subjectId } of cancelled)
    await markUndelivered(trx, subjectId ?? '', 'The request was moved to the trash before the answer left')
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
