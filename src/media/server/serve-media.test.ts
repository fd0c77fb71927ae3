import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFormats, imageSrcSet, imageUrl, imageWidths } from '#contract/media.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { storeEncodedImage } from './media-store.ts'

const picture = { hash: '0123456789abcdef', width: 2000, height: 1250 }
const variants = imageWidths(picture.width).flatMap((width) =>
  imageFormats.map((format) => ({ width, format, bytes: Buffer.from([0, 255, 10, width % 256, format.length]) })),
)

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
  await site.database.transaction((trx) => storeEncodedImage(trx, picture, variants))
})
afterAll(() => site.close())

test('serves the whole picture and every width in every format, cacheable forever', async () => {
  const addresses = imageFormats.flatMap((format) =>
    imageSrcSet(picture, format)
      .split(', ')
      .map((entry) => entry.split(' ')[0] ?? ''),
  )
  for (const address of [imageUrl(picture), ...addresses, ...addresses]) {
    const answer = await site.get(address)
    expect(answer.status, address).toBe(200)
    expect(answer.headers.get('content-type')).toBe(address.endsWith('avif') ? 'image/avif' : 'image/webp')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
  const whole = Buffer.from(await (await site.get(imageUrl(picture))).arrayBuffer())
  expect(whole).toEqual(variants.find(({ width, format }) => width === 1600 && format === 'webp')?.bytes)
})

test.each([
  '/media/0123456789abcdef-2000x1251.webp',
  '/media/0123456789abcdef-1600x1000.webp',
  '/media/0123456789abcdef-2000.webp',
  '/media/0123456789abcdef-481.avif',
  '/media/0123456789abcde0-480.avif',
  '/media/0123456789abcdef-480.svg',
  '/media/..%2f..%2fpackage.json',
  '/media/%00',
])('%s is nowhere', async (path) => {
  const answer = await site.get(path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ message: 'There is no such image.', code: 'not_found' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('storing a picture twice changes nothing', async () => {
  await site.database.transaction((trx) => storeEncodedImage(trx, picture, variants))
  const { length } = await site.database.db.selectFrom('imageVariants').select('hash').execute()
  expect(length).toBe(variants.length)
})
