import { randomUUIDv7 } from 'node:crypto'
import { diffArrays } from 'diff'
import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#contract/reviews.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import type { Row, Table } from '#server/database/table.ts'
import { contentOf, inOrder, type PresentVersion } from './present-version.ts'
import { reviews } from './records.table.ts'
import { ofRecord, pack, type RecordKey, unpack } from './revisions.ts'

export type StoredReview = Row<typeof reviews>
type Fields = Record<string, unknown>

/** The columns of a review that are its version. */
const versionColumns = ({ fields, digest, writtenById }: PresentVersion) => ({
  fields: pack(fields),
  digest,
  writtenById,
})

/** The fields of the version that a review is of. */
export const reviewedFields = ({ fields }: Pick<StoredReview, 'fields'>): Fields => unpack(fields)

/** Whether someone with a guest's link has answered, who may be anybody: nobody checks the name. */
export const isTyped = ({ settledBy, settledById }: Pick<StoredReview, 'settledBy' | 'settledById'>): boolean =>
  settledBy !== undefined && settledById === undefined

/** How long versions are compared, in milliseconds. Their words are counted in any order then. */
const longestComparison = 200

/** The number of words in which two versions differ: the removed or the added ones of each change, whichever are more. */
export function wordsBetween(before: Fields, after: Fields, within = longestComparison): number {
  const [one, other] = [contentOf(before), contentOf(after)]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const end = performance.now() + within
  return [...names].reduce((sum, name) => sum + wordsApart(wordsIn(one[name]), wordsIn(other[name]), end), 0)
}

/** A word with its marks and joiners, in every script, without the punctuation around it. */
const word = /[\p{L}\p{M}\p{N}\p{So}](?:(?:\u200c|\u200d|['’.:/_-])*[\p{L}\p{M}\p{N}\p{So}])*/gu

const wordsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, inOrder)).match(word) ?? []

function wordsApart(before: string[], after: string[], end: number): number {
  const timeout = end - performance.now()
  const parts = timeout > 0 ? diffArrays(before, after, { timeout }) : undefined
  if (!parts) return apartInAnyOrder(before, after)
  let words = 0
  let [removed, added] = [0, 0]
  for (const part of [...parts, undefined]) {
    if (part?.removed) removed += part.value.length
    else if (part?.added) added += part.value.length
    else {
      words += Math.max(removed, added)
      removed = 0
      added = 0
    }
  }
  return words
}

function apartInAnyOrder(before: string[], after: string[]): number {
  const counts = new Map<string, number>()
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of after) counts.set(word, (counts.get(word) ?? 0) - 1)
  const [removed, added] = [1, -1].map((sign) =>
    [...counts.values()].reduce((sum, count) => sum + Math.max(0, sign * count), 0),
  )
  return Math.max(removed ?? 0, added ?? 0)
}

/** Whether someone who may publish has approved this version, which another person wrote. */
export async function isApproved(db: Db, record: RecordKey, digest: string): Promise<boolean> {
  const approved = ofRecord(db.selectFrom('reviews').select('id'), record)
    .where('digest', '=', digest)
    .where('state', '=', 'approved')
    .where('counts', '=', true)
  return (await approved.limit(1).executeTakeFirst()) !== undefined
}

