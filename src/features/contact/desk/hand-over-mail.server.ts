import type { Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import type { MailKind, StaffMailContext } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'
import { answerPath } from '../ground/desk.contract.ts'
import { isPresentRequest } from '../ground/events.shared.server.ts'
import { automatic } from '../inbox/contact-notice.server.ts'
import { left, listedInMail } from './desk-mail.server.ts'

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
export const contactHandOver: MailKind<'contactHandOver', StaffMailContext> = ({ findStaffAddress, ...context }) => {
  const { database, render } = context
  return {
    longestWait: 0,
    lifetime: 7 * day,
    async compose({ recipientId = '', payload: { by, ids } }) {
      const to = await findStaffAddress(database, recipientId)
      if (to === undefined) return left
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
      const { company, publicUrl, timeZone } = await context.site.now()
      const dayOf = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium' })
      const title = `${by} gave you ${own.length} ${own.length === 1 ? 'message' : 'messages'}`
      const rendered = await render('DeskReminder', {
        company,
        title,
        requests: own.slice(0, listedInMail).map(({ id, subject, name, createdAt }) => ({
          subject,
          url: `${publicUrl}/#${answerPath(id)}`,
          name,
          reason: `sent on ${dayOf.format(new Date(createdAt))}`,
        })),
        more: Math.max(0, own.length - listedInMail),
        url: `${publicUrl}/#/admin/contacts?owner=me&status=pending`,
      })
      return { message: { to, subject: title, headers: automatic, ...rendered } }
    },
  }
}
