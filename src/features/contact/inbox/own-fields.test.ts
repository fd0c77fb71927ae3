// On both databases: answers are JSON, files are bytes, and an erasure deletes both.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackup } from '#server/backup/write-backup.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { samplePdf } from '#testing/sample-pdf.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { contactFiles, contactRequests } from '../ground/contact.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let strange: ReturnType<typeof callAs>
/** A page with the form, for tests that do not change it. */
let shared: { _id: string; path: string }
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
  call = callAs(site, await site.asStaff())
  strange = callAs(site, await site.asStaff({ role: 'writer', email: 'writer@example.com' }))
  shared = await makePage(opening, form)
})
afterAll(() => site.close())

const odd = 'Say "hi" & <b>go</b> 👋 अनुभव عربي'
const fields = [
  { label: 'Team size', kind: 'choice', required: true, options: ['1-10', '11-50'] },
  { label: odd, kind: 'paragraph' },
  { label: '__proto__', kind: 'checkbox', required: true },
  { label: 'Brief', kind: 'file' },
]
const form = { kind: 'form', title: 'Ask', subject: 'AWS for banks', fields, company: true, thanks: 'Thanks a lot.' }
const opening = { kind: 'opening', title: 'Banks' }

let paths = 0
async function makePage(...sections: object[]): Promise<{ _id: string; path: string }> {
  const path = `form-${++paths}`
  const answer = await call('POST', '/api/pages', { title: path, path, sections })
  expect(answer.status).toBe(201)
  return answer.json()
}

let people = 0
const person = () => ({ name: 'Asha', email: `asha${++people}@partner.example`, message: 'We need a hand.' })
const good = [
  { label: 'Team size', value: '11-50' },
  { label: '__proto__', value: true },
]
const stored = async (email: string) => {
  const { db } = site.database
  const rows = await db.selectFrom('contactRequests').selectAll().where('email', '=', email).execute()
  return rows.map((row) => contactRequests.decode(row))
}
const filesOf = async (contactId: string) => {
  const rows = site.database.db.selectFrom('contactFiles').selectAll().where('contactId', '=', contactId)
  return (await rows.execute()).map((row) => contactFiles.decode(row))
}

type Parts = Record<string, string | number | boolean | File | File[]>
function multipart(parts: Parts): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts))
    for (const one of [value].flat()) data.append(name, one instanceof File ? one : String(one))
  return data
}
const pdf = (name = 'CV.pdf', bytes = samplePdf()) => new File([bytes], name, { type: 'application/pdf' })
const send = (parts: Parts, path = '/api/contact', headers: Record<string, string> = {}) =>
  site.get(path, { method: 'POST', body: multipart(parts), headers })

test('takes the answers to a form of a page, with its subject, its page and its words', async () => {
  const { _id: pageId, path } = shared
  const who = person()
  const sent = { ...who, subject: 'Mine', pageId, section: 1, company: ' Bank\nof Pune ', answers: good }
  const answer = await site.post('/api/contact', sent)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ message: 'Thanks a lot.' })
  expect(await stored(who.email)).toMatchObject([
    {
      ...who,
      subject: 'AWS for banks',
      pageId,
      page: `/${path}`,
      company: 'Bank of Pune',
      answers: [
        { label: 'Team size', value: '11-50' },
        { label: '__proto__', value: 'Yes' },
      ],
    },
  ])
  // A second press sends the same; another answer is another message.
  await site.post('/api/contact', sent)
  expect(await stored(who.email)).toHaveLength(1)
  await site.post('/api/contact', { ...sent, answers: [...good, { label: odd, value: '<script>1</script>' }] })
  expect(await stored(who.email)).toHaveLength(2)
})

