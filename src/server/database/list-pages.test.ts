// On both databases: pages follow the order of each.
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthor, publicPosts } from '#features/blog/blog.shared.server.ts'
import { blogs } from '#features/blog/blog.table.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database } from './connect.ts'
import { changeContent } from './content-version.ts'
import { readPage, readRows } from './list-pages.ts'

/** More than are found without marks, and no multiple of the rows between two marks. */
const total = 3_210
let database: Database
let close: () => Promise<void>

/** The slugs of the published posts, as one query reads them. */
const plainly = async () =>
  database.db
    .selectFrom('blogs')
    .where('published', '=', true)
    .select(['id', 'slug'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
  const [times, published] = [
    fc.sample(fc.integer({ min: 0, max: 400 }), total),
    fc.sample(fc.integer({ max: 8, min: 0 }), total),
  ]
  await changeContent(database, async (trx) => {
    const { id: authorId } = await createAuthor(trx, { name: 'Asha Rao', bio: '' })
    const posts = times.map((minute, number) => ({
      ...{
        id: randomUUIDv7(),
        title: 'A',
        slug: `post-${number}`,
        excerpt: 'A',
        content: 'A',
        category: 'Cloud' as const,
      },
      ...{ authorId, published: published[number] !== 0, sendNotification: false, readTime: 1, version: 1 },
      // Many have the same time.
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
      updatedAt: '2026-02-01T00:00:00.000Z',
    }))
    for (let from = 0; from < total; from += 1_000)
      await trx
        .insertInto('blogs')
        .values(posts.slice(from, from + 1_000).map((post) => blogs.encode(post) as never))
        .execute()
  })
})
afterAll(() => close())

async function comparePages(): Promise<void> {
  const all = await plainly()
  const pages = fc.record({ page: fc.integer({ min: 1, max: 700 }), limit: fc.constantFrom(1, 6, 7, 100) })
  await fc.assert(
    fc.asyncProperty(pages, async ({ page, limit }) => {
      const expected = all.slice((page - 1) * limit, page * limit).map(({ id }) => id)
      expect(await readPage(database, publicPosts, { page, limit })).toEqual({ ids: expected, count: all.length })
    }),
    { numRuns: 60, examples: [[{ page: Math.ceil(all.length / 6), limit: 6 }], [{ page: 1_000_000, limit: 100 }]] },
  )
}

test('every page has the rows that one query over the whole list finds there', async () => {
  await comparePages()
})

test('a change to the content is seen on every page at once', async () => {
  const [first, second] = await plainly()
  await changeContent(database, (trx) =>
    trx
      .deleteFrom('blogs')
      .where('id', 'in', [first?.id ?? '', second?.id ?? ''])
      .execute(),
  )
  await comparePages()
})

test('a part of a list, or all of it, is read in batches without gaps', async () => {
  const all = await plainly()
  const slugs = async (part: { offset?: number; limit?: number }) => {
    const rows = await Array.fromAsync(readRows<{ slug: string }>(database, publicPosts, ['slug'], part))
    return rows.flat().map(({ slug }) => slug)
  }
  for (const [from, to] of [
    [0, all.length],
    [0, 1_000],
    [700, 2_100],
    [2_500, all.length],
  ] as const)
    expect(await slugs({ offset: from, limit: to - from })).toEqual(all.slice(from, to).map(({ slug }) => slug))
  expect(await slugs({ offset: all.length + 600 })).toEqual([])
  expect(await slugs({})).toHaveLength(all.length)
})
