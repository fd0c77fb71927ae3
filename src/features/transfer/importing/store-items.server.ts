import type { Database } from '#server/database/connect.ts'
import { type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import { batch, changeImport, yieldToEventLoop } from './import-store.server.ts'
import { keyOf } from './storable.server.ts'

export type NewItem = Omit<ContentItemRow, 'place' | 'importId'>

/** The most characters of items that wait to be stored. */
const mostWaiting = 4_000_000

/** Stores items in their order, with the progress. */
export function storeItems(database: Database, importId: string, first = 1) {
  let place = first
  let size = 0
  const ids = new Set<string>()
  let rows: ReturnType<typeof contentItems.encode>[] = []
  const write = async () => {
    await database.transaction(async (trx) => {
      for (const row of rows)
        await trx
          .insertInto('contentItems')
          .values(row as never)
          .execute()
      await changeImport(trx, importId, { done: place - 1 })
    })
    rows = []
    size = 0
    await yieldToEventLoop()
  }
  return {
    async add(item: NewItem): Promise<void> {
      // Two entries with one id are two items.
      const key = keyOf(item.sourceId)
      let sourceId = key
      for (let number = 2; ids.has(sourceId); number++) sourceId = `${key} (${number})`
      ids.add(sourceId)
      rows.push(contentItems.encode({ ...item, sourceId, importId, place: place++ }))
      size += (item.content?.length ?? 0) + 1_000
      if (rows.length >= batch || size > mostWaiting) await write()
    },
    end: write,
    get next() {
      return place
    },
  }
}
