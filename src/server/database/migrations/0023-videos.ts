import { makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** The titles and pictures of the videos in posts and courses. */
export const videos: Migration = {
  name: '0023-videos',
  async up(db, kind) {
    await makeTable(db, kind, 'videos', {
      key: ['id'],
      columns: { id: 'text', title: 'text?', imageUrl: 'text?', fetchedAt: 'time' },
    })
  },
}
