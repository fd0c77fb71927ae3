import type { Transaction } from '#server/database/connect.ts'
import { isPresentRequest } from '../requests.shared.server.ts'
import { addEvent } from './events.shared.server.ts'

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
