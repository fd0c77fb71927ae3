// On both databases: pieces of files and the lengths of bytes are each database's own.
import { once } from 'node:events'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { fileNames } from './file-sections.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

async function upload(bytes: Uint8Array, name: string): Promise<string> {
  const form = new FormData()
  form.append('image', new File([bytes as BlobPart], name))
  const answer = await call('POST', '/api/media', form)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()).url
}
let count = 0
async function makePage(sections: object[]): Promise<{ _id: string; path: string }> {
  const path = `page-${++count}`
  const made = await call('POST', '/api/pages', { title: 'A page', path, sections })
  expect(made.status, await made.clone().text()).toBe(201)
  return made.json()
}
const shown = async (path: string) => (await (await site.get(`/api/pages/by-path/${path}`)).json()).sections

const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(2_500_000)}\n%%EOF`)
const photo = () =>
  sharp({ create: { width: 500, height: 250, channels: 3, background: 'teal' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()

async function unzipped(answer: Response) {
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()))
  const entries = new Map<string, Buffer>()
  zip.on('entry', async (entry) => {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    entries.set(entry.fileName, Buffer.concat(parts))
    zip.readEntry()
  })
  zip.readEntry()
  await once(zip, 'end')
  return entries
}

test('offers files in their original form, one by one and as one zip, while the page is public', async () => {
  const uploaded = await photo()
  const [fileUrl, pictureUrl] = [await upload(pdf, 'kit.pdf'), await upload(uploaded, 'photo.jpg')]
  const files = [
    { fileUrl, title: 'Fact sheet / 2031' },
    { fileUrl: pictureUrl, title: '../../Office', text: 'Free to print.' },
    { fileUrl, title: 'fact sheet  2031.pdf' },
    { fileUrl, title: 'CON' },
  ]
  const page = await makePage([{ kind: 'files', title: 'Press kit', files }])
  // One of before originals were kept gets its own when it is uploaded again.
  await site.database.db.deleteFrom('originals').execute()
  expect(await upload(uploaded, 'again.jpg')).toBe(pictureUrl)
  const [section] = await shown(page.path)
  const here = `/api/pages/${page._id}/files/0`
  expect(section.zip).toBe(`${here}/all`)
  expect(section.files.map(({ fileUrl, type }: { fileUrl: string; type: string }) => [fileUrl, type])).toEqual([
    [fileUrl, 'PDF'],
    [expect.stringMatching(`^${here}/[0-9a-f]{32}$`), 'JPEG'],
    [fileUrl, 'PDF'],
    [fileUrl, 'PDF'],
  ])
  expect(section.files[0].size).toBe(pdf.length)

  const original = await site.get(section.files[1].fileUrl)
  expect(original.headers.get('content-type')).toBe('image/jpeg')
  expect(original.headers.get('content-disposition')).toMatch(/^attachment; filename="Office\.jpg"/)
  const bytes = Buffer.from(await original.arrayBuffer())
  expect(bytes.length).toBe(section.files[1].size)
  const { width, height, exif } = await sharp(bytes).metadata()
  expect([width, height, exif]).toEqual([500, 250, undefined])
  expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(uploaded).raw().toBuffer())).toBe(true)

  const zip = await site.get(section.zip)
  expect(zip.headers.get('content-type')).toBe('application/zip')
  expect(zip.headers.get('content-disposition')).toContain(`filename="${page.path}.zip"`)
  const length = Number(zip.headers.get('content-length'))
  const entries = await unzipped(zip.clone())
  expect((await zip.arrayBuffer()).byteLength).toBe(length)
  expect([...entries.keys()]).toEqual(['Fact sheet 2031.pdf', 'Office.jpg', 'fact sheet 2031 2.pdf', 'file CON.pdf'])
  expect(entries.get('Fact sheet 2031.pdf')?.equals(pdf)).toBe(true)
  expect(entries.get('Office.jpg')?.equals(bytes)).toBe(true)
  const tag = String(zip.headers.get('etag'))
  expect((await site.get(section.zip, { headers: { 'if-none-match': tag } })).status).toBe(304)

  const status = async (path: string) => (await site.get(path)).status
  for (const path of [`${here}/none`, `/api/pages/${page._id}/files/1/all`, `/api/pages/${page._id}/files/-1/all`])
    expect(await status(path), path).toBe(404)
  expect(await status(`/api/pages/${page._id}/files/0/..%2f..%2fetc%2fpasswd`)).toBe(404)
  await call('PATCH', `/api/pages/${page._id}`, { active: false })
  for (const path of [section.zip, section.files[1].fileUrl]) expect(await status(path)).toBe(404)
})

test('leaves out a file that the library no longer has', sameOnBoth, async () => {
  const gone = await upload(Buffer.from('%PDF-1.4\ngone\n%%EOF'), 'gone.pdf')
  const sections = [{ kind: 'files', files: [{ fileUrl: gone, title: 'Gone' }] }]
  const { path } = await makePage(sections)
  expect(await shown(path)).toHaveLength(1)
  const id = gone.split('/')[2]
  expect((await call('POST', `/api/media/${id}/erase`)).status).toBe(200)
  expect(await shown(path)).toEqual([])
  const checked = await call('POST', '/api/pages/check', { sections })
  expect(await checked.json()).toEqual({ sections: [{ at: 0, message: 'Every file has been deleted' }] })
})

test('names files so that every system takes them', sameOnBoth, () => {
  const named = (...titles: string[]) => fileNames(titles.map((title) => ({ title, extension: 'pdf' })))
  expect(named('Plan', 'plan', 'PLAN.pdf')).toEqual(['Plan.pdf', 'plan 2.pdf', 'PLAN 3.pdf'])
  expect(named('..', 'nul', 'a\\b/c:d', '\u202egnp.exe')).toEqual([
    'file.pdf',
    'file nul.pdf',
    'a b c d.pdf',
    'gnp.exe.pdf',
  ])
  expect(named('वार्षिक रिपोर्ट', '🚀'.repeat(100))).toEqual(['वार्षिक रिपोर्ट.pdf', `${'🚀'.repeat(80)}.pdf`])
})

test(
  'draws each section with ids of its own, its texts as texts, and all questions for search engines at once',
  sameOnBoth,
  async () => {
    const text = '<script>alert(1)</script> & "quotes"'
    const question = (n: number) => ({ question: `${text} ${n}`, answer: text })
    const { path } = await makePage([
      { kind: 'opening', title: 'A page' },
      { kind: 'text', content: '## Costs\n\nOne.' },
      { kind: 'questions', title: text, questions: [question(1), question(2)] },
      { kind: 'text', content: '## Costs\n\nTwo.' },
      { kind: 'questions', questions: [question(3)] },
      { kind: 'files', files: [{ fileUrl: await upload(pdf, 'kit.pdf'), title: text }] },
    ])
    const page = await (await site.get(`/${path}`)).text()
    expect(page).not.toContain('<script>alert')
    const data = [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, one]) =>
      JSON.parse(one ?? ''),
    )
    const faqs = data.flat().filter((one) => JSON.stringify(one).includes('FAQPage'))
    expect(faqs).toHaveLength(1)
    expect(JSON.stringify(faqs).match(/"Question"/g)).toHaveLength(3)
    expect(page.match(/<h2[^>]* id="c-s[13]-costs"/g)).toHaveLength(2)
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    expect([...page.matchAll(/data-section="(\d)"/g)].map(([, at]) => at)).toEqual(['0', '1', '2', '3', '4', '5'])
  },
)

test('knows the tone of logos, so that each is seen on its page', sameOnBoth, async () => {
  const logo = (ink: string, ground?: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${ground ? `<rect width="300" height="100" fill="${ground}"/>` : ''}<circle cx="150" cy="50" r="40" fill="${ink}"/></svg>`,
      ),
    )
      .png()
      .toBuffer()
  const grounds = [['#fff'], ['#ffd54a'], ['#123'], ['#fff', '#111'], ['#c00', '#fff']] as const
  const logos = []
  for (const [ink, ground] of grounds) logos.push(await upload(await logo(ink, ground), 'logo.png'))
  const { path } = await makePage([
    { kind: 'logos', logos: logos.map((imageUrl) => ({ imageUrl, imageAlt: 'Logo' })) },
    { kind: 'files', files: logos.map((fileUrl) => ({ fileUrl, title: 'Logo' })) },
  ])
  const [{ light }, { files }] = await shown(path)
  expect(files.map(({ tone }: { tone?: string }) => tone)).toEqual(['light', 'light', 'dark', 'deep', undefined])
  const isLight = logos.map((address) => light.some((id: string) => address.includes(id)))
  expect(isLight).toEqual([true, true, false, true, false])
})