test.each([
  ['a required choice that is missing', { answers: [{ label: '__proto__', value: true }] }, 422, ['answers.Team size']],
  ['nothing', { answers: undefined }, 422, ['answers.Team size', 'answers.__proto__']],
  ['a choice of its own', { answers: { 'Team size': '5000' } }, 422, ['answers.Team size', 'answers.__proto__']],
  ['an unticked box', { answers: [good[0], { label: '__proto__', value: false }] }, 422, ['answers.__proto__']],
  ['a text too long', { answers: [...good, { label: odd, value: 'x'.repeat(5_001) }] }, 422, [`answers.${odd}`]],
  ['NUL', { answers: [...good, { label: odd, value: 'a\0b' }] }, 422, [`answers.${odd}`]],
  ['very many answers', { answers: Array.from({ length: 50_000 }, () => ({})) }, 422, ['answers']],
  ['answers that are a text', { answers: 'x' }, 400, ['answers']],
  ['no page', { pageId: 'none' }, 409, undefined],
  ['a position that is no form', { section: 7 }, 201, undefined],
  ['no position', { section: undefined }, 201, undefined],
])('a form with %s', sameOnBoth, async (_, changes, status, issues) => {
  const { _id: pageId } = shared
  const who = person()
  const answer = await site.post('/api/contact', { ...who, pageId, section: 1, answers: good, ...changes })
  const body = await answer.json()
  expect([answer.status, body.issues?.map(({ path }: { path: string }) => path)]).toEqual([status, issues])
  expect(await stored(who.email)).toHaveLength(status === 201 ? 1 : 0)
})

test('keeps answers to fields that were renamed, and refuses a form that is gone with words', sameOnBoth, async () => {
  const { _id: pageId } = await makePage(opening, form)
  const who = person()
  const old = [...good, { label: 'Budget', value: '5 lakh' }, { label: 'constructor', value: 'x' }]
  await site.post('/api/contact', { ...who, pageId, section: 1, answers: old })
  expect((await stored(who.email))[0]?.answers?.slice(2)).toEqual(old.slice(2))
  await call('PATCH', `/api/pages/${pageId}`, { active: false })
  const gone = await site.post('/api/contact', { ...person(), pageId, section: 1, answers: good })
  expect(gone.status).toBe(409)
  expect(await gone.json()).toMatchObject({ code: 'form_gone', message: expect.stringContaining('info@example.com') })
})

test('tells two forms on a page apart, also after an earlier section was removed', sameOnBoth, async () => {
  const other = { kind: 'form', subject: 'Partners' }
  const { _id: pageId } = await makePage(opening, form, other)
  const who = person()
  expect((await site.post('/api/contact', { ...who, pageId, section: 2 })).status).toBe(201)
  expect(await stored(who.email)).toMatchObject([{ subject: 'Partners' }])
  expect((await site.post('/api/contact', { ...person(), pageId, section: 0 })).status).toBe(409)
})

test.each([
  [
    {
      fields: [
        { label: 'A', kind: 'text' },
        { label: ' a ', kind: 'text' },
      ],
    },
    'sections.1.fields.1.label',
  ],
  [{ fields: [{ label: 'A', kind: 'choice', options: ['One', ' '] }] }, 'sections.1.fields.0.options'],
  [{ fields: Array.from({ length: 5 }, (_, index) => ({ label: `${index}`, kind: 'text' })) }, 'sections.1.fields'],
  [{ fields: [{ label: 'A', kind: 'colour' }] }, 'sections.1.fields.0.kind'],
  [{ thanksPath: 'https://evil.example' }, 'sections.1.thanksPath'],
  [{ thanksPath: '//evil.example' }, 'sections.1.thanksPath'],
])('refuses a form section with %j', sameOnBoth, async (changes, path) => {
  const sections = [opening, { ...form, ...changes }]
  const answer = await call('POST', '/api/pages', { title: 'x', path: `bad-${++paths}`, sections })
  expect(answer.status).toBe(422)
  expect((await answer.json()).issues.map((issue: { path: string }) => issue.path)).toEqual([path])
})

const answers = { 'answers.Team size': '1-10', 'answers.__proto__': 'on' }

