import { sql } from 'kysely'
import { fileUrl } from '#contract/media.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { rememberPerson } from '#features/persons/erasures.shared.server.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { minute } from '#server/security/counters.ts'
import { answerHtml } from '../ground/answer-html.shared.server.ts'
import { contactEvents, type StoredRequest } from '../ground/contact.table.ts'
import { readFiles } from '../ground/contact-files.server.ts'
import {
  type ContactDetail,
  type JoinedRequest,
  noteLifetime,
  type ShownEvent,
  typingLifetime,
} from '../ground/desk.contract.ts'
import { findMatter, isPresentRequest, toRequest, unknownRequest } from '../ground/events.shared.server.ts'
import { readAnswerDraft } from './answer-drafts.server.ts'
import { readItem } from './desk-changes.server.ts'

/** How many other requests of the same person are listed, and how many pending ones are resolved at once. */
const [listedOthers, mostOpen] = [10, 100]

/** Reads a request with all that the desk shows of it. @throws HttpError 404 for one that does not exist or is in the trash */
export async function readDetail(
  context: Pick<AppContext, 'database' | 'site'>,
  id: string,
  { me, mail }: { me: Staff; mail: ContactDetail['mail'] },
): Promise<ContactDetail> {
  const { database } = context
  const { db } = database
  // The id of a joined one names the request to which it was joined.
  const matterId = (await findMatter(db, id))?.id
  const request = matterId === undefined ? undefined : await readItem(context, matterId)
  if (matterId === undefined || !request) throw unknownRequest()
  const courses = db.selectFrom('courses').select(['id as _id', 'title', 'slug'])
  const [events, joinedRequests, person, typing, draft, course, form] = await Promise.all([
    readEvents(db, matterId),
    readJoined(db, matterId),
    personOf(database, matterId, request.email),
    readTyping(database, matterId, me),
    readAnswerDraft(db, matterId),
    request.courseId === undefined ? undefined : courses.where('id', '=', request.courseId).executeTakeFirst(),
    readForm(db, request),
  ])
  const isDeletable = ({ kind, byId, at }: ShownEvent) =>
    kind === 'note' && byId === me.id && Date.parse(at) > database.clock() - noteLifetime * minute
  const shown = events.map((event) => (isDeletable(event) ? { ...event, deletable: true } : event))
  return { ...request, course, form, events: shown, joinedRequests, person, typing, draft, mail }
}

/** The timeline of a request, oldest entry first, or one entry of it. */
export async function readEvents(db: Db, contactId: string, id?: string): Promise<ShownEvent[]> {
  const rows = await db
    .selectFrom('contactEvents')
    .leftJoin('deliveries', (join) =>
      join.onRef('deliveries.subjectId', '=', 'contactEvents.id').on('deliveries.kind', '=', 'contactAnswer'),
    )
    .innerJoin('contactRequests', 'contactRequests.id', 'contactEvents.contactId')
    .selectAll('contactEvents')
    .select(['contactRequests.email', 'state', 'attempts', 'dueAt', 'reason'])
    .where('contactEvents.contactId', '=', contactId)
    .$if(id !== undefined, (all) => all.where('contactEvents.id', '=', String(id)))
    .orderBy('contactEvents.at')
    // An answer that resolves a request is stored in the same moment as the new status.
    .orderBy(({ eb }) => eb('contactEvents.kind', '=', 'status'))
    .orderBy('contactEvents.id')
    .execute()
  const events = rows.map((row) => contactEvents.decode(row))
  const ownerIds = events.flatMap(({ kind, before, after }) => (kind === 'owner' ? [before, after] : []))
  const owners = await readStaffNames(db, ownerIds)
  const fileIds = events.map(({ details }) => details?.fileId)
  const files = await readNames(db, 'mediaItems', fileIds)
  return events.map(({ contactId: _, email, state, attempts, dueAt, reason, ...event }) => {
    const { kind, body = '', from, before, after, details } = event
    const file = files.get(details?.fileId ?? '')
    return {
      ...withPublicId(event),
      ...(kind === 'owner' && { beforeName: owners.get(before ?? ''), afterName: owners.get(after ?? '') }),
      ...(from !== undefined && from.toLowerCase() !== email.toLowerCase() && { otherAddress: true }),
      ...(file !== undefined && details?.fileId && { file: { name: file, url: fileUrl(details.fileId, file) } }),
      html: kind === 'answer' ? answerHtml(body) : undefined,
      state,
      reason,
      leavesAt: state === 'waiting' && attempts === 0 ? dueAt : undefined,
    }
  })
}

