import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import { type RawBuilder, sql } from 'kysely'
import { isNotReviewed } from '#contract/reviews.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { Row, Table } from '#server/database/table.ts'
import { reviews, revisions } from './records.table.ts'
import { digestsOf, ofRecord, pack, type RecordKey, revisedFields, unpack } from './revisions.ts'
import { findCopy } from './working-copies.ts'

export type StoredReview = Row<typeof reviews>
type Fields = Record<string, unknown>

/** The content of a version: of a newsletter it includes the audience. A form sends an empty text where a field has none. */
export const contentOf = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !isNotReviewed(name) && value !== undefined && value !== null && value !== '',
    ),
  )

/** A database may store the keys of an object in an order of its own. */
const inOrder = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Equal for two versions with the same content. */
export const digestOfContent = (fields: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(contentOf(fields), inOrder))
    .digest('base64url')

/** The version that a form shows: the row of a record with its unpublished changes. */
export type PresentVersion = {
  fields: Fields
  digest: string
  /** The record's version, for `If-Match`. */
  version: number
  /** Who saved it; undefined for content that no member of staff has saved. */
  writtenById: string | undefined
}

/** @returns undefined when there is no such record, or it is in the trash */
export async function presentVersion(db: Db, record: RecordKey): Promise<PresentVersion | undefined> {
  const { table, id } = record
  const stored = await presentRows(db, table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!stored) return undefined
  const row = table.decode(stored) as Fields & { version: number }
  const copy = await findCopy(db, record)
  const fields = copy?.fields ?? revisedFields(table, row)
  const writtenById = await writerOf(db, record, fields)
  return { fields, digest: digestOfContent(fields), version: row.version, writtenById }
}

/** How far back the writer of a version is looked for, in revisions. */
const mostRevisions = 200

/** Who saved a version first: a colleague who publishes the words of another, or only sets a flag, has not written them. */
async function writerOf(db: Db, record: RecordKey, fields: Fields): Promise<string | undefined> {
  const rows = await ofRecord(db.selectFrom('revisions').select(['byId', 'digests']), record)
    .orderBy('number', 'desc')
    .limit(mostRevisions)
    .execute()
  const digests = digestsOf(contentOf(fields))
  const found = rows.findLast((row) => isDeepStrictEqual(contentOf(revisions.decode(row).digests ?? {}), digests))
  return found?.byId ?? undefined
}

/** The columns of a review that are its version. */
export const versionColumns = ({ fields, digest, writtenById }: PresentVersion) => ({
  fields: pack(fields),
  digest,
  writtenById,
})

/** The fields of the version that a review is of. */
export const reviewedFields = ({ fields }: Pick<StoredReview, 'fields'>): Fields => unpack(fields)

/** The longest that two versions are compared, in milliseconds. Their words are counted in any order then. */
const longestComparison = 200

/** The number of words in which two versions differ: the removed or the added ones of each change, whichever are more. */
export function wordsBetween(before: Fields, after: Fields): number {
  const [one, other] = [contentOf(before), contentOf(after)]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].reduce((sum, name) => sum + wordsApart(wordsIn(one[name]), wordsIn(other[name])), 0)
}

const wordsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, inOrder)).match(/\S+/g) ?? []

function wordsApart(before: string[], after: string[]): number {
  const parts = diffArrays(before, after, { timeout: longestComparison })
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
export const isInReview = (table: Table): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "reviews" where "entity" = ${table.name} and "recordId" = ${sql.ref(`${table.name}.id`)} and "state" = 'asked')`

/** Gives the open reviews that a colleague was asked for back to those who asked. Call it when the colleague leaves. */
export async function returnReviews(trx: Transaction, userId: string, now: string): Promise<void> {
  await trx
    .updateTable('reviews')
    .set(reviews.encode({ state: 'returned', settledAt: now }))
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('ofId', '=', userId)
    .where('state', '=', 'asked')
    .execute()
}
