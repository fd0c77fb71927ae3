import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutMetadata } from './strip-metadata.ts'

const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } }
const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .composite([{ input: { create: { width: 10, height: 10, channels: 3, background: 'red' } }, left: 0, top: 0 }])
    .withExif({ ...place, IFD0: { Copyright: 'Secret words' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Secret words</a></x:xmpmeta>')

const stripped = async (bytes: Buffer) => withoutMetadata(bytes, await sharp(bytes).metadata())
const pixels = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()

test.each(['jpeg', 'png', 'webp'] as const)('keeps the pixels of a %s, and no word about it', async (format) => {
  const bytes = await picture().toFormat(format).toBuffer()
  expect(bytes.includes('Secret words')).toBe(true)
  const kept = (await stripped(bytes))?.bytes ?? Buffer.alloc(0)
  expect(kept.includes('Secret words')).toBe(false)
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect(await pixels(kept)).toEqual(await pixels(bytes))
})

test('keeps which side of a JPEG is up, its colours, and every scan', async () => {
  const bytes = await picture()
    .keepExif()
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg({ progressive: true })
    .toBuffer()
  const kept = (await stripped(bytes))?.bytes ?? Buffer.alloc(0)
  const { orientation, hasProfile, isProgressive } = await sharp(kept).metadata()
  expect([orientation, hasProfile, isProgressive]).toEqual([6, true, true])
  expect(await pixels(kept)).toEqual(await pixels(bytes))
})

test('leaves out what follows the picture of a JPEG, such as a film', async () => {
  const bytes = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('Secret film')])
  expect((await stripped(bytes))?.bytes.includes('Secret film')).toBe(false)
})

test('has no original of an animation, of another format, and of a file that breaks off', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  expect(withoutMetadata(jpeg, { format: 'jpeg', pages: 2 })).toBeUndefined()
  expect(withoutMetadata(await picture().gif().toBuffer(), { format: 'gif' })).toBeUndefined()
  for (let length = 2; length < jpeg.length; length += 37)
    expect(withoutMetadata(jpeg.subarray(0, length), { format: 'jpeg' })).toBeUndefined()
})
