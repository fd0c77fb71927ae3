import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { createProduct, createService } from './catalog.shared.server.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test.each(['products', 'services'])('%s: an empty list before there are any', async (name) => {
  const answer = await site.get(`/api/${name}`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual([])
})

test('lists the active products in ascending order, with only the fields of the specification', async () => {
  await changeContent(site.database, async (trx) => {
    await createProduct(trx, { ...sampleProduct, name: 'Third', order: 2 })
    await createProduct(trx, { ...sampleProduct, name: 'First', order: 0 })
    await createProduct(trx, { ...sampleProduct, name: 'Hidden', order: 1, active: false })
    await createProduct(trx, { ...sampleProduct, name: 'Second', order: 1 })
  })
  const products = await (await site.get('/api/products')).json()
  expect(products.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second', 'Third'])
  expect(products[0]).toEqual({
    _id: expect.any(String),
    name: 'First',
    description: sampleProduct.description,
    category: sampleProduct.category,
    features: ['One', ''],
    active: true,
    order: 0,
  })
})

test('lists the active services in ascending order, with only the fields of the specification', async () => {
  await changeContent(site.database, async (trx) => {
    await createService(trx, { ...sampleService, title: 'Second', order: 7 })
    await createService(trx, { ...sampleService, title: 'First', order: -1 })
    await createService(trx, { ...sampleService, title: 'Hidden', active: false })
  })
  const services = await (await site.get('/api/services')).json()
  expect(services.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second'])
  expect(services[0]).toEqual({
    _id: expect.any(String),
    title: 'First',
    description: sampleService.description,
    category: 'Cloud',
    icon: 'Globe',
    features: ['One', ''],
    active: true,
    order: -1,
  })
})
