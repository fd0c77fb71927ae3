import { dayInWords } from '#contract/zoned-format.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { databaseTime, isOneOf } from '#server/database/dialect.ts'
import type { Job } from '#server/database/jobs.ts'
import { claimWork } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import {
  automatic,
  type MailContext,
  type MailKind,
  type StaffMailContext,
  toColleague,
} from '#server/mail/mail-kind.ts'
import { lockWaiting, queueDelivery } from '#server/mail/queue.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { day, hour, minute } from '#server/security/counters.ts'
import { type ContactEvent, contactEvents, type StoredRequest } from '../ground/contact.table.ts'
import { answerPath } from '../ground/desk.contract.ts'
import { type Desk, deskOf } from '../ground/desk-settings.server.ts'
import { findMatter, isPresentRequest } from '../ground/events.shared.server.ts'
import { staffReplyAddress } from '../ground/reply-address.server.ts'
import { noRecipient, threadOf } from '../inbox/contact-notice.server.ts'
import { isOverdue, isToFollowUp } from '../inbox/request-list.server.ts'
import { splitQuotation } from './quotation.ts'

/** The requests with an owner that are overdue or to follow up, the oldest first. */
const lateRequests = (db: Db, desk: Desk, now: string) =>
  db
    .selectFrom('contactRequests')
    .select(['id', 'ownerId', 'subject', 'name'])
    .select((eb) => [isOverdue(eb, desk, now).as('overdue'), isToFollowUp(eb, desk, now).as('toFollowUp')])
    .where(isPresentRequest)
    .where('ownerId', 'is not', null)
    .where((eb) => eb.or([isOverdue(eb, desk, now), isToFollowUp(eb, desk, now)]))
    .orderBy('lastAt')
    .execute()

type Context = { database: Database; site: Pick<AppContext['site'], 'now'> }

/**
 * Queues the reminders of today, one for each owner with late requests, once their time has come on a workday. One of several processes does it.
 * @returns how many
 */
export async function queueReminders({ database, site }: Context): Promise<number> {
  const desk = deskOf(await site.now())
  const now = database.now()
  const today = dayIn(desk.timeZone)(now)
  if (!isDue(desk, now, today)) return 0
  const late = await lateRequests(database.db, desk, now)
  const owners = new Set(late.map(({ ownerId }) => ownerId ?? ''))
  const endOfDay = Temporal.PlainDate.from(today).add({ days: 1 }).toZonedDateTime(desk.timeZone).epochMilliseconds
  const time = Date.parse(now)
  return database.transaction(async (trx) => {
    if (!(await claimWork(trx, 'desk reminder', endOfDay - time, time))) return 0
    for (const recipientId of owners) await queueDelivery(trx, 'deskReminder', { subjectId: today, recipientId })
    return owners.size
  })
}

function isDue({ reminderAt, office, timeZone }: Desk, now: string, today: string): boolean {
  if (reminderAt === undefined || !office.isWorkday(now)) return false
  const at = Temporal.PlainTime.from(reminderAt.padStart(5, '0'))
  const due = Temporal.PlainDate.from(today).toZonedDateTime({ timeZone, plainTime: at })
  return due.epochMilliseconds <= Date.parse(now)
}

export const reminders: Job<Context> = {
  name: 'Send reminders of overdue replies',
  once: 'process',
  every: minute,
  work: queueReminders,
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the request, its recipient the new owner, its payload the name of the colleague who chose them. */
    contactAssigned: string
    /** Its recipient is the new owner, its payload the name of the colleague who gave them, and the ids of the requests. */
    contactHandOver: { by: string; ids: string[] }
    /** Its subject is the request, its recipient the owner if there is one, its payload the id of the first message that it tells of. */
    contactReceived: string
    /** Its subject is the day, YYYY-MM-DD, its recipient the member of staff. */
    deskReminder: undefined
  }
}

const listedInMail = 20

type ListedRequest = { id: string; subject: string; facts: string }