type OfForm = Pick<StoredRequest, 'pageId' | 'openingId' | 'formTitle'>

/** The page or the opening whose form a request answers. One that was deleted since has the title that it had then, and no screen. */
async function readForm(db: Db, { pageId, openingId, formTitle }: OfForm) {
  const [table, id] = pageId === undefined ? (['openings', openingId] as const) : (['pages', pageId] as const)
  if (id === undefined) return undefined
  const present = db.selectFrom(table).select('title').where('id', '=', id).where('deletedAt', 'is', null)
  const row = await present.executeTakeFirst()
  if (row) return { title: row.title, screen: `/admin/${table}/edit/${id}` }
  return formTitle === undefined ? undefined : { title: formTitle }
}

/** The requests that were joined to one, the oldest first. */
async function readJoined(db: Db, matterId: string): Promise<JoinedRequest[]> {
  const rows = await db
    .selectFrom('contactRequests')
    .innerJoin('contactJoins', 'contactJoins.childId', 'contactRequests.id')
    .selectAll('contactRequests')
    .select(['contactJoins.at as joinedAt', 'contactJoins.by as joinedBy', consentTextOf('contactRequests')])
    .where('matterId', '=', matterId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const files = await readFiles(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ joinedAt, joinedBy, ...row }) => ({
    ...toRequest(row),
    files: files.get(row.id),
    joinedAt,
    ...(joinedBy !== null && { joinedBy }),
  }))
}

/** The names of members of staff, who may have left, by their ids. */
export const readStaffNames = async (db: Db, ids: (string | undefined)[]): Promise<Map<string, string>> =>
  new Map([...(await readNames(db, 'users', ids)), ...(await readNames(db, 'formerStaff', ids))])

async function readNames(db: Db, table: 'users' | 'formerStaff' | 'mediaItems', ids: (string | undefined)[]) {
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  if (known.length === 0) return new Map<string, string>()
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function personOf(database: Database, id: string, email: string): Promise<ContactDetail['person']> {
  const { db } = database
  const address = email.toLowerCase()
  const all = db
    .selectFrom('contactRequests')
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', address))
    .where(isPresentRequest)
  const others = all.where('id', '!=', id)
  const [key, listed, { count }, open, subscription] = await Promise.all([
    rememberPerson(database, email),
    others
      .select(['id as _id', 'subject', 'status', 'createdAt', 'version'])
      .orderBy('createdAt', 'desc')
      .limit(listedOthers)
      .execute(),
    others.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    all.where('status', '=', 'pending').select(['id as _id', 'version']).orderBy('createdAt').limit(mostOpen).execute(),
    db
      .selectFrom('subscribers')
      .select(['state', 'subscribedAt', 'consentAt', 'consentPage', 'source', 'sourceDetail'])
      .select(consentTextOf('subscribers'))
      .where('email', '=', address)
      .executeTakeFirst(),
  ])
  return { key, others: listed, othersTotal: count, open, subscription: subscription && withoutNull(subscription) }
}

/** A row with its absent values as an answer has them. */
const withoutNull = <R extends object>(row: R) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [K in keyof R]: null extends R[K] ? Exclude<R[K], null> | undefined : R[K]
  }

/** The counters table is shared by all processes, and its expired rows are deleted regularly. */
const subjectOf = (contactId: string, staffId: string) => `typing:${contactId}:${staffId}`

/** Remembers for a minute that a colleague is writing an answer. */
export async function noteTyping({ db }: Database, contactId: string, { id }: Staff): Promise<void> {
  const times = { startedAt: databaseTime(db), endsAt: databaseTime(db, typingLifetime) }
  await db
    .insertInto('counters')
    .values({ subject: subjectOf(contactId, id), count: 1, bytes: 0, ...times })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(times))
    .execute()
}

/** Forgets it, since the answer was sent. */
export async function forgetTyping({ db }: Database, contactId: string, { id }: Staff): Promise<void> {
  await db.deleteFrom('counters').where('subject', '=', subjectOf(contactId, id)).execute()
}

/** The colleagues who have typed in the last minute. */
export const readTyping = ({ db }: Database, contactId: string, me: Staff): Promise<{ _id: string; name: string }[]> =>
  db
    .selectFrom('users')
    .innerJoin('counters', (join) => join.on('subject', '=', sql`${subjectOf(contactId, '')} || "users"."id"`))
    .select(['users.id as _id', 'name'])
    .where('users.id', '!=', me.id)
    .where('endsAt', '>', databaseTime(db))
    .execute()
