import { makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Indexes for the columns by which the staff's lists are sorted (`byText` in `sorted.ts`). */
export const sortedLists: Migration = {
  name: '0022-sorted-lists',
  async up(db, kind) {
    const byText = (column: string) =>
      kind === 'sqlite' ? `${column} collate nocase` : `lower("${column}" collate "C")`
    const present = { where: '"deletedAt" is null' }
    for (const table of ['blogs', 'courses'])
      for (const column of ['title', 'category'])
        await makeIndex(db, table, `by_${column}`, [byText(column), 'id'], present)
    await makeIndex(db, 'courses', 'newest_of_all', ['createdAt desc', 'id desc'], present)
    await makeIndex(db, 'courses', 'by_price', ['coalesce("discountedPrice", "price")', 'id'], present)
  },
}
