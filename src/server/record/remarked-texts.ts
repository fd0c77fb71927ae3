import type { Db, Transaction } from '#server/database/connect.ts'
import { textIn } from '#server/database/table.ts'
import { remarkedTexts } from './records.table.ts'
import { changedTexts, pack, unpack } from './revised-fields.ts'
import { ofRecord, type RecordKey } from './revisions.ts'

type Fields = Record<string, unknown>

/** The open remarks at words of a record. */
export const anchoredRemarks = (db: Db, record: RecordKey) =>
  ofRecord(db.selectFrom('remarks').where('anchor', 'is not', null).where('doneAt', 'is', null), record)

/**
 * Keeps the former texts of a record that has remarks at words, so that these can be followed to the present ones. That takes too long for a
 * transaction: `moveRemarks` does it when the remarks are read. A text that is kept already stays, since the anchors belong to it.
 * @param states reads the version that the record's form showed before, and the one that it shows now; undefined when that has not changed
 */
export async function keepRemarkedTexts(
  trx: Transaction,
  record: RecordKey,
  states: () => Promise<{ before: Fields; after: Fields } | undefined>,
): Promise<void> {
  if (!(await anchoredRemarks(trx, record).select('id').limit(1).executeTakeFirst())) return
  const { before = {}, after = {} } = (await states()) ?? {}
  const kept = changedTexts(record.table, before, after).map((field) =>
    remarkedTexts.encode({
      ...{ entity: record.table.name, recordId: record.id, field },
      text: pack({ text: textIn(record.table.columns[field], before[field]) ?? '' }),
    }),
  )
  if (kept.length === 0) return
  await trx
    .insertInto('remarkedTexts')
    .values(kept)
    .onConflict((conflict) => conflict.columns(['entity', 'recordId', 'field']).doNothing())
    .execute()
}

type Write = RecordKey & { before: Fields | undefined; after: Fields }

/** The same for a write of a row. Where it has a working copy, its form shows that. */
export async function keepTextsOfRow(trx: Transaction, { before, after, ...record }: Write): Promise<void> {
  if (!before || changedTexts(record.table, before, after).length === 0) return
  await keepRemarkedTexts(trx, record, async () => {
    const copy = ofRecord(trx.selectFrom('workingCopies').select('revision'), record)
    return (await copy.executeTakeFirst()) ? undefined : { before, after }
  })
}

/** The kept texts of a record, by their fields. */
export async function findRemarkedTexts(db: Db, record: RecordKey): Promise<Map<string, string>> {
  const rows = await ofRecord(db.selectFrom('remarkedTexts').select(['field', 'text']), record).execute()
  return new Map(rows.map(({ field, text }) => [field, String(unpack(text)['text'])]))
}