/** A message that lists requests to their owner. */
async function listToOwner({ site, render }: MailContext, title: string, requests: ListedRequest[]) {
  const { company, publicUrl } = await site.now()
  const rendered = await render('DeskReminder', {
    company,
    title,
    requests: requests
      .slice(0, listedInMail)
      .map(({ id, subject, facts }) => ({ subject, url: `${publicUrl}/#${answerPath(id)}`, facts })),
    more: Math.max(0, requests.length - listedInMail),
    url: `${publicUrl}/#/admin/contacts?owner=me&status=pending`,
  })
  return { subject: title, ...rendered }
}

/** A message to staff about one request, with a text of the visitor. */
async function aboutRequest(
  context: MailContext,
  title: string,
  request: Pick<StoredRequest, 'id' | 'name' | 'message' | 'followUpOn'>,
  userId: string | undefined,
) {
  const { company, publicUrl, mail } = await context.site.now()
  const address = await staffReplyAddress(context.database, mail, request.id, userId)
  const answerable = address !== undefined
  const url = `${publicUrl}/#${answerPath(request.id)}`
  const references = await threadOf(context, request.id)
  const rendered = await context.render('ContactAssigned', { company, title, request, answerable, url })
  return { subject: title, references, ...(answerable && { replyTo: { name: request.name, address } }), ...rendered }
}

/** A request with its new owner. */
export type Assignment = { id: string; ownerId: string }

/** Queues one message to each new owner about all that they were given, except to the colleague who gave them. */
export async function tellOwners(
  trx: Transaction,
  given: Assignment[],
  actor: Pick<Staff, 'id' | 'name'>,
): Promise<void> {
  for (const [recipientId, requests] of Map.groupBy(given, ({ ownerId }) => ownerId)) {
    if (recipientId === actor.id) continue
    const ids = requests.map(({ id }) => id)
    if (ids.length > 1) await queueDelivery(trx, 'contactHandOver', { recipientId, payload: { by: actor.name, ids } })
    else await queueDelivery(trx, 'contactAssigned', { subjectId: ids[0] ?? '', recipientId, payload: actor.name })
  }
}

/** Tells a member of staff that a request is theirs. */
export const contactAssigned = toColleague<'contactAssigned'>(7 * day, async (context, delivery) => {
  const { subjectId = '', recipientId = '', payload: giver } = delivery
  const request = await findMatter(context.database.db, subjectId)
  if (request?.ownerId !== recipientId) return { skip: 'The request is no longer assigned to them' }
  return aboutRequest(context, `${giver} assigned you a request: ${request.subject}`, request, recipientId)
})

/** Tells a member of staff which requests are theirs now, the oldest first. */
export const contactHandOver = toColleague<'contactHandOver'>(7 * day, async (context, delivery) => {
  const { recipientId = '', payload } = delivery
  const { database, site } = context
  const own = await database.db
    .selectFrom('contactRequests')
    .select(['id', 'subject', 'name', 'createdAt'])
    .where(isPresentRequest)
    .where('ownerId', '=', recipientId)
    .where(isOneOf(database.db, 'contactRequests.id', payload.ids))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (own.length === 0) return { skip: 'The requests are no longer assigned to them' }
  const { timeZone } = await site.now()
  const title = `${payload.by} assigned you ${own.length} ${own.length === 1 ? 'request' : 'requests'}`
  const listed = own.map(({ id, subject, name, createdAt }) => {
    return { id, subject, facts: `${name}, received on ${dayInWords(createdAt, timeZone)}` }
  })
  return listToOwner(context, title, listed)
})

/** How long further messages of a visitor wait, so that many of them are one notice. */
const noticeWait = 15 * minute

/**
 * Tells the owner of a request that its visitor has written again; without an owner the company is told. Messages soon after a notice are in the
 * next one.
 */
