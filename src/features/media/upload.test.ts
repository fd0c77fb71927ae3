import { once } from 'node:events'
import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageFormats, imageSrcSet, imageUrl, parseImageUrl } from '#contract/media.ts'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
})
afterAll(() => site.close())

async function upload(
  bytes: Uint8Array | string,
  { name = 'picture.png', type = 'image/png', field = 'image', by = staff } = {},
) {
  const form = new FormData()
  form.append(field, new File([bytes as BlobPart], name, { type }))
  return site.get('/api/images', { method: 'POST', body: form, headers: by.headers })
}

async function uploaded(bytes: Uint8Array) {
  const answer = await upload(bytes)
  expect(answer.status).toBe(201)
  return (await answer.json()) as { url: string; width: number; height: number }
}
const picture = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
const served = async (path: string) => Buffer.from(await (await site.get(path)).arrayBuffer())
const storedImages = async () => (await site.database.db.selectFrom('images').select('hash').execute()).length

test('serves a picture in every width as WebP and AVIF, with its size in the address', async () => {
  const image = await uploaded(await picture(1300, 650).png().toBuffer())
  expect(image).toEqual({
    url: expect.stringMatching(/^\/media\/[0-9a-f]{32}-1300x650\.webp$/),
    width: 1300,
    height: 650,
  })
  const ref = parseImageUrl(image.url)
  if (!ref) throw new Error(image.url)
  for (const format of imageFormats) {
    const entries = imageSrcSet(ref, format).split(', ')
    expect(entries.map((entry) => entry.split(' ')[1])).toEqual(['480w', '800w', '1200w', '1300w'])
    for (const entry of entries) {
      const [address = '', width] = entry.split(' ')
      const shown = await sharp(await served(address)).metadata()
      expect(shown.width).toEqual(Number.parseInt(width ?? '', 10))
      expect(shown.format).toEqual(format === 'avif' ? 'heif' : 'webp')
    }
  }
})

test('accepts each format by its bytes, not by its file name', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    const bytes = await picture(60, 40, 'orange').toFormat(format).toBuffer()
    const answer = await upload(bytes, { name: 'notes.txt', type: 'text/plain' })
    expect(answer.status, format).toBe(201)
    const [red = 0, green = 0, blue = 255] = await sharp(await served((await answer.json()).url))
      .raw()
      .toBuffer()
    expect(red > 200 && green > 120 && green < 200 && blue < 60, `${format}: ${red} ${green} ${blue}`).toBe(true)
  }
})

test('preserves transparency', async () => {
  const bytes = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  for (const format of imageFormats) {
    const { url } = await uploaded(bytes)
    const shown = await sharp(await served(url.replace('-20x20.webp', `-20.${format}`)))
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect(shown[3]).toBeLessThan(3)
  }
})

test('messages show a picture as JPEG, or as PNG if it has transparent parts', async () => {
  const clear = await sharp({ create: { width: 600, height: 300, channels: 4, background: '#00800080' } })
    .png()
    .toBuffer()
  for (const [bytes, own, other] of [
    [await picture(1300, 650).webp().toBuffer(), 'jpg', 'png'],
    [clear, 'png', null],
  ] as const) {
    const ref = parseImageUrl((await uploaded(bytes)).url)
    const width = Math.min(1200, ref?.width ?? 0)
    const body = `![A picture](${ref && imageUrl(ref)})\n\n<img class="picture-small" src="${ref && imageUrl(ref)}" alt="Small">`
    const preview = await site.post('/api/newsletters/preview', { title: 'A', body }, { headers: staff.headers })
    const { html } = await preview.json()
    const sources = [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, address]) =>
      address.replace(/^https?:\/\/[^/]+/, ''),
    )
    const small = Math.min(800, width)
    expect(sources).toEqual([`/media/${ref?.hash}-${width}.${own}`, `/media/${ref?.hash}-${small}.${own}`])
    const answer = await site.get(sources[0])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      own === 'jpg' ? 'image/jpeg' : 'image/png',
    ])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([shown.format, shown.width, shown.hasAlpha]).toEqual([own === 'jpg' ? 'jpeg' : 'png', width, own === 'png'])
    if (other) expect((await site.get(sources[0].replace(/jpg$/, other))).status).toBe(404)
    for (const wrong of [
      `${ref?.hash}-1300.jpg`,
      `${ref?.hash}-481.jpg`,
      `${ref?.hash}-1300x650.jpg`,
      '0123456789abcdef-480.png',
    ])
      expect((await site.get(`/media/${wrong}`)).status, wrong).toBe(404)
  }
})

