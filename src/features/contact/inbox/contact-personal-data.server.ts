import type { SentFile } from '#contract/own-fields.ts'
import type { KindCount } from '#contract/persons.ts'
import { inNameOf } from '#contract/proposals.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { forAllRecords } from '#server/database/each-record.ts'
import type { Schema } from '#server/database/schema.ts'
import { removeFromSearch } from '#server/database/search.ts'
import type { Row } from '#server/database/table.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData, type StoredEntry, wordOf } from '#server/record/personal-data.ts'
import { chosenTerm, type Retention } from '#server/record/retention.ts'
import { answerHtml } from '../ground/answer-html.shared.server.ts'
import { campaignLine } from '../ground/contact.contract.ts'
import {
  answerDrafts,
  type ContactEvent,
  contactEvents,
  contactRequests,
  type StoredRequest,
} from '../ground/contact.table.ts'
import { readFiles } from '../ground/contact-files.server.ts'
import { updateTurn } from '../ground/events.shared.server.ts'
import { indexRequests } from '../ground/index-requests.server.ts'

/** Requests with their timelines, and messages that came from an address into the timelines of others. */
export const contactPersonalData: PersonalData = {
  tables: ['contactRequests', 'contactFiles', 'contactEvents', 'contactJoins', 'answerDrafts'],
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
    const files = await readFiles(db, [...subjects.keys()])
    const drafts = db
      .selectFrom('answerDrafts')
      .selectAll()
      .where('contactId', 'in', [...subjects.keys()])
    const drafted = subjects.size > 0 ? await drafts.execute() : []
    return [
      ...decoded.map((request) => entryOfRequest(request, files.get(request.id))),
      ...events.map((row) => entryOfEvent(contactEvents.decode(row), subjects)),
      ...drafted.map((row) => entryOfDraft(answerDrafts.decode(row), subjects)),
    ]
  },
  readFile: async (db, id) =>
    (await db.selectFrom('contactFiles').select('bytes').where('id', '=', id).executeTakeFirst())?.bytes,
  async erase(trx, email) {
    const own = await trx.selectFrom('contactRequests').select('id').where(isAddress('email', email)).execute()
    const ids = own.map(({ id }) => id)
    const counts = await eraseRequests(trx, ids)
    const replies = await eraseReplies(trx, email)
    await trx.updateTable('contactRequests').set({ answerTo: null }).where(isAddress('answerTo', email)).execute()
    return counts.map(({ kind, count }) => ({ kind, count: count + (kind === 'message' ? replies : 0) }))
  },
  async addresses(db) {
    const inRequests = (column: 'email' | 'answerTo') =>
      db.selectFrom('contactRequests').select(({ fn }) => fn<string | null>('lower', [column]).as('email'))
    const senders = db.selectFrom('contactEvents').select(({ fn }) => fn<string | null>('lower', ['from']).as('email'))
    const found = await inRequests('email').union(inRequests('answerTo')).union(senders).execute()
    return found.flatMap(({ email }) => email ?? [])
  },
  mentions: [
    mentionsIn('contactRequests', ['name', 'subject', 'message', 'company', 'answers'], 'id'),
    mentionsIn('contactFiles', ['name'], 'contactId'),
    mentionsIn('contactEvents', ['body', 'before', 'after', 'details'], 'contactId'),
    { table: 'answerDrafts', key: 'contactId', columns: ['text'] },
    // The address to which answers went.
    { table: 'contactJoins', key: 'childId', columns: ['before', 'after'] },
  ],
}

/** @param requestId the column with the id of the request */
function mentionsIn(
  table: keyof Schema,
  columns: string[],
  requestId: string,
): NonNullable<PersonalData['mentions']>[number] {
  return { table, key: 'id', columns, changed: (trx, rows) => indexNamed(trx, rows, requestId) }
}

async function indexNamed(trx: Transaction, rows: Record<string, unknown>[], column: string): Promise<void> {
  for (const id of new Set(rows.map((row) => String(row[column])))) await indexRequests(trx, [id])
}

/** Deletes a person's messages in the timelines of others. @returns how many messages */
async function eraseReplies(trx: Transaction, email: string): Promise<number> {
  const replies = trx.deleteFrom('contactEvents').where(isAddress('from', email))
  const rows = await replies.returning(['id', 'contactId']).execute()
  await indexNamed(trx, rows, 'contactId')
  for (const id of new Set(rows.map(({ contactId }) => contactId))) await updateTurn(trx, id)
  const ids = rows.map(({ id }) => id)
  await deleteDeliveries(trx, ids)
  return ids.length
}

const screenOf = (id: string) => `/admin/contacts/${id}`

function entryOfRequest(
  { consent, ...request }: StoredRequest & { consent?: string | undefined },
  files: SentFile[] = [],
): StoredEntry {
  const { id, createdAt, subject, message, status, name, deletedAt, phone, company, page, read, referrer, formTitle } =
    request
  const answers = request.answers?.map(({ label, value }) => ({ name: label, value })) ?? []
  const facts = {
    Name: name,
    Phone: phone,
    Company: company,
    Status: wordOf(status),
    Form: formTitle,
    'Landing page': page,
    Referrer: referrer,
    Campaign: campaignLine(request) || undefined,
    'Pages viewed': read?.join(', '),
    'Consent text': consent,
    'In the trash since': deletedAt?.slice(0, 10),
  }
  return {
    at: createdAt,
    kind: 'message',
    title: subject,
    text: message,
    name,
    facts: [...factsOf(facts), ...answers],
    ...(files.length > 0 && { files }),
    ...(deletedAt === undefined && { path: screenOf(id) }),
    record: { ...request, consent },
  }
}

