// On both databases: each has its own search index.
import { expect, test } from 'vitest'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { searchRule, searchRuleName } from '#server/database/search-terms.ts'
import { backgroundWork } from '#server/runtime/after-first-answer.ts'
import { addPost } from '#testing/sample-rows.ts'
import { startTestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'

test('the start indexes all records again after another rule has indexed them, and only then', async () => {
  const place = await createTestPlace()
  const first = await startTestApp({ database: place.config })
  const { db } = first.database
  await addPost(first.database, { slug: 'pune', title: 'We move to Pune' })
  expect(await readStoredValue(db, searchRuleName)).toBe(searchRule)
  await db.deleteFrom('searchDocuments').execute()
  await storeValue(db, searchRuleName, '0')
  await first.close()

  const second = await startTestApp({ database: place.config })
  await second.get('/healthz')
  await backgroundWork(second.app)
  const { blogs } = await (await second.get('/api/blogs?search=pune')).json()
  expect(blogs).toHaveLength(1)
  expect(await readStoredValue(second.database.db, searchRuleName)).toBe(searchRule)
  await second.close()
  await place.remove()
})
