import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { hostsOfSource } from '#contract/sources.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { contains, containsInIndex, isOneOf } from '#server/database/dialect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { findNewestMatches, mostMatches } from '#server/database/search.ts'
import { findExcerpt } from '#server/database/search-excerpt.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { dayIn } from '#server/runtime/clock.ts'
import type { FollowUpState } from '../ground/clock.contract.ts'
import {
  type ContactExportQuery,
  type ContactRequest,
  contactStatuses,
  type FoundText,
} from '../ground/contact.contract.ts'
import { contactEvents, contactRequests } from '../ground/contact.table.ts'
import { readFiles } from '../ground/contact-files.server.ts'
import type { Desk } from '../ground/desk-settings.server.ts'
import { isNotInTrash, isPresentRequest, type SelectedRequest, toRequest } from '../ground/events.shared.server.ts'
import { indexRequests, readSentTexts } from '../ground/index-requests.server.ts'

export type RequestExpressions = ExpressionBuilder<Schema, 'contactRequests'>

/** The present time, and whose requests are `owner=me`. */
type View = { desk: Desk; now: string; me: Pick<Staff, 'id'> }

export async function matches(db: Db, query: ContactExportQuery, { desk, now, me }: View) {
  const { search, status: wanted, flood, owner, person, turn, overdue, followUp, from, to, source } = query
  const eb: RequestExpressions = expressionBuilder<Schema, 'contactRequests'>()
  const status = contactStatuses.find((name) => name === wanted)
  return eb.and([
    isPresentRequest(eb),
    ...(search ? [await hasText(db, search)] : []),
    ...(wanted ? [status ? eb('status', '=', status) : eb.lit(false)] : []),
    ...(flood ? [eb('flood', flood === 'true' ? '=' : 'is distinct from', true)] : []),
    ...(owner ? [owner === 'none' ? eb('ownerId', 'is', null) : isOf(eb, owner === 'me' ? me.id : owner)] : []),
    ...(person ? [isFrom(db, eb, person)] : []),
    ...(turn ? [eb('status', '=', 'pending'), eb('turn', '=', turn)] : []),
    ...(overdue ? [overdue === 'true' ? isOverdue(eb, desk, now) : eb.not(isOverdue(eb, desk, now))] : []),
    ...(followUp ? [isToFollowUp(eb, desk, now)] : []),
    ...(from ? [eb('createdAt', '>=', beginOf(from, desk.timeZone))] : []),
    ...(source ? [comesFrom(db, eb, source)] : []),
    ...(to ? [eb('createdAt', '<', beginOf(to, desk.timeZone, 1))] : []),
  ])
}

/** The requests of a person. */
const isFrom = (db: Db, eb: RequestExpressions, person: string) =>
  eb(sql`lower("contactRequests"."email")`, '=', db.selectFrom('persons').select('email').where('key', '=', person))

/** The requests with a source in the first page, the referrer or the campaign. */
const comesFrom = (db: Db, eb: RequestExpressions, source: string) =>
  eb.or([
    contains({ db }, ['page', 'referrer', sql`cast("campaign" as text)`], source),
    ...hostsOfSource(source).flatMap((host) => [eb('referrer', '=', host), eb('referrer', 'like', `%.${host}`)]),
  ])

/**
 * The index finds whole words in all texts; names, addresses and subjects match by any part. Both searches run once, before the list and its count.
 */
async function hasText(db: Db, search: string) {
  const most = mostMatches.staff
  const inNames = containsInIndex({ db }, ['name', 'email', 'subject'], search)
  const named = db
    .selectFrom('contactRequests')
    .select(({ fn }) => fn.coalesce('matterId', 'id').as('id'))
    .where(isNotInTrash)
    .where(inNames)
  const [byWords, byNames] = await Promise.all([
    findNewestMatches(db, { source: contactRequests.name, query: search, most }),
    named.limit(most + 1).execute(),
  ])
  const areFew = byNames.length <= most
  const ids = [...new Set([...byWords, ...(areFew ? byNames.map(({ id }) => id) : [])])]
  const isAmong = isOneOf(db, 'contactRequests.id', ids)
  return areFew ? isAmong : sql<boolean>`(${inNames} or ${isAmong})`
}

/** The requests of a colleague; of a former one, those that nobody has taken since. */
export const isOf = (eb: RequestExpressions, id: string) =>
  eb.or([eb('ownerId', '=', id), eb.and([eb('ownerId', 'is', null), eb('formerOwnerId', '=', id)])])

export const isOverdue = (eb: RequestExpressions, { office, promised }: Desk, now: string) =>
  eb.and([eb('status', '=', 'pending'), eb('turn', '=', 'us'), eb('lastAt', '<', office.minutesBefore(now, promised))])

/** The requests whose day to follow up is today or was before. */
export const isToFollowUp = (eb: RequestExpressions, { timeZone }: Desk, now: string) =>
  eb.and([eb('status', '=', 'pending'), eb('followUpOn', '<=', dayIn(timeZone)(now))])

/** Days beyond these are times that a database may refuse, and no request has them. */
const [firstDay, lastDay] = ['1970-01-01', '9000-01-01']

/** When a day begins in a time zone. @param later so many days later */
function beginOf(day: string, timeZone: string, later = 0): string {
  const possible = day < firstDay ? firstDay : day > lastDay ? lastDay : day
  const begin = Temporal.PlainDate.from(possible).add({ days: later }).toZonedDateTime(timeZone)
  return new Date(begin.epochMilliseconds).toISOString()
}

