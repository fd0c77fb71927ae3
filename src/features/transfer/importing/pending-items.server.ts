import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { batch, changeImport, findImport } from './import-store.server.ts'
import { addNotes, countNotes } from './notes.server.ts'
import { ImportEnded } from './save-record.server.ts'

/** The items that are still to be written, each once: several callers share it. It reads one text at a time. */
export async function* pendingItems({ database: { db } }: ImportContext, id: string): AsyncGenerator<ContentItemRow> {
  const items = db.selectFrom('contentItems').where('importId', '=', id)
  const pending = await items
    .select('place')
    .where('kind', 'in', ['post', 'page', 'record'])
    .where('outcome', 'in', ['new', 'changed'])
    .where('done', '=', false)
    .orderBy('place')
    .execute()
  for (const { place } of pending) {
    const item = await items.selectAll().where('place', '=', place).executeTakeFirst()
    if (item) yield contentItems.decode(item) as ContentItemRow
  }
}

/** Whether an item of an import has been written already. */
export async function isBegun({ database: { db } }: ImportContext, id: string): Promise<boolean> {
  const items = db.selectFrom('contentItems').select('place').where('importId', '=', id).where('done', '=', true)
  return (await items.limit(1).executeTakeFirst()) !== undefined
}

/** The items whose links would lead nowhere. */
export async function placesWithoutRecord({ database: { db } }: ImportContext, id: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('contentItems')
    .select('place')
    .where('importId', '=', id)
    .where('kind', 'in', ['post', 'page'])
    .where('outcome', 'in', ['leftOut', 'failed'])
    .execute()
  return new Set(rows.map(({ place }) => place))
}

const notReached = 'The import stopped before it.'
const stopped = {
  applying: 'The import stopped early, because of a fault of this program. You can keep what it has added, or undo it.',
  undoing: 'The undo stopped early, because of a fault of this program. A part of the import is still here.',
}

/** Ends an import, or its undo, that no further attempt would bring to its end. */
export async function giveUp(context: ImportContext, id: string): Promise<void> {
  const { db } = context.database
  const row = await findImport(db, id)
  if (row.state !== 'applying' && row.state !== 'undoing') return
  const reason = stopped[row.state]
  if (row.state === 'applying')
    await db
      .updateTable('contentItems')
      .set(contentItems.encode({ outcome: 'failed', reason: notReached }))
      .where('importId', '=', id)
      .where('outcome', 'in', ['new', 'changed'])
      .where('done', '=', false)
      .execute()
  await endImport(context, row, reason)
}

/**
 * Only the report stays, and what an undo needs.
 * @param reason why it ends early
 * @throws ImportEnded when its undo has begun meanwhile
 */
export async function endImport(
  { database }: ImportContext,
  { id, state, found, appliedAt }: ContentImportRow,
  reason?: string,
): Promise<void> {
  const { db } = database
  const counts: Parameters<typeof addNotes>[0] = new Map()
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('contentItems')
      .select(['place', 'notes'])
      .where('importId', '=', id)
      .where('noted', '=', true)
      .where('place', '>', last)
      .orderBy('place')
      .limit(batch)
      .execute()
    for (const one of rows) addNotes(counts, contentItems.decode(one).notes)
    if (rows.length === 0) break
    last = rows.at(-1)?.place ?? last
  }
  await database.transaction(async (trx) => {
    if ((await findImport(trx, id)).state !== state) throw new ImportEnded()
    await trx.updateTable('contentItems').set({ data: null, content: null }).where('importId', '=', id).execute()
    await trx.deleteFrom('contentFiles').where('importId', '=', id).execute()
    await changeImport(trx, id, {
      state: 'applied',
      reason,
      appliedAt: appliedAt ?? database.now(),
      ...(found && { found: { ...found, notes: countNotes(counts) } }),
    })
  })
}
