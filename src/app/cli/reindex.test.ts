// On both databases: each has its own search index.
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { connect } from '#server/database/connect.ts'
import { indexForSearch } from '#server/database/search.ts'
import { addAwkwardRows, dumpOf } from '#testing/backup-scenario.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { reindex } from './site-commands.ts'

test('reindex rebuilds the search index from the records', async () => {
  const site = await createTestPlace()
  onTestFinished(site.remove)
  const database = await connect(site.config)
  await addAwkwardRows(database)
  const before = await dumpOf(site.config)
  // A record without its entry, an entry without its record, and one with other words.
  await database.transaction(async (trx) => {
    await trx.deleteFrom('searchDocuments').where('source', '=', 'blog').execute()
    await indexForSearch(trx, 'blog', 'gone', { title: 'Gone', excerpt: '', category: '', body: '' })
    const { id: course } = await trx.selectFrom('courses').select('id').executeTakeFirstOrThrow()
    await indexForSearch(trx, 'course', course, { title: 'Other', excerpt: '', category: '', body: '' })
  })
  await database.close()
  expect(await dumpOf(site.config)).not.toEqual(before)
  const config = { ...readConfig({ DATA_DIR: site.dataDir }), database: site.config }
  expect(await reindex(config)).toBe('The search index is rebuilt (posts: 1, courses: 1, pages: 0, contacts: 206)')
  const after = await dumpOf(site.config)
  // Records of the same millisecond have no order.
  const sorted = ({ contentVersions: _, searchDocuments = [], ...others }: typeof before) => ({
    ...others,
    searchDocuments: searchDocuments.toSorted(),
  })
  expect(sorted(after)).toEqual(sorted(before))
})
