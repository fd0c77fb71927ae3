import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { isAddress, type PersonalData, type StoredEntry } from '#server/record/personal-data.ts'
import { type ContactEvent, contactEvents, contactRequests, type StoredRequest } from '../ground/contact.table.ts'
import { indexRequest, updateTurn } from '../ground/events.shared.server.ts'
import { campaignLine } from './contact-source.ts'
import { eraseRequests, eventNames } from './retention.server.ts'

/** Requests with their timelines, and messages that came from an address into the timelines of others. */
export const contactPersonalData: PersonalData = {
  tables: ['contactRequests', 'contactEvents'],
  async read(db, email, most) {
    const requests = await db
      .selectFrom('contactRequests')
      .selectAll()
      .select(consentTextOf('contactRequests'))
      .where(isAddress('email', email))
      .orderBy('createdAt', 'desc')
      .limit(most)
      .execute()
    const decoded = requests.map((row) => contactRequests.decode(row))
    const subjects = new Map(decoded.map(({ id, subject }) => [id, subject]))
    const events = await db
      .selectFrom('contactEvents')
      .selectAll()
      .where(({ or, eb }) =>
        or([isAddress('from', email), ...(subjects.size > 0 ? [eb('contactId', 'in', [...subjects.keys()])] : [])]),
      )
      .orderBy('at', 'desc')
      .limit(most)
      .execute()
    return [...decoded.map(entryOfRequest), ...events.map((row) => entryOfEvent(contactEvents.decode(row), subjects))]
  },
  async erase(trx, email) {
    const own = trx.selectFrom('contactRequests').select('id').where(isAddress('email', email))
    const counts = await eraseRequests(
      trx,
      (await own.execute()).map(({ id }) => id),
    )
    const replies = await eraseReplies(trx, email)
    await trx.updateTable('contactRequests').set({ answerTo: null }).where(isAddress('answerTo', email)).execute()
    return counts.map(({ kind, count }) => ({ kind, count: count + (kind === 'reply' ? replies : 0) }))
  },
  async addresses(db) {
    const inRequests = (column: 'email' | 'answerTo') =>
      db.selectFrom('contactRequests').select(({ fn }) => fn<string | null>('lower', [column]).as('email'))
    const senders = db.selectFrom('contactEvents').select(({ fn }) => fn<string | null>('lower', ['from']).as('email'))
    const found = await inRequests('email').union(inRequests('answerTo')).union(senders).execute()
    return found.flatMap(({ email }) => email ?? [])
  },
  mentions: [
    {
      table: 'contactRequests',
      key: 'id',
      columns: ['name', 'subject', 'message'],
      changed: (trx, rows) => index(trx, rows, 'id'),
    },
    {
      table: 'contactEvents',
      key: 'id',
      columns: ['body', 'before', 'after', 'details'],
      changed: (trx, rows) => index(trx, rows, 'contactId'),
    },
  ],
}

async function index(trx: Transaction, rows: Record<string, unknown>[], column: string): Promise<void> {
  for (const id of new Set(rows.map((row) => String(row[column])))) await indexRequest(trx, id)
}

/** Deletes a person's messages in the timelines of others. @returns how many messages */
async function eraseReplies(trx: Transaction, email: string): Promise<number> {
  const rows = await trx
    .deleteFrom('contactEvents')
    .where(isAddress('from', email))
    .returning(['id', 'contactId'])
    .execute()
  const requests = new Set(rows.map(({ contactId }) => contactId))
  for (const id of requests) {
    await indexRequest(trx, id)
    await updateTurn(trx, id)
  }
  await deleteDeliveries(
    trx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

const screenOf = (id: string) => `/admin/contacts/${id}`

function entryOfRequest({ consent, ...request }: StoredRequest & { consent?: string | undefined }): StoredEntry {
  const { id, createdAt, subject, message, status, name, deletedAt, phone, page, read, referrer } = request
  const facts = {
    Name: name,
    Phone: phone,
    Status: status,
    'Came from': page,
    Referrer: referrer,
    Campaign: campaignLine(request) || undefined,
    'Pages read': read?.join(', '),
    'Wording under the form': consent,
    'In the trash since': deletedAt?.slice(0, 10),
  }
  return {
    at: createdAt,
    kind: 'message',
    title: subject,
    text: message,
    name,
    facts: given(facts),
    ...(deletedAt === undefined && { path: screenOf(id) }),
    record: { ...request, consent },
  }
}

const given = (facts: Record<string, string | undefined>) =>
  Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))

const changes: Record<string, string> = { status: 'Status', owner: 'Owner', followUp: 'Follow-up' }

function entryOfEvent(event: ContactEvent, subjects: Map<string, string>): StoredEntry {
  const { kind, at, by, body, before, after, from, contactId, details } = event
  const subject = subjects.get(contactId)
  const facts = given({
    From: from,
    Before: kind === 'owner' ? undefined : before,
    After: kind === 'owner' ? undefined : after,
    Bounced: details?.bounced,
  })
  return {
    at,
    kind: eventNames[kind] ?? 'change',
    title: [changes[kind], subject].filter(Boolean).join(': ') || 'A message to someone else',
    ...(body !== undefined && { text: body }),
    ...(by !== undefined && { by }),
    ...(kind === 'answer' && details?.bounced === undefined && { wrote: true }),
    ...(facts.length > 0 && { facts }),
    path: screenOf(contactId),
    record: { ...event },
  }
}
