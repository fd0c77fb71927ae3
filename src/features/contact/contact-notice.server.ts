import type { Transaction } from '#server/database/connect.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { Composer, ComposerContext } from '#server/mail/send-loop.ts'
import { minute } from '#server/security/counters.ts'
import { contactRequests } from './contact.table.ts'

/** How long a digest waits for further messages, in milliseconds. */
const digestWait = 15 * minute
/** Messages that a digest names; of more it says how many. */
const namedInDigest = 50

/** Tells the company of a visitor's message; an answer goes to the visitor. */
export function contactComposer({ database, config, render }: ComposerContext): Composer {
  return {
    async compose({ contactId = '' }) {
      const row = await database.db
        .selectFrom('contactRequests')
        .selectAll()
        .where('id', '=', contactId)
        .executeTakeFirst()
      if (!row) return { skip: 'The request was deleted' }
      const to = config.mail.contactNotify
      if (to === undefined) return { skip: nobody }
      const { name, email, subject, message } = contactRequests.decode(row)
      const url = `${config.publicUrl}/#/admin/contacts?search=${encodeURIComponent(email)}`
      const said = await render('contactNotice', {
        company: config.company,
        request: { name, email, subject, message },
        url,
      })
      return { message: { to, subject, replyTo: { name, address: email }, headers: automatic, ...said } }
    },
  }
}

const nobody = 'Nobody is to be told (CONTACT_NOTIFY)'
const automatic = { 'Auto-Submitted': 'auto-generated' }

/** Lets a message be told of by the digest that waits at this moment, or by a new one. */
export async function addToDigest(trx: Transaction, contactId: string): Promise<void> {
  // One that was tried before may have arrived, so nothing is added to it. One that a worker takes at this moment is passed over too.
  const known = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('priority', '=', 0)
    .where('kind', '=', 'contactDigest')
    .where('attempts', '=', 0)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  const digestId = known?.id ?? (await queueDelivery(trx, 'contactDigest', null, digestWait))
  await trx.updateTable('contactRequests').set({ digestId }).where('id', '=', contactId).execute()
}

/** Tells the company, in one mail, of the messages that were too many to be told of one by one. */
export function contactDigestComposer({ database, config, render }: ComposerContext): Composer {
  return {
    async compose({ id }) {
      const to = config.mail.contactNotify
      if (to === undefined) return { skip: nobody }
      // What does not come from the flood's own addresses is what somebody may be waiting for an answer to.
      const rows = await database.db
        .selectFrom('contactRequests')
        .select(['name', 'email', 'subject', 'createdAt', 'flood'])
        .where('digestId', '=', id)
        .where('status', '=', 'pending')
        .orderBy(({ fn }) => fn.coalesce('flood', (row) => row.lit(false)))
        .orderBy('createdAt')
        .execute()
      if (rows.length === 0) return { skip: 'None of these requests is pending' }
      const count = rows.length
      const url = `${config.publicUrl}/#/admin/contacts?status=pending`
      const said = await render('contactDigest', {
        company: config.company,
        count,
        requests: rows.slice(0, namedInDigest),
        url,
      })
      return {
        message: {
          to,
          subject: `${count} more ${count === 1 ? 'message' : 'messages'} came in`,
          headers: automatic,
          ...said,
        },
      }
    },
  }
}