/** For a list: whether a row waits for the answer to a review. */
export const isInReview = (table: Pick<Table, 'name'>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "reviews" where "entity" = ${table.name} and "recordId" = ${sql.ref(`${table.name}.id`)} and "state" = 'asked')`

/** The same for a filter, which begins with the open reviews: they are few. */
export const onlyInReview = (table: Pick<Table, 'name'>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table.name}.id`)} in (select "recordId" from "reviews" where "entity" = ${table.name} and "state" = 'asked')`

/** A colleague, or a guest. */
type Person = { id: string; name: string } | { id?: undefined; name: string; email?: string | undefined }

type Asked = { of: Person; by: { id: string; name: string }; note?: string | undefined; version: PresentVersion }

/**
 * Asks someone to review a version of a record, whose row the transaction has locked. An open review of the same person ends: they have one of
 * each record.
 */
export async function askReview(
  trx: Transaction,
  record: RecordKey,
  { of, by, note, version }: Asked,
): Promise<StoredReview> {
  const former = await lastReviewOf(trx, record, of)
  if (former?.state === 'asked') await settleReview(trx, former, { state: 'withdrawn', by })
  const { id: ofId, name: ofName, ...guest } = of
  const row = {
    id: randomUUIDv7(),
    entity: record.table.name,
    recordId: record.id,
    ...versionColumns(version),
    askedAt: nowIn(trx),
    ...{ askedBy: by.name, askedById: by.id, note: note || undefined },
    ...{ ofId, ofName, ofEmail: 'email' in guest ? guest.email : undefined, afterId: former?.id },
    ...({ state: 'asked', counts: false, version: 1 } as const),
  }
  const stored = await trx.insertInto('reviews').values(reviews.encode(row)).returningAll().executeTakeFirstOrThrow()
  return reviews.decode(stored) as StoredReview
}

/**
 * The last review that someone was asked for. A guest is the same by the address, or by the name where one of the two has no address and no other
 * guest has the name.
 */
async function lastReviewOf(trx: Transaction, record: RecordKey, of: Person) {
  const next = trx.selectFrom('reviews as next').select('next.afterId').where('next.afterId', 'is not', null)
  const last = ofRecord(trx.selectFrom('reviews').select(['id', 'state', 'ofEmail']), record)
    // One that has been repeated was for another guest of the same name.
    .where('id', 'not in', ofRecord(next, record).$castTo<{ afterId: string }>())
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
  if (of.id !== undefined) return last.where('ofId', '=', of.id).limit(1).executeTakeFirst()
  const email = of.email?.toLowerCase()
  const found = await last
    .where('ofId', 'is', null)
    .where(({ eb, or, and }) => {
      const named = eb(sql`fold("ofName")`, '=', of.name.toLowerCase())
      if (email === undefined) return named
      return or([eb(sql`lower("ofEmail")`, '=', email), and([eb('ofEmail', 'is', null), named])])
    })
    .execute()
  const same = found.find(({ ofEmail }) => ofEmail?.toLowerCase() === email)
  return same ?? (found.length === 1 ? found[0] : undefined)
}

/** A review that is no longer open, as it is now. */
export class AlreadySettled extends Error {
  review: StoredReview
  constructor(review: StoredReview) {
    super('This review is no longer open')
    this.review = review
  }
}

type Settlement = {
  state: Exclude<ReviewState, 'asked'>
  by: { id?: string; name: string }
  answer?: string | undefined
  counts?: boolean
  /** The version that the answer is about, if that is not the one that was asked for. */
  version?: PresentVersion | undefined
}

/**
 * Ends an open review. Of two answers at once the first counts.
 * @throws AlreadySettled
 */
export async function settleReview(
  trx: Transaction,
  { id }: Pick<StoredReview, 'id'>,
  { state, by, answer, counts = false, version }: Settlement,
): Promise<StoredReview> {
  const settled = { state, counts, settledAt: nowIn(trx), settledBy: by.name, settledById: by.id }
  const values = { ...settled, answer: answer?.trim() || undefined, ...(version && versionColumns(version)) }
  const row = await trx
    .updateTable('reviews')
    .set(reviews.encode(values))
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
  if (row) return reviews.decode(row) as StoredReview
  const first = await trx.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  throw new AlreadySettled(reviews.decode(first) as StoredReview)
}

/** Gives the open reviews that a colleague was asked for back to those who asked. Call it when the colleague leaves, or gets a role that answers none. */
export async function returnReviews(trx: Transaction, userId: string): Promise<void> {
  await trx
    .updateTable('reviews')
    .set(reviews.encode({ state: 'returned', settledAt: nowIn(trx) }))
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('ofId', '=', userId)
    .where('state', '=', 'asked')
    .execute()
}
