import type { Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'
import { isPresentRequest } from '../ground/events.shared.server.ts'
import { listToOwner } from './desk-mail.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its recipient is the new owner. */
    contactHandOver: HandOver
  }
}

/** The name of the colleague who gave them, and the ids of the requests. */
type HandOver = { by: string; ids: string[] }

/** Queues one message to the new owner of several requests. */
export const queueHandOver = (trx: Transaction, recipientId: string, handOver: HandOver): Promise<string> =>
  queueDelivery(trx, 'contactHandOver', { recipientId, payload: handOver })

/** Tells a member of staff which requests are theirs now, the oldest first. */
export const contactHandOver = toColleague<'contactHandOver'>(
  7 * day,
  async (context, { recipientId = '', payload }) => {
    const { database, site } = context
    const { by, ids } = payload
    const own = await database.db
      .selectFrom('contactRequests')
      .select(['id', 'subject', 'name', 'createdAt'])
      .where(isPresentRequest)
      .where('ownerId', '=', recipientId)
      .where(isOneOf(database.db, 'contactRequests.id', ids))
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    if (own.length === 0) return { skip: 'The requests are no longer theirs' }
    const { timeZone } = await site.now()
    const dayOf = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium' })
    const title = `${by} gave you ${own.length} ${own.length === 1 ? 'message' : 'messages'}`
    return listToOwner(
      context,
      title,
      own.map((request) => ({ ...request, reason: `sent on ${dayOf.format(new Date(request.createdAt))}` })),
    )
  },
)
