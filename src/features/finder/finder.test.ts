// On both databases: each has its own search.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#features/catalog/catalog.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { addCourse, addPost, sampleProduct } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Zephyr Rao' }))
})
afterAll(() => site.close())

const find = async (search: string) =>
  (await (await call('GET', `/api/finder?search=${encodeURIComponent(search)}`)).json()).found

test('finds records of every kind by a part of their name, a few of each, and none in the trash', async () => {
  const { id: post } = await addPost(site.database, { title: 'A zephyr in the cloud', published: false })
  const { id: deleted } = await addPost(site.database, { title: 'Zephyr, deleted' })
  await call('DELETE', `/api/blogs/${deleted}`)
  await addCourse(site.database, { title: 'ZEPHYRS' })
  await changeContent(site.database, async (trx) => {
    for (let number = 0; number < 6; number++)
      await insertRow(trx, products, { ...sampleProduct, name: `${number}0 % zephyr` })
  })
  const found: { entity: string; label: string; _id: string; name: string }[] = await find('zephyr')
  const count = (entity: string) => found.filter((one) => one.entity === entity).length
  expect(['blogs', 'courses', 'products', 'users'].map(count)).toEqual([1, 1, 5, 1])
  expect(found[0]).toEqual({ entity: 'blogs', label: 'Blog post', _id: post, name: 'A zephyr in the cloud' })
  expect(await find('30 % z')).toHaveLength(1)
  expect(await find('nothing of the kind')).toEqual([])
})

test('is for staff, and for a search of some length', async () => {
  expect((await site.get('/api/finder?search=x')).status).toBe(401)
  for (const search of ['', ' ', 'x'.repeat(300)])
    expect((await call('GET', `/api/finder?search=${search}`)).status).toBe(422)
})
