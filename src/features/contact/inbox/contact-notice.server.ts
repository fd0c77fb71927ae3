import { fileWords } from '#contract/own-fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { automatic, type MailContext, type MailKind } from '#server/mail/mail-kind.ts'
import { joinDigest } from '#server/mail/queue.ts'
import { hour } from '#server/security/counters.ts'
import { sourceLine } from '../ground/contact.contract.ts'
import { readFiles } from '../ground/contact-files.server.ts'
import { answerPath } from '../ground/desk.contract.ts'
import { findRequest, isPresentRequest } from '../ground/events.shared.server.ts'
import { staffReplyAddress } from '../ground/reply-address.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the request. */
    contact: undefined
    /** It has no subject: its requests name it. */
    contactDigest: undefined
  }
}

/** Number of messages that a digest lists; for the rest it gives the count. */
const listedInDigest = 50
/** A notice is never held back for long, so a later due time was written while the clock was ahead. */
const longestWait = hour

/** Mails a visitor's message to the company; a reply goes to the visitor, from the desk where answers are handed in. */
export const contact: MailKind<'contact'> = ({ database, site, render }) => ({
  longestWait,
  async compose({ subjectId = '' }) {
    const request = await findRequest(database.db, subjectId)
    if (!request) return { skip: 'The request was deleted' }
    const { company, mail, publicUrl } = await site.now()
    const to = mail.contactNotify
    if (to === undefined) return { skip: noRecipient }
    const { name, email, subject, message, phone, company: organisation, page, formTitle, answers = [] } = request
    const files = (await readFiles(database.db, [request.id])).get(request.id) ?? []
    const url = `${publicUrl}/#${answerPath(subjectId)}`
    const rendered = await render('ContactNotice', {
      company,
      request: { name, email, subject, message },
      answers: [
        ...(organisation === undefined ? [] : [{ label: 'Company', value: organisation }]),
        ...answers,
        ...files.map((file) => ({ label: file.label, value: fileWords(file) })),
      ],
      source: [
        phone && `Phone: ${phone}`,
        formTitle && `Form: ${formTitle}`,
        page && `Landing page: ${page}`,
        sourceLine(request),
      ]
        .filter(Boolean)
        .join(' · '),
      url,
    })
    const address = (await staffReplyAddress(database, mail, subjectId)) ?? email
    return { message: { to, subject, replyTo: { name, address }, headers: automatic, ...rendered } }
  },
})

/** What joins the messages to staff about one request in mail programs: they follow its first notice, even one that was not sent to them. */
export async function threadOf({ database: { db }, config }: MailContext, contactId: string): Promise<string[]> {
  const notices = db.selectFrom('deliveries').select('id').where('kind', '=', 'contact')
  const first = await notices.where('subjectId', '=', contactId).executeTakeFirst()
  return [`${first?.id ?? contactId}@${config.company.domain}`]
}

export const noRecipient = 'CONTACT_NOTIFY is off'

/** Adds a message to the pending digest, or to a new one. */
export async function addToDigest(trx: Transaction, contactId: string): Promise<void> {
  const digestId = await joinDigest(trx, 'contactDigest')
  await trx.updateTable('contactRequests').set({ digestId }).where('id', '=', contactId).execute()
}

/** Mails the company one list of the messages that were too many to be mailed one by one. */
export const contactDigest: MailKind<'contactDigest'> = ({ database, site, render }) => ({
  longestWait,
  async compose({ id }) {
    const { company, mail, publicUrl } = await site.now()
    const to = mail.contactNotify
    if (to === undefined) return { skip: noRecipient }
    // Messages from outside the flood come first, since their senders expect an answer.
    const rows = await database.db
      .selectFrom('contactRequests')
      .select(['id', 'name', 'email', 'subject', 'createdAt', 'flood'])
      .where('digestId', '=', id)
      .where(isPresentRequest)
      .where('status', '=', 'pending')
      .orderBy(({ fn }) => fn.coalesce('flood', (row) => row.lit(false)))
      .orderBy('createdAt')
      .execute()
    const count = rows.length
    if (count === 0) return { skip: 'None of these requests is pending' }
    const title = `${count} new ${count === 1 ? 'message' : 'messages'}`
    const url = `${publicUrl}/#/admin/contacts?status=pending`
    const requests = rows.slice(0, listedInDigest).map(({ id, name, email, subject }) => ({
      subject,
      url: `${publicUrl}/#${answerPath(id)}`,
      facts: `${name} (${email})`,
    }))
    const rendered = await render('ContactDigest', { company, title, requests, more: count - requests.length, url })
    return { message: { to, subject: title, headers: automatic, ...rendered } }
  },
})
