import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isNotReviewed } from '#contract/reviews.ts'
import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import { revisions } from './records.table.ts'
import { digestsOf, revisedFields, unpack } from './revised-fields.ts'
import { ofRecord, type RecordKey } from './revisions.ts'
import { copyFields } from './working-copies.ts'

type Fields = Record<string, unknown>

/** The content of a version: of a newsletter it includes the audience. A form sends an empty text where a field has none. */
export const contentOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isNotReviewed(name) && (value ?? '') !== ''))

/** A database may store the keys of an object in an order of its own. */
export const inOrder = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Equal for two versions with the same content. */
export const digestOfContent = (fields: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(contentOf(fields), inOrder))
    .digest('base64url')

/** The row of a record, and the fields that its form shows: those of its working copy, if it has one. */
export type PresentContent = { row: Fields & { id: string; version: number }; fields: Fields; digest: string }

/** The content of records of one kind, by their ids. Those in the trash are left out. */
export async function presentContents(db: Db, table: Table, ids: string[]): Promise<Map<string, PresentContent>> {
  if (ids.length === 0) return new Map()
  const stored = await presentRows(db, table)
    .selectAll()
    .where(isOneOf(db, `${table.name}.id`, ids))
    .execute()
  const copies = await copyFields(db, table, ids)
  return new Map(
    stored.map((one) => {
      const row = table.decode(one) as PresentContent['row']
      const fields = copies.get(row.id) ?? revisedFields(table, row)
      return [row.id, { row, fields, digest: digestOfContent(fields) }]
    }),
  )
}

/** The content of a record, and the member of staff who has written it; undefined for content that none has saved. */
export type PresentVersion = PresentContent & { writtenById: string | undefined }

/** @returns undefined when there is no such record, or it is in the trash */
export async function presentVersion(db: Db, record: RecordKey): Promise<PresentVersion | undefined> {
  const content = (await presentContents(db, record.table, [record.id])).get(record.id)
  return content && { ...content, writtenById: await writerOf(db, record, content.fields) }
}

/** How far back the history is read for who has written a version. */
const mostRevisions = 200

/** Who first saved this content. Colleagues who have only published, scheduled or restored it since have not written it. */
async function writerOf(db: Db, record: RecordKey, fields: Fields): Promise<string | undefined> {
  const rows = ofRecord(db.selectFrom('revisions').select(['number', 'byId', 'digests']), record)
  const found = await rows.orderBy('number', 'desc').limit(mostRevisions).execute()
  const history = found.map((row) => revisions.decode(row))
  const texts = textsIn(fields)
  const present = digestsOfContent(digestsOf(fields), texts)
  const alike = history.filter(({ digests }) => isDeepStrictEqual(digestsOfContent(digests, texts), present))
  return ((await firstWith(db, record, alike.toReversed(), fields)) ?? history[0])?.byId
}

type Saved = { number: number; byId?: string | undefined }

/**
 * The first of these revisions with this content, which is nearly always the first one. Their digests tell nothing of objects, whose keys a database stores
 * in an order of its own.
 * @param alike the oldest first
 */
async function firstWith(db: Db, record: RecordKey, alike: Saved[], fields: Fields): Promise<Saved | undefined> {
  const digest = digestOfContent(fields)
  for (const saved of alike) {
    const stored = ofRecord(db.selectFrom('revisions').select('fields'), record).where('number', '=', saved.number)
    if (digestOfContent(unpack((await stored.executeTakeFirstOrThrow()).fields)) === digest) return saved
  }
  return undefined
}

/** The digests of fields without a value. */
const blank = Object.values(digestsOf({ text: '', column: null }))
const digestsOfContent = (digests: Record<string, string>, texts: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(digests).filter(([name, one]) => texts(name) && !isNotReviewed(name) && !blank.includes(one)),
  )

/** Whether a field has no object. */
const textsIn = (fields: Fields) => (name: string) => typeof (fields[name] ?? '') !== 'object'