test("rotates a picture upright and removes the camera's location data", async () => {
  const bytes = await picture(300, 200)
    .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const image = await uploaded(bytes)
  expect(image).toMatchObject({ width: 200, height: 300 })
  const { exif, icc, xmp, orientation, width, height } = await sharp(await served(image.url)).metadata()
  expect(exif).toBe(undefined)
  expect(icc).toBe(undefined)
  expect(xmp).toBe(undefined)
  expect(orientation).toBe(undefined)
  expect(width).toBe(200)
  expect(height).toBe(300)
})

test('reduces an animation to its first frame, and counts all frames against the limit', async () => {
  const frame = (background: string) => picture(30, 30, background).png().toBuffer()
  const moving = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif()
    .toBuffer()
  const image = await uploaded(moving)
  expect(image).toMatchObject({ width: 30, height: 30, still: true })
  // Also the second time, when it is stored already.
  expect(await uploaded(moving)).toEqual(image)
  const [red, , blue] = await sharp(await served(image.url))
    .raw()
    .toBuffer()
  expect((red ?? 0) > (blue ?? 0)).toBe(true)

  // Frames of one pixel on a canvas of 2,000 by 2,000 count as whole ones, since decoding them takes that much memory.
  const frames = (count: number) => {
    const head = Buffer.from('GIF89a\xd0\x07\xd0\x07\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const one = Buffer.from('\x21\xf9\x04\0\x05\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
    return Buffer.concat([head, ...Array<Buffer>(count).fill(one), Buffer.from(';')])
  }
  expect(await uploaded(frames(15))).toMatchObject({ width: 2_000, height: 2_000 })
  expect((await upload(frames(16))).status).toBe(413)
})

test('stores the same file once, also for simultaneous uploads', async () => {
  const bytes = await picture(90, 90, 'navy').png().toBuffer()
  const before = await storedImages()
  const answers = await Promise.all(Array.from({ length: 5 }, () => uploaded(bytes)))
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  expect(await storedImages()).toBe(before + 1)
})

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

test('does not unpack texts in a PNG, and preserves its colours and transparency', async () => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Orientation: '6' } })
    .png()
    .toBuffer()
  // Unpacked, these are 10 GB, which would take longer than the worker may.
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))]))
  const bomb = Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(190).fill(text), png.subarray(33)])
  const [plain, heavy] = [await uploaded(png), await uploaded(bomb)]
  expect(
    await sharp(await served(heavy.url))
      .raw()
      .toBuffer(),
  ).toEqual(
    await sharp(await served(plain.url))
      .raw()
      .toBuffer(),
  )
})

test("refuses too many simultaneous uploads of one user with 503, but not forms without a picture or a colleague's upload", async () => {
  const png = await picture(40, 40, 'olive').png().toBuffer()
  // Each sends its file slowly, and so occupies its place.
  const slow = Array.from({ length: 4 }, () => {
    const call = request(`${site.url}/api/images`, {
      method: 'POST',
      headers: { ...staff.headers, 'content-type': 'multipart/form-data; boundary=b', expect: '100-continue' },
    })
    call.on('error', () => {}).flushHeaders()
    return call
  })
  await Promise.all(slow.map((call) => once(call, 'continue')))
  for (const call of slow)
    call.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG')
  // Once a later call is answered, the slow ones have passed the access guard.
  await site.get('/api/users', { headers: staff.headers })
  const calls = Array.from({ length: 25 }, () => upload(png))
  const refused = await Promise.race(calls)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title: 'No picture',
    slug: 'no-picture',
    excerpt: 'None.',
    category: 'Cloud',
  }))
    form.append(name, value)
  form.append('image', new File([], ''))
  expect((await site.get('/api/blogs', { method: 'POST', body: form, headers: staff.headers })).status).toBe(201)
  expect((await upload(png, { by: await site.asStaff() })).status).toBe(201)
  for (const call of slow) call.destroy()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(5)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
})

