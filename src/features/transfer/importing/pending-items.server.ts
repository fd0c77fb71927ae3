import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { batch, changeImport } from './import-store.server.ts'
import { addNotes, countNotes } from './notes.server.ts'

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

/** Only the report stays, and what an undo needs. */
export async function endImport({ database }: ImportContext, { id, found }: ContentImportRow): Promise<void> {
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
    await trx.updateTable('contentItems').set({ data: null, content: null }).where('importId', '=', id).execute()
    await trx.deleteFrom('contentFiles').where('importId', '=', id).execute()
    await changeImport(trx, id, {
      state: 'applied',
      appliedAt: database.now(),
      ...(found && { found: { ...found, notes: countNotes(counts) } }),
    })
  })
}
