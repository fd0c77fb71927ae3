import { createScheduledTable, makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

const columns = {
  title: 'text',
  slug: 'text',
  pastSlugs: 'json',
  client: 'text',
  industry: 'text',
  summary: 'text',
  problem: 'text',
  solution: 'text',
  figures: 'json',
  quote: 'text?',
  quoteBy: 'text?',
  serviceIds: 'json',
  imageUrl: 'text?',
  imageAlt: 'text?',
} as const

/** Case studies. */
export const cases: Migration = {
  name: '0030-cases',
  async up(db, kind) {
    await createScheduledTable('', 'cases', columns).up(db, kind)
    await makeIndex(db, 'cases', 'slug', ['slug'], { unique: true })
  },
}