describe('refuses without side effects', () => {
  /** A PNG whose header claims so many pixels, with only a few bytes of data. */
  function bomb(width: number, height: number) {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, 2, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
    ['SVG with a head', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 415],
    ['a page', '<!doctype html><script>alert(1)</script>', 415],
    ['PDF', '%PDF-1.7', 415],
    ['TIFF', 'II*\0\x08\0\0\0', 415],
    ['a page that begins like a GIF', 'GIF89a/*<script>alert(1)</script>*/', 415],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 415],
    ['61 megapixels', bomb(10_000, 6_100), 413],
    ['a bomb', bomb(65_000, 65_000), 413],
    ['fewer pixels than claimed', bomb(7_000, 7_000), 415],
    ['a thread', bomb(1, 1_000_000), 413],
  ])('%s', async (_, bytes, status) => {
    const before = await storedImages()
    const answer = await upload(bytes)
    expect(answer.status).toBe(status)
    expect((await answer.json()).issues?.[0]?.path).toBe('image')
    expect(await storedImages()).toBe(before)
  })

  test('a profile of more than 1 MB', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const profile = Buffer.concat([Buffer.from('icc\0\0'), Buffer.alloc(1024 * 1024)])
    const answer = await upload(Buffer.concat([png.subarray(0, 33), chunk('iCCP', profile), png.subarray(33)]))
    expect(answer.status).toBe(422)
    expect((await answer.json()).issues?.[0]?.path).toBe('image')
  })

  test('half a picture', async () => {
    const noise = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 256)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    expect((await upload(noise.subarray(0, noise.length / 2))).status).toBe(415)
  })

  test('more than 10 MB', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const answer = await upload(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))
    expect(answer.status).toBe(413)
    expect((await answer.json()).message).toBe('The image is too large: at most 10 MB.')
  })

  test('nothing, another field, no form at all', async () => {
    expect((await upload('')).status).toBe(422)
    expect((await upload(await picture(1, 1).png().toBuffer(), { field: 'file' })).status).toBe(422)
    expect((await site.post('/api/images', {}, { headers: staff.headers })).status).toBe(422)
    const raw = (body: string, type: string) =>
      site.get('/api/images', { method: 'POST', body, headers: { ...staff.headers, 'content-type': type } })
    expect((await raw('x', 'image/png')).status).toBe(415)
    expect((await raw('--x\r\nnothing', 'multipart/form-data; boundary=x')).status).toBe(400)
    expect((await raw('nothing', 'multipart/form-data')).status).toBe(400)
  })

  test('does not serve HTML appended to a picture', async () => {
    const bytes = Buffer.concat([await picture(20, 20).gif().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const { url } = await uploaded(bytes)
    expect((await served(url)).includes('alert')).toBe(false)
  })

  test('an anonymous caller, before the file is read', async () => {
    const form = new FormData()
    form.append('image', new File(['x'], 'x.png'))
    expect((await site.get('/api/images', { method: 'POST', body: form })).status).toBe(401)
  })
})

describe('a picture of another site', () => {
  let outside: TestApp
  let author: SignedIn
  beforeAll(async () => {
    const png = await picture(40, 30).png().toBuffer()
    outside = await startTestApp(
      {},
      {
        fetchOutside: async (url) => {
          if (url.endsWith('/gone.png')) return { status: 404, body: Buffer.from('') }
          if (url.endsWith('/inside.png')) throw new OutsideError('This address is not on the public internet.')
          return { status: 200, body: url.endsWith('/page') ? Buffer.from('<svg onload="alert(1)">') : png }
        },
      },
    )
    author = await outside.asStaff()
  })
  afterAll(() => outside.close())
  const fetchPicture = (url: string, headers: Record<string, string> = author.headers) =>
    outside.post('/api/images/fetch', { url }, { headers })

  test('is fetched and stored like an upload', async () => {
    const answer = await fetchPicture('https://elsewhere.test/chart.png')
    expect(answer.status).toBe(201)
    const image = (await answer.json()) as { url: string }
    expect(image).toEqual({ url: expect.stringMatching(/^\/media\/[0-9a-f]{32}-40x30\.webp$/), width: 40, height: 30 })
    expect((await outside.get(image.url)).headers.get('content-type')).toBe('image/webp')
  })

  test.each([
    ['gone.png', 422, 'The site answered with 404.'],
    ['inside.png', 422, 'This address is not on the public internet.'],
    ['page', 415, 'Please choose an image: JPEG, PNG, WebP, AVIF or GIF.'],
  ])('%s cannot be had, and the answer says why', async (name, status, message) => {
    const answer = await fetchPicture(`https://elsewhere.test/${name}`)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ message })
  })

  test('is fetched only for staff, and never from the internal network', async () => {
    expect((await fetchPicture('https://elsewhere.test/chart.png', {})).status).toBe(401)
    const real = await site.post('/api/images/fetch', { url: `${site.url}/favicon.ico` }, { headers: staff.headers })
    expect(real.status).toBe(422)
  })
})
