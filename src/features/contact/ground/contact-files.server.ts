import type { SentFile } from '#contract/own-fields.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { addRow } from '#server/database/rows.ts'
import { contactFiles, contactRequests } from './contact.table.ts'

/** Stores the files of a message, in the transaction that stores it. */
export async function storeFiles(
  trx: Transaction,
  contactId: string,
  files: { label: string; name: string; bytes: Buffer }[],
): Promise<void> {
  for (const { label, name, bytes } of files)
    await addRow(trx, contactFiles, { contactId, label, name, bytes, size: bytes.length })
}

/** Whether a message has exactly these files. */
export async function hasFiles(db: Db, contactId: string, files: { label: string; bytes: Buffer }[]): Promise<boolean> {
  const rows = await db.selectFrom('contactFiles').select('id').where('contactId', '=', contactId).execute()
  if (rows.length !== files.length) return false
  for (const { label, bytes } of files) {
    const same = db.selectFrom('contactFiles').select('id').where('contactId', '=', contactId)
    if (!(await same.where('label', '=', label).where('bytes', '=', bytes).executeTakeFirst())) return false
  }
  return true
}

/** The files of messages, without their bytes, by the ids of the requests. */
export async function readFiles(db: Db, contactIds: string[]): Promise<Map<string, SentFile[]>> {
  const rows = await db
    .selectFrom('contactFiles')
    .select(['id as _id', 'contactId', 'label', 'name', 'size'])
    .where(isOneOf(db, 'contactFiles.contactId', contactIds))
    .orderBy('id')
    .execute()
  const byRequest = Map.groupBy(rows, ({ contactId }) => contactId)
  return new Map(Array.from(byRequest, ([id, files]) => [id, files.map(({ contactId: _, ...file }) => file)]))
}

/** A file of a request, or of one that was joined to it, with its bytes; undefined if there is none, or in the trash. */
export async function findFile(db: Db, contactId: string, id: string) {
  const row = await db
    .selectFrom('contactFiles')
    .innerJoin('contactRequests', 'contactRequests.id', 'contactFiles.contactId')
    .selectAll('contactFiles')
    .where('contactFiles.id', '=', id)
    .where(({ or, eb }) =>
      or([eb('contactRequests.id', '=', contactId), eb('contactRequests.matterId', '=', contactId)]),
    )
    .where(isPresent(contactRequests))
    .executeTakeFirst()
  return row && contactFiles.decode(row)
}
