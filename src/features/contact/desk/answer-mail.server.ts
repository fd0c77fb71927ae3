import { fileUrl } from '#contract/media.ts'
import { formatIn, zoneName } from '#contract/zoned-format.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { comesAfter } from '#server/database/long-reads.ts'
import type { MailContext, MailKind } from '#server/mail/mail-kind.ts'
import { minute } from '#server/security/counters.ts'
import { answerHtml, answerLooks } from '../ground/answer-html.shared.server.ts'
import { answerText } from '../ground/answer-text.contract.ts'
import { tellAnswered, tellResolved } from '../ground/contact.event.ts'
import { contactEvents, type StoredRequest } from '../ground/contact.table.ts'
import { type AnswerDraft, answerSubject, longestQuote } from '../ground/desk.contract.ts'
import { findRequest, markUndelivered } from '../ground/events.shared.server.ts'
import { replyAddress } from '../ground/reply-address.server.ts'
import { madeUp } from './received-mail.server.ts'

/** The most earlier messages that an answer refers to. Mail programs need only the last ones. */
const mostReferences = 20

type Answer = { id: string; at: string; contactId: string }

/** Mails an answer to a visitor. It is no newsletter, so it has no unsubscribe link and does not ask for a subscription. */
export const contactAnswer: MailKind<'contactAnswer'> = (context) => ({
  // Much longer than the time for undoing: a later due time was written while the clock was ahead.
  longestWait: 5 * minute,
  async compose({ subjectId = '' }) {
    const { database } = context
    const stored = database.db.selectFrom('contactEvents').selectAll().where('id', '=', subjectId)
    const row = await stored.executeTakeFirst()
    if (!row) return { skip: 'The reply was deleted' }
    const { body = '', by, details = {}, ...event } = contactEvents.decode(row)
    const matter = await findRequest(database.db, event.contactId)
    // One to a joined request keeps its subject and its address, so that the visitor sees one conversation.
    const request = event.originId === undefined ? matter : await findRequest(database.db, event.originId)
    if (!matter || !request) return { skip: 'The request was deleted' }
    if (matter.status === 'spam') return { skip: 'The request was marked as spam' }
    const { company, mail } = await context.site.now()
    const rendered = await renderAnswer(context, request, { body, quote: false, ...details, ...event })
    const token = await replyAddress(database, mail, request.id)
    return {
      message: {
        to: request.answerTo ?? request.email,
        fromName: by === undefined ? company.brand : `${by}, ${company.brand}`,
        replyTo: { name: company.brand, address: token ?? company.email },
        references: await earlierIds(database, event),
        ...rendered,
      },
    }
  },
  sent: (trx, { subjectId = '' }) => tellSent(trx, subjectId),
  undelivered: (trx, { subjectId = '' }, reason) => markUndelivered(trx, subjectId, reason),
})

/** Tells that an answer has left, and that it has resolved its request if it has. */
async function tellSent(trx: Transaction, id: string): Promise<void> {
  const row = await trx.selectFrom('contactEvents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  const { contactId, by, at, details } = contactEvents.decode(row)
  await tellAnswered(trx, contactId, { by, at, elsewhere: false })
  if (details?.resolve) await tellResolved(trx, contactId, { by, at })
}

export async function renderAnswer(
  { config, database, site, render }: MailContext,
  request: StoredRequest,
  { body, fileId, quote: quotes, subject = answerSubject(request.subject), ...answer }: Answer & AnswerDraft,
): Promise<{ subject: string; html: string; text: string }> {
  const { company, publicUrl } = await site.now()
  const quote = quotes ? await lastMessage(database, request, answer) : undefined
  const rendered = await render('ContactAnswer', {
    company,
    subject,
    html: answerHtml(body, { publicUrl, attributes: answerLooks }),
    text: answerText(body, publicUrl),
    file: fileId === undefined ? undefined : await fileOf(database, fileId, publicUrl),
    quote: quote && { name: request.name, text: quote.text, at: timeIn(config.timeZone, quote.at) },
  })
  return { subject, ...rendered }
}

/** The messages of a conversation before an answer, newest first. */
const messagesBefore = ({ db }: Database, { id, at, contactId }: Answer) =>
  db
    .selectFrom('contactEvents')
    .where('contactId', '=', contactId)
    .where(comesAfter(['at', 'id'], { at, id }, '<'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')

/** The last message that the visitor wrote before an answer. */
async function lastMessage(database: Database, { message, createdAt }: StoredRequest, answer: Answer) {
  const received = await messagesBefore(database, answer)
    .where('kind', '=', 'received')
    .select(['body', 'at', 'details'])
    .execute()
  const asked = await database.db
    .selectFrom('contactRequests')
    .select(['message as body', 'createdAt as at'])
    .where(({ or, eb }) => or([eb('id', '=', answer.contactId), eb('matterId', '=', answer.contactId)]))
    .where('createdAt', '<=', answer.at)
    .execute()
  const messages = [
    ...asked,
    ...received.map((row) => contactEvents.decode(row)).filter(({ details }) => !details?.auto),
  ]
  const last = messages.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
  const text = last?.body ?? message
  const cut = text.length > longestQuote ? `${text.slice(0, longestQuote).trimEnd()} …` : text
  return { text: cut, at: last?.at ?? createdAt }
}

/** The Message-IDs of earlier messages, oldest first, so that the mail programs of both sides show one conversation. */
async function earlierIds(database: Database, answer: Answer): Promise<string[]> {
  const rows = await messagesBefore(database, answer)
    .where('messageId', 'not like', `%${madeUp}`)
    .select('messageId')
    .limit(mostReferences)
    .execute()
  return rows.map(({ messageId }) => String(messageId)).reverse()
}

async function fileOf({ db }: Database, id: string, publicUrl: string) {
  const file = db.selectFrom('mediaItems').select('name').where('id', '=', id).where('deletedAt', 'is', null)
  const row = await file.executeTakeFirst()
  return row && { name: row.name, url: `${publicUrl}${fileUrl(id, row.name)}` }
}

const times = formatIn('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const timeIn = (timeZone: string, iso: string) =>
  `${times(timeZone).format(Date.parse(iso))} ${zoneName(timeZone, Date.parse(iso))}`
