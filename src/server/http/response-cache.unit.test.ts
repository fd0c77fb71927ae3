import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  bytesIn,
  createResponseCache,
  type MadeResponse,
  type PreparedResponse,
  prepareResponse,
} from './response-cache.ts'

const megabyte = 1024 * 1024
const pageOf = (size: number): PreparedResponse => ({
  status: 200,
  type: '',
  cacheControl: '',
  etag: '',
  counted: false,
  sent: {},
  bytes: { identity: Buffer.alloc(size) },
  compressing: {},
})
const made =
  (keep: MadeResponse['keep'], size = megabyte) =>
  async (): Promise<MadeResponse> => ({ response: pageOf(size), keep })

test('limits the memory in bytes, and invented addresses evict no page of the site', async () => {
  const cache = createResponseCache()
  await cache.make('/about', 'v1', made('ordinary'))
  for (let index = 0; index < 100; index++) await cache.make(`/blog?search=${index}`, 'v1', made('invented'))
  expect(cache.find('/about', 'v1')).toBeDefined()
  const cached = Array.from({ length: 100 }, (_, index) => cache.find(`/blog?search=${index}`, 'v1')).filter(Boolean)
  expect(cached.length).toBeGreaterThan(8)
  expect(cached.length).toBeLessThanOrEqual(11)
  for (let index = 0; index < 100; index++) await cache.make(`/blog/${index}`, 'v1', made('ordinary'))
  expect(cache.find('/about', 'v1')).toBeUndefined()
})

test('finds the page of a version; without a version, the latest one', async () => {
  const cache = createResponseCache()
  await cache.make('/blog?page=3', 'v1', made('ordinary', 1))
  expect(cache.find('/blog?page=3', 'v2')).toBe(undefined)
  expect(cache.find('/blog?page=3', null)?.bytes.identity).toHaveLength(1)
  await cache.make('/blog?page=3', 'v2', made('invented', 2))
  expect(cache.find('/blog?page=3', 'v2')?.bytes.identity.length).toBe(2)
})

test('does not store a failure', async () => {
  const cache = createResponseCache()
  const failing = cache.make('/', 'v1', () => Promise.reject(new Error('broken')))
  expect(cache.underWay('/', 'v1')).toBeDefined()
  await expect(failing).rejects.toThrow('broken')
  expect(cache.underWay('/', 'v1')).toBeUndefined()
  await cache.make('/', 'v1', async () => ({ response: { ...pageOf(1), status: 503 }, keep: 'ordinary' }))
  expect(cache.find('/', 'v1')).toBeUndefined()
})

test('compresses once for all who accept an encoding at the same time, and keeps the result', async () => {
  const response = prepareResponse({ text: 'abc '.repeat(10_000) })
  const [one, other] = await Promise.all([bytesIn(response, 'gzip'), bytesIn(response, 'gzip')])
  expect(other).toBe(one)
  expect(bytesIn(response, 'gzip')).toBe(one)
  expect(gunzipSync(one).toString()).toHaveLength(40_000)
})

test('compresses a long page whose text occurs twice', async () => {
  // Random text as long as a long article; its repetition is further away than the smallest window reaches.
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed.toString(36)
  }
  const article = Array.from({ length: 20_000 }, random).join(' ')
  const once = await bytesIn(prepareResponse({ text: article }), 'br')
  const twice = await bytesIn(prepareResponse({ text: article + article }), 'br')
  expect(twice.length).toBeLessThan(once.length * 1.1)
})
