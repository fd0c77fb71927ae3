import { randomUUIDv7 } from 'node:crypto'
import type { Person } from '#contract/fields.ts'
import type { CreatedPreviewLink, PreviewLink, WorkingCopy } from '#contract/unpublished.ts'
import { type Database, type Db, timeIn } from '#server/database/connect.ts'
import { affectsRows, anyTable } from '#server/database/rows.ts'
import { createToken, hashToken } from '#server/identity/single-use-tokens.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { previewLinks } from './records.table.ts'
import { ofRecord, type RecordKey, revisedFields } from './revisions.ts'
import { findCopy } from './working-copies.ts'

const day = 24 * 60 * 60_000

/** The links of a record that still work, the newest first. */
export async function listPreviewLinks({ db, clock }: Database, record: RecordKey): Promise<PreviewLink[]> {
  const rows = await ofRecord(db.selectFrom('previewLinks').selectAll(), record)
    .where('expiresAt', '>', new Date(clock()).toISOString())
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, by, createdAt, expiresAt }) => ({ _id: id, by, createdAt, expiresAt }))
}

/**
 * Adds a link, and deletes those of all records that have ended.
 * @param options with `reviewId` it shows the version of that review
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
export async function findPreview(
  { db, clock }: Database,
  token: string,
): Promise<{ entity: string; recordId: string; by: string; until: string } | undefined> {
  return db
    .selectFrom('previewLinks')
    .select(['entity', 'recordId', 'by', 'expiresAt as until'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', new Date(clock()).toISOString())
    .executeTakeFirst()
}

/**
 * The record that a link of this entity shows, with the columns of its working copy, if there is one.
 * @throws HttpError 404 for a link that has ended or never existed
 */
export async function findPreviewOf(
  database: Database,
  table: RecordKey['table'],
  token: string,
): Promise<{ id: string; by: string; until: string; copy: WorkingCopy['fields'] | undefined }> {
  const found = await findPreview(database, token)
  // One answer for all invalid links, so that guessing reveals nothing.
  if (found?.entity !== table.name) throw notFound('This preview has ended.')
  const { recordId: id, by, until } = found
  const copy = await findCopy(database.db, { table, id })
  // Columns that are empty in the copy, but not in the row, are named too.
  const none = Object.fromEntries(Object.keys(table.columns).map((column) => [column, undefined]))
  return { id, by, until, copy: copy && { ...revisedFields(table, none), ...copy.fields } }
}

/** The person whom a working copy names, such as its author; undefined for one who has been deleted since. */
export async function findPerson({ db }: Database, table: string, id: unknown): Promise<Person | undefined> {
  const people = anyTable(db).selectFrom(table).select(['name', 'bio', 'avatarUrl'])
  const row = await people.where('id', '=', id).executeTakeFirst()
  return row && { ...row, avatarUrl: row.avatarUrl ?? undefined }
}