test('stores a PDF, and gives it to those who read contacts only', async () => {
  const { _id: pageId } = shared
  const who = person()
  const name = '../../"Raj" कुमार\u202efdp.exe.PDF'
  const parts = {
    ...who,
    ...answers,
    pageId,
    section: 1,
    [`answers.${odd}`]: 'Yes,\r\nplease',
    'answers.Brief': pdf(name),
  }
  expect((await send(parts)).status).toBe(201)
  const [request] = await stored(who.email)
  expect(request?.answers).toContainEqual({ label: odd, value: 'Yes,\nplease' })
  const detail = await (await call('GET', `/api/contact/${request?.id}`)).json()
  expect(detail).toMatchObject({
    form: { title: expect.any(String), screen: `/admin/pages/edit/${pageId}` },
    files: [{ _id: expect.any(String), label: 'Brief', name: '"Raj" कुमारfdp.exe.pdf', size: samplePdf().length }],
  })
  const address = `/api/contact/${request?.id}/files/${detail.files[0]._id}`
  const file = await call('GET', address)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(samplePdf())
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="_Raj_ _____fdp.exe.pdf"; filename*=UTF-8''${encodeURIComponent('"Raj" कुमारfdp.exe.pdf')}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect((await site.get(address)).status).toBe(401)
  expect((await strange('GET', address)).status).toBe(403)
  expect((await call('GET', `/api/contact/none/files/${detail.files[0]._id}`)).status).toBe(404)
  // The search and the file for spreadsheets have its name and the answers.
  for (const words of ['Raj', 'please'])
    expect(
      (await (await call('GET', `/api/contact?search=${words}`)).json()).map(({ _id }: { _id: string }) => _id),
    ).toContain(request?.id)
  const csv = await (await call('GET', '/api/contact.csv')).text()
  expect(csv).toContain('Team size: 1-10')
  expect(csv).toContain('fdp.exe.pdf, 1 KB')
  await call('DELETE', `/api/contact/${request?.id}`)
  expect((await call('GET', address)).status).toBe(404)
  expect(await filesOf(request?.id ?? '')).toHaveLength(1)
  await call('DELETE', `/api/trash/contactRequests/${request?.id}`)
  expect(await filesOf(request?.id ?? '')).toEqual([])
})

test('a request that is joined to another one keeps its answers and its file', async () => {
  const { _id: pageId } = shared
  const who = person()
  const sent = { ...who, ...answers, pageId, section: 1 }
  await send({ ...sent, 'answers.Brief': pdf() })
  await send({ ...sent, message: 'A second one.' })
  const rows = await stored(who.email)
  const first = rows.find(({ message }) => message === who.message)?.id ?? ''
  const second = rows.find(({ message }) => message === 'A second one.')?.id ?? ''
  expect((await call('POST', `/api/contact/${second}/join`, { other: first })).status).toBe(200)
  const { joinedRequests } = await (await call('GET', `/api/contact/${first}`)).json()
  const files = [{ _id: expect.any(String), label: 'Brief', name: 'CV.pdf', size: samplePdf().length }]
  expect(joinedRequests).toMatchObject([{ _id: first, answers: [{ value: '1-10' }, { value: 'Yes' }], files }])
  expect((await call('GET', `/api/contact/${second}/files/${joinedRequests[0].files[0]._id}`)).status).toBe(200)
})

