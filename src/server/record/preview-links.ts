import { randomUUIDv7 } from 'node:crypto'
import type { Person } from '#contract/fields.ts'
import type { GuestReview } from '#contract/reviews.ts'
import type { CreatedPreviewLink, PreviewLink, WithdrawnPreview } from '#contract/unpublished.ts'
import { type Database, type Db, nowIn, timeIn } from '#server/database/connect.ts'
import { affectsRows, anyTable } from '#server/database/rows.ts'
import { createToken, hashToken } from '#server/identity/single-use-tokens.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { findShared, toGuestReview } from './guest-reviews.ts'
import { previewLinks } from './records.table.ts'
import { reviewedFields } from './reviews.ts'
import { revisedFields } from './revised-fields.ts'
import { ofRecord, type RecordKey } from './revisions.ts'
import { findCopy } from './working-copies.ts'

const day = 24 * 60 * 60_000

/** The links of a record that still work, the newest first. Those of reviews end with these. */
export async function listPreviewLinks({ db, clock }: Database, record: RecordKey): Promise<PreviewLink[]> {
  const rows = await ofRecord(db.selectFrom('previewLinks').selectAll(), record)
    .where('reviewId', 'is', null)
    .where('expiresAt', '>', new Date(clock()).toISOString())
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, by, createdAt, expiresAt }) => ({ _id: id, by, createdAt, expiresAt }))
}

/**
 * Adds a link, and deletes those of all records that have ended.
 * @param reviewId of the review whose version it shows, in place of the present one
 */
export async function addPreviewLink(
  db: Db,
  { table, id: recordId }: RecordKey,
  { by, days, reviewId }: { by: string; days: number; reviewId?: string },
): Promise<CreatedPreviewLink> {
  const now = timeIn(db)
  const token = createToken()
  const link = {
    id: randomUUIDv7(),
    by,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + days * day).toISOString(),
  }
  await db.deleteFrom('previewLinks').where('expiresAt', '<=', link.createdAt).execute()
  await db
    .insertInto('previewLinks')
    .values(previewLinks.encode({ ...link, entity: table.name, recordId, tokenHash: hashToken(token), reviewId }))
    .execute()
  const { id: _id, ...rest } = link
  return { ...rest, _id, path: `/preview/${token}` }
}

/** @throws HttpError 404 when the record has no such link */
export async function revokePreviewLink({ db }: Database, record: RecordKey, link: string): Promise<void> {
  const links = ofRecord(db.deleteFrom('previewLinks').where('id', '=', link), record)
  if (!(await affectsRows(links))) throw notFound('This link no longer exists')
}

/** The record of a link; undefined for a link that has ended or never existed. */
export async function findPreview(db: Db, token: string) {
  const found = await db
    .selectFrom('previewLinks')
    .select(['entity', 'recordId', 'by', 'expiresAt as until', 'reviewId'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', nowIn(db))
    .executeTakeFirst()
  return found && previewLinks.decode(found)
}

type FoundPreview = {
  id: string
  by: string
  until: string
  /** The columns that it shows in place of those of the row. */
  columns: Record<string, unknown> | undefined
  /** Whether these are those of a working copy. */
  waiting: boolean
  review?: GuestReview
}

/**
 * The record that a link of this entity shows: with the columns of the version that a guest reviews, or else of its working copy, if there is one.
 * @param latest the latest version that was shared with the guest
 * @returns who has withdrawn the review of the link
 * @throws HttpError 404 for a link that has ended or never existed
 */
export async function findPreviewOf(
  database: Database,
  table: RecordKey['table'],
  token: string,
  latest = false,
): Promise<FoundPreview | WithdrawnPreview> {
  const found = await findPreview(database.db, token)
  // One answer for all invalid links, so that guessing reveals nothing.
  if (found?.entity !== table.name) throw endedLink()
  const { recordId: id, by, until, reviewId } = found
  // Columns that are empty in the version, but not in the row, are named too.
  const none = Object.fromEntries(Object.keys(table.columns).map((column) => [column, undefined]))
  const whole = (fields: object) => ({ ...revisedFields(table, none), ...fields })
  if (reviewId === undefined) {
    const copy = await findCopy(database.db, { table, id })
    return { id, by, until, columns: copy && whole(copy.fields), waiting: copy !== undefined }
  }
  const shared = await findShared(database.db, { table, id }, reviewId)
  if (!shared) throw endedLink()
  const { own, later, present } = shared
  if (own.state === 'withdrawn' && !later) return { withdrawnBy: own.settledBy ?? own.askedBy }
  const shown = (latest && later) || own
  const review = await toGuestReview(database.db, shown, { later, present })
  return { id, by, until, columns: whole(reviewedFields(shown)), waiting: false, review }
}

export const endedLink = () => notFound('This preview has ended.')

/** The person whom a working copy names, such as its author; undefined for one who has been deleted since. */
export async function findPerson({ db }: Database, table: string, id: unknown): Promise<Person | undefined> {
  const people = anyTable(db).selectFrom(table).select(['name', 'bio', 'avatarUrl'])
  const row = await people.where('id', '=', id).executeTakeFirst()
  return row && { ...row, avatarUrl: row.avatarUrl ?? undefined }
}