/** What a change by staff has changed. Owners are ids, which may name nobody. */
const changed = ({ kind, before = '', after }: ContactEvent) =>
  kind === 'status'
    ? { Status: `${wordOf(before)} → ${wordOf(after ?? '')}` }
    : kind === 'followUp'
      ? { 'Follow-up': after ?? 'None' }
      : kind === 'owner'
        ? { Owner: after === undefined ? 'Unassigned' : 'Assigned' }
        : {}

function entryOfEvent(event: ContactEvent, subjects: Map<string, string>): StoredEntry {
  const { kind, at, by, body, from, contactId, details } = event
  const facts = factsOf({ From: from, ...changed(event), 'Not delivered': details?.bounced })
  return {
    at,
    kind: eventNames[kind] ?? 'change',
    title: subjects.get(event.originId ?? contactId) ?? 'In a conversation with someone else',
    ...(body !== undefined && { text: body }),
    ...(kind === 'answer' && body !== undefined && { html: answerHtml(body) }),
    ...(by !== undefined && { by: kind === 'received' ? `logged by ${by}` : by }),
    ...(kind === 'answer' && details?.bounced === undefined && { wrote: true }),
    ...(facts.length > 0 && { facts }),
    path: screenOf(contactId),
    record: { ...event },
  }
}

/** An answer that nobody has sent. */
const entryOfDraft = (draft: Row<typeof answerDrafts>, subjects: Map<string, string>): StoredEntry => ({
  at: draft.at,
  kind: 'drafted reply',
  title: subjects.get(draft.contactId) ?? '',
  text: draft.text,
  by: inNameOf(draft.assistant, draft.userName),
  path: screenOf(draft.contactId),
  record: { ...draft },
})

const batch = 200

/** Requests of a status are kept from the last thing that happened to them. */
const retentionOf = (status: 'resolved' | 'spam', name: string, keep: Retention['keep']): Retention => ({
  name,
  keep,
  entity: contactRequests.name,
  erase({ database }, { time }, log) {
    const old = (db: Db, failed: string[] = []) =>
      db
        .selectFrom('contactRequests')
        .select('id')
        .where('status', '=', status)
        // A joined one goes with the request to which it was joined.
        .where('matterId', 'is', null)
        .where('lastAt', '<', time)
        .$if(failed.length > 0, (rows) => rows.where('id', 'not in', failed))
        .where(({ not, exists, selectFrom }) => {
          const events = selectFrom('contactEvents').whereRef('contactEvents.contactId', '=', 'contactRequests.id')
          return not(exists(events.select('contactEvents.id').where('contactEvents.at', '>=', time)))
        })
    const idsOf = async (rows: ReturnType<typeof old>) => (await rows.execute()).map(({ id }) => id)
    const next = (failed: string[]) => idsOf(old(database.db, failed).limit(batch))
    return forAllRecords(log, 'An old request could not be deleted', next, (ids) =>
      // They may have been changed meanwhile.
      database.transaction(async (trx) => eraseRequests(trx, await idsOf(old(trx).where('id', 'in', ids).forUpdate()))),
    )
  },
})

const { of } = consentSettings

export const contactRetentions = [
  retentionOf('resolved', 'Resolved messages', (settings) => chosenTerm('months', of(settings).resolvedMonths)),
  retentionOf('spam', 'Spam', (settings) => chosenTerm('days', of(settings).spamDays)),
]

const named = 500

/** The names of the events that have a text. The others are changes by staff. */
const eventNames: Record<string, string> = { note: 'note', answer: 'reply', received: 'message' }

/** Deletes requests for good, with those that were joined to them: their timelines, mails, words in the search, and names in the activity log. @returns how many of each kind */
export async function eraseRequests(trx: Transaction, ids: string[]): Promise<KindCount[]> {
  const counts = { message: 0, reply: 0, note: 0 }
  for (let at = 0; at < ids.length; at += named) {
    const chosen = ids.slice(at, at + named)
    const joined = await trx.selectFrom('contactRequests').select('id').where('matterId', 'in', chosen).execute()
    const some = [...new Set([...chosen, ...joined.map(({ id }) => id)])]
    const events = await trx.selectFrom('contactEvents').select(['id', 'kind']).where('contactId', 'in', some).execute()
    for (const { kind } of events) {
      const name = eventNames[kind] as keyof typeof counts | undefined
      if (name) counts[name]++
    }
    await deleteDeliveries(trx, [...some, ...events.map(({ id }) => id)])
    for (const id of some) await removeFromSearch(trx, contactRequests.name, id)
    await forgetRecords(trx, ['contact', 'contactRequests', 'trash'], some)
    // Their events and files go with them.
    const { numDeletedRows } = await trx.deleteFrom('contactRequests').where('id', 'in', some).executeTakeFirstOrThrow()
    counts.message += Number(numDeletedRows)
  }
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }))
}
