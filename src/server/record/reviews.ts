import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#contract/reviews.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import type { Row, Table } from '#server/database/table.ts'
import { notFound } from '#server/runtime/http-error.ts'
import type { PresentVersion } from './present-version.ts'
import { proposalOf } from './proposals.ts'
import { reviews } from './records.table.ts'
import { pack, unpack } from './revised-fields.ts'
import { ofRecord, type RecordKey } from './revisions.ts'
import { hasCopy } from './working-copies.ts'

export type StoredReview = Row<typeof reviews>
type Fields = Record<string, unknown>

export async function findReview(db: Db, id: string): Promise<StoredReview | undefined> {
  const row = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()
  return row && reviews.decode(row)
}

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

/** The marks of the rows in the staff's lists: unpublished changes, an open review, and a proposal of an assistant. */
export const marksIn = (table: Table) => [
  hasCopy(table).as('changesWaiting'),
  isInReview(table).as('inReview'),
  proposalOf(table).as('proposed'),
]

type Marks = { changesWaiting?: unknown; inReview?: unknown; proposed?: unknown }

/** SQLite has no booleans. */
export const toMarks = ({ changesWaiting, inReview, proposed }: Marks) => ({
  changesWaiting: Boolean(changesWaiting) || undefined,
  inReview: Boolean(inReview) || undefined,
  proposed: (proposed as string | null | undefined) ?? undefined,
})

/** For a filter, which begins with the open reviews: they are few. */
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
    ...({ state: 'asked', counts: false } as const),
  }
  const stored = await trx.insertInto('reviews').values(reviews.encode(row)).returningAll().executeTakeFirstOrThrow()
  return reviews.decode(stored)
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
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
  if (row) return reviews.decode(row)
  const first = await findReview(trx, id)
  throw first ? new AlreadySettled(first) : notFound('Review not found')
}

/** Gives the open reviews that a colleague was asked for back to those who asked. Call it when the colleague leaves, or gets a role that answers none. */
export async function returnReviews(trx: Transaction, userId: string): Promise<void> {
  await trx
    .updateTable('reviews')
    .set(reviews.encode({ state: 'returned', settledAt: nowIn(trx) }))
    .where('ofId', '=', userId)
    .where('state', '=', 'asked')
    .execute()
}