/** The requests of a page as the list shows them. `answerTo` is for the detail of one. */
export async function toListItems(
  db: Db,
  rows: SelectedRequest[],
  { desk, now }: Omit<View, 'me'>,
): Promise<(ContactRequest & { answerTo?: string | undefined })[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [owners, others, files] = await Promise.all([readOwnerNames(db), countOthers(db, rows), readFiles(db, ids)])
  const { office, promised } = desk
  const today = dayIn(desk.timeZone)(now)
  const stateOf = (day: string): FollowUpState | undefined => {
    if (day >= today) return day === today ? 'today' : undefined
    return office.minutesBetween(beginOf(day, desk.timeZone, 1), now) < office.workday ? 'late' : 'missed'
  }
  return rows.map((row) => {
    const request = toRequest({ ...row, ownerName: owners.get(row.ownerId ?? '') ?? null })
    const { _id, turn, lastAt, followUpOn } = request
    const age = () => office.minutesBetween(lastAt, now)
    return {
      ...request,
      clock: turn === 'us' ? { age: age(), promised, workday: office.workday, workweek: office.workweek } : undefined,
      followUpDue: turn && followUpOn ? stateOf(followUpOn) : undefined,
      earlier: others.get(_id)?.earlier || undefined,
      joined: others.get(_id)?.joined || undefined,
      files: files.get(_id),
    }
  })
}

/** The names of all who may own a request, by their ids. */
export async function readOwnerNames(db: Db): Promise<Map<string, string>> {
  const users = await db.selectFrom('users').select(['id', 'name']).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** For each request, how many others came from its address before, and how many were joined to it. */
async function countOthers(db: Db, rows: SelectedRequest[]) {
  const ids = rows.map(({ id }) => id)
  const counted = await db
    .selectFrom('contactRequests')
    .select((eb) => [
      'contactRequests.id',
      eb
        .selectFrom('contactRequests as other')
        .where('other.deletedAt', 'is', null)
        .where('other.matterId', 'is', null)
        .where(sql`lower("other"."email")`, '=', sql`lower("contactRequests"."email")`)
        .whereRef('other.createdAt', '<', 'contactRequests.createdAt')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('earlier'),
      eb
        .selectFrom('contactRequests as member')
        .whereRef('member.matterId', '=', 'contactRequests.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('joined'),
    ])
    .where('contactRequests.id', 'in', ids)
    .execute()
  return new Map(counted.map(({ id, ...counts }) => [id, counts]))
}

/** How many requests one transaction indexes. SQLite blocks all other answers during it. */
const batchSize = 20
/** Indexes all requests, including the trash, oldest first, since the search finds the last indexed first. @returns how many there are */
export async function reindexRequests(database: Database, signal?: AbortSignal): Promise<number> {
  let count = 0
  const all: AnyRows<{ id: string }> = database.db.selectFrom('contactRequests').select('id')
  for await (const rows of readPages(all, ['id'], { size: batchSize, direction: 'asc' })) {
    if (signal?.aborted) break
    const ids = rows.map(({ id }) => id)
    await database.transaction((trx) => indexRequests(trx, ids))
    count += ids.length
  }
  return count
}

/**
 * Where these requests have the words of a search: in their message, or in an answer, a received message or a note, or in a request that was joined
 * to them. A request that has them only in its own subject, name or address is left out, since lists show these.
 */
export async function findTexts(db: Db, ids: string[], search: string): Promise<Map<string, FoundText>> {
  const requests = await db
    .selectFrom('contactRequests')
    .select(['id', 'matterId', 'subject', 'message', 'company', 'answers', 'createdAt'])
    .where(({ or }) => or([isOneOf(db, 'contactRequests.id', ids), isOneOf(db, 'contactRequests.matterId', ids)]))
    .orderBy('createdAt')
    .execute()
  const events = await db
    .selectFrom('contactEvents')
    .select(['contactId', 'kind', 'body', 'by', 'at'])
    .where(isOneOf(db, 'contactEvents.contactId', ids))
    .where('body', 'is not', null)
    .orderBy('at')
    .execute()
  const joined = Map.groupBy(requests, ({ matterId }) => matterId)
  const timelines = Map.groupBy(
    events.map((event) => contactEvents.decode(event)),
    ({ contactId }) => contactId,
  )
  const sentIn = await readSentTexts(db, requests)
  const textOf = (request: (typeof requests)[number]) => sentIn(request).join('\n')
  const found = new Map<string, FoundText>()
  for (const request of joined.get(null) ?? []) {
    const { id, createdAt } = request
    const entries: Omit<FoundText & { body?: string | undefined }, 'excerpt'>[] = [
      { in: 'message', at: createdAt, body: textOf(request) },
      ...(joined.get(id) ?? []).map((one) => ({
        in: 'received' as const,
        at: one.createdAt,
        body: `${one.subject}\n${textOf(one)}`,
      })),
      ...(timelines.get(id) ?? []).map(({ kind, by, at, body }) => ({ in: kind as FoundText['in'], by, at, body })),
    ]
    const hit = findExcerpt(
      entries.map(({ body = '' }) => body),
      search,
    )
    const entry = hit && entries[hit.index]
    if (entry) found.set(id, { in: entry.in, by: entry.by, at: entry.at, excerpt: hit.excerpt })
  }
  return found
}