const cut = samplePdf({ padding: 500 })
test.each([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
  ['nothing', Buffer.alloc(0), 422],
  ['a truncated PDF', cut.subarray(0, cut.length - 200), 422],
  ['an encrypted PDF', samplePdf({ trailer: '/Encrypt 9 0 R' }), 422],
  ['a PDF without pages', samplePdf({ page: false }), 422],
  ['a page before a PDF', Buffer.concat([Buffer.from('<html>'), samplePdf()]), 415],
  [
    'a page after the header',
    Buffer.from(samplePdf().toString('latin1').replace('\n', '\n<script>1</script>\n'), 'latin1'),
    415,
  ],
  ['an archive after a PDF', Buffer.concat([samplePdf(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 415],
  ['more than 10 MB', samplePdf({ padding: 10 * 1024 * 1024 }), 413],
])('refuses %s in a field for a PDF', sameOnBoth, async (_, bytes, status) => {
  const { _id: pageId } = shared
  const who = person()
  const answer = await send({
    ...who,
    ...answers,
    pageId,
    section: 1,
    'answers.Brief': pdf('CV.pdf', Buffer.from(bytes)),
  })
  const body = await answer.json()
  expect([answer.status, body.issues]).toEqual([status, [{ path: 'answers.Brief', message: expect.any(String) }]])
  expect(await stored(who.email)).toEqual([])
})

test('takes one file only, at a field for one, and none of Contact', sameOnBoth, async () => {
  const { _id: pageId } = shared
  const sent = { ...person(), ...answers, pageId, section: 1 }
  const refused = [
    await send({ ...sent, 'answers.Brief': [pdf(), pdf()] }),
    await send({ ...sent, 'answers.Team size': pdf() }),
    await send({ ...person(), subject: 'Hello', 'answers.CV': pdf() }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
  const whole = await refused[0]?.json()
  expect(whole.issues).toEqual([{ path: 'answers.Brief', message: 'Please choose one file only.' }])
  expect((await send({ ...sent, image: pdf() })).status).toBe(201)
  expect(await filesOf((await stored(sent.email))[0]?.id ?? '')).toEqual([])
  expect((await site.post('/api/contact', { ...sent, message: 'x'.repeat(5_000_000) })).status).toBe(413)
  const broken = await site.get('/api/contact', {
    method: 'POST',
    body: '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAsha',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(broken.status).toBe(400)
})

test('an application has the subject of its opening and a CV, until the closing day', sameOnBoth, async () => {
  const values = { title: 'Engineer', place: 'Pune', kind: 'Full-time', description: 'Build.', closesOn: '2099-01-01' }
  const { _id: openingId } = await (await call('POST', '/api/openings', values)).json()
  const who = person()
  const document = await (await site.get('/careers/engineer')).text()
  expect(document).toMatch(/<form [^>]*enctype="multipart\/form-data"/i)
  expect(document).not.toContain('Tell us what you are building')
  const posted = await send({ ...who, openingId, 'answers.CV': pdf() }, '/careers/engineer', {
    referer: `${site.url}/careers/engineer?utm_source=board`,
  })
  expect([posted.status, posted.headers.get('location')]).toEqual([303, `/careers/engineer?sent=${openingId}`])
  expect(await (await site.get(`/careers/engineer?sent=${openingId}`)).text()).toContain(
    'Thank you for your application.',
  )
  const [request] = await stored(who.email)
  expect(request).toMatchObject({ subject: 'Application: Engineer', openingId, page: '/careers/engineer' })
  expect(await filesOf(request?.id ?? '')).toMatchObject([{ label: 'CV', name: 'CV.pdf', bytes: samplePdf() }])
  const refused = await send({ ...person(), name: '', openingId }, '/careers/engineer')
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Engineer</h1>')
  const dams = { ...person(), name: '', message: 'I build dams.' }
  // From the list as it was before openings had pages, and from an address that changed while someone was typing.
  await call('PUT', `/api/openings/${openingId}`, { ...values, slug: 'builder' })
  for (const path of ['/careers', '/careers/engineer']) {
    const sent = await send({ ...person(), _form: 'contact', openingId }, path)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/careers/builder?sent=${openingId}`])
    const again = await send({ ...dams, _form: 'contact', openingId }, path)
    expect([again.status, await again.text()]).toEqual([
      422,
      expect.stringMatching(/Name is required[\s\S]*I build dams\./),
    ])
  }
  expect((await send({ ...dams, openingId: `${openingId}\0` }, '/careers/builder')).status).toBe(422)
  await call('PUT', `/api/openings/${openingId}`, { ...values, closesOn: '2020-01-01' })
  expect((await send({ ...person(), openingId })).status).toBe(409)
  const late = await send({ ...dams, openingId }, '/careers/builder')
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringMatching(/no longer available[\s\S]*I build dams\./),
  ])
})

test('without scripts, a refused form has what was typed, and says to choose the file again', sameOnBoth, async () => {
  const { _id: pageId, path } = await makePage(opening, form, { kind: 'form', subject: 'Other', thanksPath: '/about' })
  const sent = { _form: 'contact', ...person(), pageId, section: 1 }
  const typed = '"><script>alert(1)</script>'
  const parts = { ...sent, [`answers.${odd}`]: typed, 'answers.__proto__': 'on', 'answers.Brief': pdf() }
  const refused = await send(parts, `/${path}`)
  expect(refused.status).toBe(422)
  const document = await refused.text()
  expect(document).toContain('Team size is required')
  expect(document).toContain('Please choose the file again.')
  expect(document).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
  expect(document.match(/value="asha/g)).toHaveLength(1)
  const taken = await send({ ...parts, 'answers.Team size': '1-10' }, `/${path}`)
  expect([taken.status, taken.headers.get('location')]).toEqual([303, `/${path}?sent=1`])
  expect(await (await site.get(`/${path}?sent=1`)).text()).toContain('Thanks a lot.')
  expect((await stored(sent.email))[0]?.answers).toHaveLength(3)
  // A form without a file is sent as its fields, and may lead elsewhere.
  const other = person()
  const plain = await site.get(`/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ _form: 'contact', ...other, pageId, section: '2' }),
  })
  expect([plain.status, plain.headers.get('location')]).toEqual([303, '/about'])
  expect(await stored(other.email)).toMatchObject([{ subject: 'Other' }])
  // What was typed is still there, and can be sent again, when the page has no form any more.
  await call('PATCH', `/api/pages/${pageId}`, { active: false })
  const gone = await send(parts, `/${path}`)
  expect(gone.status).toBe(409)
  const notice = await gone.text()
  expect(notice).toContain('This form is no longer available')
  expect(notice).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
  expect(notice).toContain('name="_form" value="contact"')
})

test('without scripts, a refused form keeps the campaign of the visit', sameOnBoth, async () => {
  const { _id: pageId, path } = await makePage(opening, { kind: 'form', subject: 'Campaign' })
  const address = `${site.config.publicUrl}/${path}`
  const who = person()
  const post = (fields: object, referer: string) =>
    site.get(`/${path}`, {
      method: 'POST',
      headers: { referer },
      body: new URLSearchParams({ _form: 'contact', ...who, pageId, section: '1', ...fields }),
    })
  const refused = await (await post({ email: 'nobody' }, `${address}?utm_source=linkedin&via=autumn`)).text()
  const [, page = ''] = /name="page" value="([^"]+)"/.exec(refused) ?? []
  // The document that answers a post has the form's own address.
  expect((await post({ page: page.replaceAll('&amp;', '&') }, address)).status).toBe(303)
  expect(await stored(who.email)).toMatchObject([
    { page: `/${path}`, campaign: { source: 'linkedin', name: 'autumn' } },
  ])
  // The page has moved since it was opened.
  const { version: _, ...fields } = await (await call('GET', `/api/pages/${pageId}`)).json()
  expect((await call('PUT', `/api/pages/${pageId}`, { ...fields, path: `${path}-moved` })).status).toBe(200)
  expect((await post({ email: 'nobody' }, address)).status).toBe(422)
  expect((await post({ email: person().email }, address)).headers.get('location')).toBe(`/${path}-moved?sent=1`)
})

test('a request names the page of its form, also after that was deleted for good', async () => {
  const { _id: pageId, path } = await makePage(opening, form)
  const who = person()
  await send({ ...who, ...answers, pageId, section: 1, page: '/about' })
  const [request] = await stored(who.email)
  const formOf = async () => (await (await call('GET', `/api/contact/${request?.id}`)).json()).form
  expect(await formOf()).toEqual({ title: path, screen: `/admin/pages/edit/${pageId}` })
  expect(await (await call('GET', '/api/contact.csv')).text()).toContain(`"${path}","/about"`)
  await call('DELETE', `/api/pages/${pageId}`)
  expect(await formOf()).toEqual({ title: path })
  await call('DELETE', `/api/trash/pages/${pageId}`)
  expect(await formOf()).toEqual({ title: path })
})

test('the export of a person has the files, and an erasure leaves none of them', async () => {
  const { _id: pageId } = shared
  const who = person()
  const bytes = samplePdf({ trailer: '/Marks (zebrafishfile)' })
  await send({ ...who, ...answers, pageId, section: 1, 'answers.Brief': pdf('Zebra.pdf', bytes) })
  const [request] = await stored(who.email)
  const backup = await writeBackup(site.config.database, `${site.config.dataDir}/with-files.zip`)
  expect(backup.tables.find(({ name }) => name === 'contactFiles')?.rows).toBeGreaterThan(0)
  const { key } = await (await call('POST', '/api/persons/find', { email: who.email })).json()
  const exported = await (await call('GET', `/api/persons/${key}/export`)).json()
  expect(exported.entries).toMatchObject([
    {
      facts: expect.arrayContaining([{ name: 'Team size', value: '1-10' }]),
      files: [{ name: 'Zebra.pdf', base64: bytes.toString('base64') }],
    },
  ])
  const page = await (await call('GET', `/api/persons/${key}/export?format=html`)).text()
  expect(page).toContain(
    `<a download="Zebra.pdf" href="data:application/pdf;base64,${bytes.toString('base64')}">Zebra.pdf, 1 KB</a>`,
  )
  expect((await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).status).toBe(200)
  expect(await filesOf(request?.id ?? '')).toEqual([])
})
