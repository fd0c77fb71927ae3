import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated } from './store-upload.ts'

const frame = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
const several = async (count: number) => {
  if (count === 1) return sharp(await frame('red'))
  const colours = ['red', 'green', 'blue'].slice(0, count)
  return sharp(await Promise.all(colours.map(frame)), { join: { animated: true } })
}

test.each([1, 2, 3])('tells a GIF and a WebP of %i frames', async (count) => {
  const moves = count > 1
  expect(isAnimated(await (await several(count)).gif().toBuffer())).toBe(moves)
  expect(isAnimated(await (await several(count)).webp().toBuffer())).toBe(moves)
})

test.each([
  [1, false],
  [7, true],
])('tells a PNG that says it has %i frames', async (count, moves) => {
  const png = await frame('red')
  const body = Buffer.concat([Buffer.from('acTL'), Buffer.from([0, 0, 0, count, 0, 0, 0, 0])])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(8)
  ends[1].writeUInt32BE(crc32(body))
  const header = 8 + 25
  const chunk = Buffer.concat([ends[0], body, ends[1]])
  expect(isAnimated(Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)]))).toBe(moves)
})

test('tells a sequence of AVIF, and takes other pictures and broken ones for still', async () => {
  const avif = await sharp(await frame('red'))
    .avif()
    .toBuffer()
  expect(isAnimated(avif)).toBe(false)
  const sequence = Buffer.from(avif)
  sequence.write('avis', 8, 'latin1')
  expect(isAnimated(sequence)).toBe(true)
  expect(
    isAnimated(
      await sharp(await frame('red'))
        .jpeg()
        .toBuffer(),
    ),
  ).toBe(false)
  for (const start of [
    'GIF89a',
    'GIF89a\0\0\0\0\xff\0\0,',
    '\x89PNG\r\n\x1a\n',
    'RIFF\0\0\0\0WEBPANMF',
    '',
    '\0\0\0\x20ftypavif',
  ])
    for (const end of ['', '\xff'.repeat(40), '\0'.repeat(40)])
      expect(isAnimated(Buffer.from(start + end, 'latin1'))).toBe(false)
})
