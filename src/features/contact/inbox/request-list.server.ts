import { type ExpressionBuilder, expressionBuilder, type Kysely, sql } from 'kysely'
import { hostsOfSource } from '#contract/sources.ts'
import type { Database } from '#server/database/connect.ts'
import { contains, containsInIndex, isOneOf } from '#server/database/dialect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { findNewestMatches, mostMatches } from '#server/database/search.ts'
import type { Staff } from '#server/identity/staff.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { type ContactExportQuery, type ContactRequest, contactStatuses } from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import type { Desk } from '../ground/desk-settings.server.ts'
import { indexRequests, isPresentRequest, toRequest } from '../ground/events.shared.server.ts'

type Db = Kysely<Schema>
export type Is = ExpressionBuilder<Schema, 'contactRequests'>

/** The present time, and whose requests are `owner=me`. */
type Asked = { desk: Desk; now: string; me: Pick<Staff, 'id'> }

/** The condition for the requests of a list or an export. */
export async function matches(db: Db, query: ContactExportQuery, { desk, now, me }: Asked) {
  const { search, status: wanted, flood, owner, waits, overdue, followUp, from, to, source } = query
  const is: Is = expressionBuilder<Schema, 'contactRequests'>()
  const status = contactStatuses.find((name) => name === wanted)
  return is.and([
    isPresentRequest(is),
    ...(search ? [await hasText(db, search)] : []),
    ...(wanted ? [status ? is('status', '=', status) : is.lit(false)] : []),
    ...(flood ? [is('flood', flood === 'true' ? '=' : 'is distinct from', true)] : []),
    ...(owner ? [owner === 'none' ? is('ownerId', 'is', null) : isOf(is, owner === 'me' ? me.id : owner)] : []),
    ...(waits ? [is('status', '=', 'pending'), is('waitsFor', '=', waits === 'them' ? 'them' : 'us')] : []),
    ...(waits === 'new' ? [is('firstAnswerAt', 'is', null)] : []),
    ...(overdue ? [overdue === 'true' ? isOverdue(is, desk, now) : is.not(isOverdue(is, desk, now))] : []),
    ...(followUp ? [isToFollowUp(is, desk, now)] : []),
    ...(from ? [is('createdAt', '>=', beginOf(from, desk.timeZone))] : []),
    ...(source
      ? [
          is.or([
            contains({ db }, ['page', 'referrer', sql`cast("campaign" as text)`], source),
            ...hostsOfSource(source).flatMap((host) => [
              is('referrer', '=', host),
              is('referrer', 'like', `%.${host}`),
            ]),
          ]),
        ]
      : []),
    ...(to ? [is('createdAt', '<', beginOf(to, desk.timeZone, 1))] : []),
  ])
}

const names = ['name', 'email', 'subject']

/**
 * The index finds whole words in all texts; names, addresses and subjects match by any part. Both searches run once, before the list and its count.
 */
async function hasText(db: Db, search: string) {
  const most = mostMatches.staff
  const inNames = containsInIndex({ db }, names, search)
  const named = db.selectFrom('contactRequests').select('id').where(isPresentRequest).where(inNames)
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
export const isOf = (is: Is, id: string) =>
  is.or([is('ownerId', '=', id), is.and([is('ownerId', 'is', null), is('formerOwnerId', '=', id)])])

/** The requests whose answer is later than promised. */
export const isOverdue = (is: Is, { office, promised }: Desk, now: string) =>
  is.and([
    is('status', '=', 'pending'),
    is('waitsFor', '=', 'us'),
    is('lastAt', '<', office.minutesBefore(now, promised)),
  ])

/** The requests whose day to follow up is today or was before. */
export const isToFollowUp = (is: Is, { timeZone }: Desk, now: string) =>
  is.and([is('status', '=', 'pending'), is('followUpOn', '<=', dayIn(timeZone)(now))])

/** Days beyond these are times that a database may refuse, and no request has them. */
const [firstDay, lastDay] = ['1970-01-01', '9000-01-01']

/** When a day begins in a time zone. @param later so many days later */
function beginOf(day: string, timeZone: string, later = 0): string {
  const possible = day < firstDay ? firstDay : day > lastDay ? lastDay : day
  const begin = Temporal.PlainDate.from(possible).add({ days: later }).toZonedDateTime(timeZone)
  return new Date(begin.epochMilliseconds).toISOString()
}

type StoredRequest = Parameters<typeof toRequest>[0]

/** The requests of a page as the list shows them. `answerTo` is for the detail of one. */
export async function toListItems(
  db: Db,
  rows: StoredRequest[],
  { desk, now }: Omit<Asked, 'me'>,
): Promise<(ContactRequest & { answerTo?: string | undefined })[]> {
  if (rows.length === 0) return []
  const [owners, earlier] = await Promise.all([readOwnerNames(db), countEarlier(db, rows)])
  const { office, promised } = desk
  const today = dayIn(desk.timeZone)(now)
  const [amber, red] = [office.minutesBefore(now, promised / 2), office.minutesBefore(now, promised)]
  return rows.map((row) => {
    const request = toRequest({ ...row, ownerName: owners.get(row.ownerId ?? '') ?? null })
    const { _id, waits, lastAt } = request
    const isLate = (since: string) => waits !== undefined && waits !== 'them' && lastAt < since
    return {
      ...request,
      age: waits && office.minutesBetween(lastAt, now),
      promised: waits && promised,
      followUpDue: dueOn(waits && request.followUpOn, today),
      late: isLate(red) ? 'red' : isLate(amber) ? 'amber' : undefined,
      earlier: earlier.get(_id) || undefined,
    }
  })
}

const dueOn = (day: string | undefined, today: string) =>
  day === undefined || day > today ? undefined : day === today ? 'today' : 'late'

/** The names of all who may own a request, by their ids. */
export async function readOwnerNames(db: Db): Promise<Map<string, string>> {
  const users = await db.selectFrom('users').select(['id', 'name']).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** For each request, how many others came from its address before. */
async function countEarlier(db: Db, rows: StoredRequest[]): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id)
  const counted = await db
    .selectFrom('contactRequests')
    .select((is) => [
      'contactRequests.id',
      is
        .selectFrom('contactRequests as other')
        .where('other.deletedAt', 'is', null)
        .where(sql`lower("other"."email")`, '=', sql`lower("contactRequests"."email")`)
        .whereRef('other.createdAt', '<', 'contactRequests.createdAt')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('earlier'),
    ])
    .where('contactRequests.id', 'in', ids)
    .execute()
  return new Map(counted.map(({ id, earlier }) => [id, earlier ?? 0]))
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
