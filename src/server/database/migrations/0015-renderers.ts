import { makeIndex } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Finds the texts that another renderer has rendered, without reading those that are up to date. */
export const renderers: Migration = {
  name: '0015-renderers',
  async up(db) {
    for (const table of ['blogs', 'courses']) await makeIndex(db, table, 'by_renderer', ['renderedBy', 'id desc'])
  },
}