export async function queueReceivedNotice(trx: Transaction, { id, contactId }: ContactEvent): Promise<void> {
  const waiting = await lockWaiting(trx, { kind: 'contactReceived', subjectId: contactId })
  if (waiting.some(({ attempts }) => attempts === 0)) return
  const isSoon = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', 'contactReceived')
    .where('subjectId', '=', contactId)
    .where('createdAt', '>', databaseTime(trx, -noticeWait / 1_000))
    .limit(1)
    .executeTakeFirst()
  const found = trx.selectFrom('contactRequests').select('ownerId').where('id', '=', contactId)
  const { ownerId } = await found.executeTakeFirstOrThrow()
  await queueDelivery(trx, 'contactReceived', {
    subjectId: contactId,
    payload: id,
    ...(isSoon && { wait: noticeWait }),
    ...(ownerId !== null && { recipientId: ownerId }),
  })
}

export const contactReceived: MailKind<'contactReceived', StaffMailContext> = (context) => ({
  longestWait: noticeWait,
  lifetime: 7 * day,
  async compose({ subjectId = '', recipientId, payload: since }) {
    const { mail } = await context.site.now()
    const to = recipientId === undefined ? mail.contactNotify : (await context.findColleague(recipientId))?.email
    if (to === undefined) return { skip: recipientId === undefined ? noRecipient : 'They no longer have access' }
    const stored = await findMatter(context.database.db, subjectId)
    const { texts, isUnsent } = await messagesSince(context.database, stored?.id ?? subjectId, since)
    if (!stored || texts.length === 0) return { skip: 'The request was deleted' }
    const { id, name, subject } = stored
    const title = isUnsent ? `Your reply was not sent: ${subject}` : `${name} replied: ${subject}`
    const request = { id, name, message: texts.join('\n\n') }
    return { message: { to, headers: automatic, ...(await aboutRequest(context, title, request, recipientId)) } }
  },
})

/** How many messages a notice has at most. The request has the rest. */
const mostMessages = 10

/** The new words of the messages that a visitor has written since an event, with that, and the mails of staff that were not sent. */
async function messagesSince({ db }: Database, contactId: string, eventId: string) {
  const received = await db
    .selectFrom('contactEvents')
    .select(['id', 'kind', 'from', 'body', 'details'])
    .where('contactId', '=', contactId)
    .where('kind', 'in', ['received', 'note'])
    .where('id', '>=', eventId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const rows = received
    .map((row) => contactEvents.decode(row))
    .filter(({ kind, details }) => !details?.auto && (kind === 'received' || details?.unsent))
  const texts = rows.slice(0, mostMessages).map(({ body = '', from, details }) => {
    const { text } = splitQuotation(body)
    return details?.unsent ? `The email from ${from} was not sent to the customer. ${details.unsent}\n\n${text}` : text
  })
  const more = rows.length - texts.length
  return {
    texts: more > 0 ? [...texts, `And ${more} more ${more === 1 ? 'message' : 'messages'}.`] : texts,
    isUnsent: rows.every(({ details }) => details?.unsent),
  }
}

/** Reminds a member of staff of their requests that are overdue, or to follow up today. */
export const deskReminder = toColleague<'deskReminder'>(12 * hour, async (context, { recipientId }) => {
  const { database, site } = context
  const late = await lateRequests(database.db, deskOf(await site.now()), database.now())
  const own = late.filter(({ ownerId }) => ownerId === recipientId)
  if (own.length === 0) return { skip: 'Nothing is due now' }
  const listed = own.map(({ id, subject, name, overdue, toFollowUp }) => {
    const facts = [name, overdue && 'overdue', toFollowUp && 'follow-up due']
    return { id, subject, facts: facts.filter(Boolean).join(', ') }
  })
  const overdue = own.filter((request) => request.overdue).length
  const toFollowUp = own.filter((request) => request.toFollowUp).length
  const counts = [overdue > 0 && `${overdue} overdue`, toFollowUp > 0 && `${toFollowUp} due for follow-up`]
  return listToOwner(context, `Your requests: ${counts.filter(Boolean).join(', ')}`, listed)
})
