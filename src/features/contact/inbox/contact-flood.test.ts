import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldCounters } from '#server/security/counters.ts'
import { makeDue } from '#testing/make-due.ts'
import { samplePdf } from '#testing/sample-pdf.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'

let sink: SmtpSink
let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ trustProxy: 1, mail: mailSettings({ smtpUrl: sink.url }) })
  staff = await site.asStaff()
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(async () => {
  for (const table of ['counters', 'deliveries', 'contactRequests'] as const)
    await site.database.db.deleteFrom(table).execute()
  sink.taken.splice(0)
})

const message = { name: 'Asha', email: 'asha@example.net', subject: 'A question', message: 'We want to buy.' }
const write = (from: string, subject: string, changes: Partial<typeof message> = {}) =>
  site.post('/api/contact', { ...message, subject, ...changes }, { headers: { 'x-forwarded-for': from } })
/** Twenty at a time. If more wait, a busy machine answers some with 503, since a call waits five seconds for a connection to PostgreSQL. */
async function writeAll(senders: string[], changes: (index: number) => Partial<typeof message> = () => ({})) {
  const answers: Response[] = []
  for (let first = 0; first < senders.length; first += 20) {
    const batch = senders.slice(first, first + 20).map((from, nth) => [from, first + nth] as const)
    const written = batch.map(([from, index]) => write(from, `From ${from}, ${index}`, changes(index)))
    answers.push(...(await Promise.all(written)))
  }
  return answers
}
const count = (statuses: Response[], status: number) => statuses.filter((answer) => answer.status === status).length
const many = (length: number, of: (index: number) => string) => Array.from({ length }, (_, index) => of(index))

const stored = () => site.database.db.selectFrom('contactRequests').selectAll().orderBy('id').execute()
const one = async (subject: string) => (await stored()).find((row) => row.subject === subject)
const flooded = async () => (await stored()).filter(({ flood }) => flood).length
const queued = async (kind: 'contact' | 'contactDigest') =>
  (await site.database.db.selectFrom('deliveries').selectAll().where('kind', '=', kind).execute()).length
const sent = (subject: RegExp) => sink.taken.filter(({ source }) => subject.test(source))
/** Makes the waiting digest due. */
const comeDue = () => makeDue(site, (all) => all.where('kind', '=', 'contactDigest'))

test('marks a flood of 62 messages from one address and mails a digest of them, without affecting the next visitor', async () => {
  for (let index = 0; index < 62; index++) expect((await write('203.0.113.9', `Flood ${index}`)).status).toBe(201)
  expect((await write('198.51.100.7', 'We want to buy')).status).toBe(201)
  expect(await one('We want to buy')).toMatchObject({ status: 'pending', flood: null, digestId: null })
  expect(new Set((await stored()).map(({ status }) => status))).toEqual(new Set(['pending']))
  expect(await flooded()).toBe(57)
  expect(await queued('contact')).toBe(6)
  expect(await queued('contactDigest')).toBe(1)
  await expect.poll(() => sink.taken.length).toBe(6)
  const digest = await site.database.db
    .selectFrom('deliveries')
    .selectAll()
    .where('kind', '=', 'contactDigest')
    .executeTakeFirstOrThrow()
  const wait = Date.parse(digest.dueAt) - Date.parse(digest.createdAt)
  // The two times are read one after the other.
  expect(Math.round(wait / 1_000)).toBe(15 * 60)

  await comeDue()
  await expect.poll(() => sink.taken.length).toBe(7)
  const mail = await PostalMime.parse(sink.taken.at(-1)?.source ?? '')
  expect(mail.subject).toBe('57 new messages')
  expect(mail.to?.[0]?.address).toBe('info@example.com')
  expect(mail.text).toMatch(/Flood 5\W+http\S+\/#\/admin\/contacts\/\S+\s+Asha \(asha@example\.net\)/)
  expect(mail.text).toContain('And 7 more')
  expect(mail.html).toContain('/#/admin/contacts?status=pending')

  // A message after the digest was sent goes into the next one.
  await write('203.0.113.9', 'Later')
  expect(await queued('contactDigest')).toBe(2)
  await comeDue()
  await expect.poll(() => sent(/^Subject: 1 new message$/m).length).toBe(1)
})

test.each([
  ['a port', (port: number) => `198.51.100.9:${port}`],
  ['a port after brackets', (port: number) => `[2001:db8:9::${port}]:${port}`],
  ['no address', (port: number) => `client-${port}`],
])('counts all messages of a sender whose proxy writes %s', async (_, from) => {
  for (let port = 1; port <= 10; port++) await write(from(port), `Port ${port}`)
  expect(await flooded()).toBe(5)
})

test('mails each message separately or in a digest when more than sixty senders write at once, with those outside a flood first', async () => {
  await writeAll(many(70, (index) => `10.${index}.0.1`))
  for (let index = 0; index < 6; index++) await write('203.0.113.9', `Flood ${index}`)
  expect(await queued('contact')).toBe(60)
  expect(await queued('contactDigest')).toBe(1)
  expect(await flooded()).toBe(1)
  expect((await stored()).filter(({ digestId }) => digestId)).toHaveLength(16)
  await comeDue()
  await expect.poll(() => sent(/^Subject: 16 new messages/m).length).toBe(1)
  const { text = '' } = await PostalMime.parse(sent(/^Subject: 16 new/m)[0]?.source ?? '')
  expect(text.lastIndexOf('From 10.')).toBeLessThan(text.indexOf('Flood'))
})

test('includes a message that arrives while a digest is sent in that digest or the next', async () => {
  await write('10.0.0.1', 'First')
  await site.database.db
    .updateTable('counters')
    .set({ count: 60 })
    .where('subject', '=', 'contact:notices:10min')
    .execute()
  for (let round = 1; round <= 8; round++) {
    const writing = many(12, (index) => `10.${round}.${index}.1`).map((from) => write(from, `Held ${from}`))
    await Promise.all([...writing, comeDue()])
  }
  const countMailed = () =>
    sent(/^Subject: \d+ new/m).reduce((sum, { source }) => sum + Number(/^Subject: (\d+)/m.exec(source)?.[1]), 0)
  await expect.poll(() => comeDue().then(countMailed)).toBe(96)
  expect(sent(/^Subject: \d+ new/m).length).toBeGreaterThan(1)
})

test('leaves requests that staff have dealt with out of the digest', async () => {
  for (let index = 0; index < 6; index++) await write('203.0.113.9', `Flood ${index}`)
  await site.database.db.updateTable('contactRequests').set({ status: 'spam' }).execute()
  await comeDue()
  const digest = () =>
    site.database.db.selectFrom('deliveries').selectAll().where('kind', '=', 'contactDigest').executeTakeFirst()
  await expect.poll(async () => (await digest())?.state).toBe('skipped')
})

describe('counting messages', () => {
  test.each([
    ['one address', 12, () => '203.0.113.9', 5],
    ['one IPv4 network', 20, (index: number) => `203.0.113.${index}`, 15],
    ['one IPv6 /64', 12, (index: number) => `2001:db8:1:2::${index}`, 5],
    ['one IPv6 /48', 20, (index: number) => `2001:db8:1:${index}::1`, 15],
    ['other networks', 20, (index: number) => `203.0.${index}.9`, 20],
  ] as const)('from %s, also when they come at the same time', async (_, length, from, ordinary) => {
    expect(count(await writeAll(many(length, from)), 201)).toBe(length)
    expect(await flooded()).toBe(length - ordinary)
  })

  const person = (index: number) => {
    const word = String.fromCharCode(97 + (index % 26)).repeat(3 + Math.floor(index / 26))
    return { email: `${word}@example.net`, message: `We need help with ${word}.` }
  }

  test.each([
    ['an office behind one address', 40, () => '203.0.113.9', 25],
    ['a phone network', 90, (index: number) => `203.0.113.${index % 45}`, 75],
  ] as const)('lets different people write from %s, up to a higher bound', async (_, length, from, ordinary) => {
    expect(count(await writeAll(many(length, from), person), 201)).toBe(length)
    expect(await flooded()).toBe(length - ordinary)
  })

  test('knows a flood by its writer or by its text, whatever else differs', async () => {
    for (let index = 0; index < 8; index++) await write('203.0.113.9', `${index}`, { message: person(index).message })
    expect(await flooded(), 'one writer').toBe(3)
    await site.database.db.deleteFrom('contactRequests').execute()
    for (let index = 0; index < 8; index++)
      await write('198.51.100.7', `${index}`, { email: person(index).email, message: `Buy now, offer ${index}!` })
    expect(await flooded(), 'one text').toBe(3)
  })

  test('stores no visitor’s address, and deletes counters when they expire', async () => {
    for (let index = 0; index < 6; index++) await write('203.0.113.9', 'Now')
    const counters = await site.database.db.selectFrom('counters').selectAll().execute()
    expect(JSON.stringify(counters)).not.toContain('203.0.113')
    const past = new Date(Date.now() - 1).toISOString()
    await site.database.db.updateTable('counters').set({ endsAt: past }).execute()
    await write('203.0.113.9', 'Tomorrow')
    expect(await one('Tomorrow')).toMatchObject({ flood: null })
    await write('198.51.100.7', 'Tomorrow again')
    await site.database.db.updateTable('counters').set({ endsAt: past }).where('count', '=', 1).execute()
    await deleteOldCounters(site.database)
    expect((await site.database.db.selectFrom('counters').selectAll().execute()).map((row) => row.count)).toEqual([
      2, 2, 2, 2,
    ])
  })

  test('restarts after the clock was ahead', async () => {
    for (let index = 0; index < 6; index++) await write('203.0.113.9', 'Ahead')
    await site.database.db
      .updateTable('counters')
      .set({
        startedAt: new Date(Date.now() + 2 * 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
      })
      .execute()
    await write('203.0.113.9', 'Right')
    expect(await one('Right')).toMatchObject({ flood: null })
  })
})

describe('limits of storage', () => {
  test('stores a hundred messages a day from one address, without affecting others', async () => {
    const answers = await writeAll(many(110, () => '203.0.113.9'))
    expect(count(answers, 201)).toBe(100)
    expect(count(answers, 429)).toBe(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_600)
    expect(await refused?.json()).toEqual({
      code: 'rate_limited',
      message: 'Too many messages came from your address today. Please try again in 24 hours.',
    })
    expect(await stored()).toHaveLength(100)
    expect((await write('203.0.113.10', 'A neighbour')).status).toBe(201)
  })

  test('stores five megabytes a day from one network, where a short message still fits', async () => {
    const long = '€'.repeat(20_000)
    const answers = await writeAll(
      many(90, (index) => `203.0.113.${index}`),
      () => ({ message: long }),
    )
    expect(count(answers, 201)).toBe(82)
    expect(count(answers, 429)).toBe(8)
    expect((await write('203.0.113.200', 'Short')).status).toBe(201)
    expect((await write('198.51.100.7', 'Elsewhere', { message: long })).status).toBe(201)
  })

  test('stores a generous number of bytes a day from all senders', async () => {
    await write('203.0.113.9', 'First')
    await site.database.db.updateTable('counters').set({ bytes: 199_999_000 }).execute()
    expect((await write('198.51.100.7', 'Fits')).status).toBe(201)
    expect((await write('198.51.101.7', 'Too much')).status).toBe(429)
  })
})

describe('a message that comes again', () => {
  const again = (changes: object = {}) => write('203.0.113.9', 'Again', changes)

  test('is one request, also when it comes several times at once and from several networks', async () => {
    const written = many(6, (index) => `10.${index}.0.1`).map((from) => write(from, 'Again'))
    const answers = await Promise.all([...written, again({ email: message.email.toUpperCase() })])
    const said = await Promise.all(answers.map((answer) => answer.json()))
    expect(count(answers, 201)).toBe(7)
    expect(new Set(said.map((answer) => answer.message)).size).toBe(1)
    expect(await stored()).toHaveLength(1)
    expect(await queued('contact')).toBe(1)
  })

  test('is another request when anything in it differs, or it comes later', async () => {
    await again()
    for (const changes of [
      { name: 'Asha Nair' },
      { email: 'asha.nair@example.net' },
      { subject: 'Again!' },
      { message: 'We want to buy' },
      { phone: '+91 20 5555 0100' },
    ])
      await again(changes)
    expect(await stored()).toHaveLength(6)
    await site.database.db
      .updateTable('contactRequests')
      .set({ createdAt: new Date(Date.now() - 11 * 60_000).toISOString() })
      .execute()
    await again()
    expect(await stored()).toHaveLength(7)
  })

  test('is not hidden by one in Spam', async () => {
    await again()
    await site.database.db.updateTable('contactRequests').set({ status: 'spam' }).execute()
    await again()
    expect((await stored()).map(({ status }) => status)).toEqual(['spam', 'pending'])
  })
})

test('limits the bytes of files of a day: from a network, and of messages that look like spam', async () => {
  const opening = { title: 'Engineer', place: 'Pune', kind: 'Full-time', description: 'Build.', closesOn: '2099-01-01' }
  const made = await site.post('/api/openings', opening, { headers: staff.headers })
  const { _id: openingId } = await made.json()
  const apply = async (from: string, text: string, padding = 1_000_000) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...message, message: text, openingId })) body.append(name, value)
    body.append('answers.CV', new File([samplePdf({ padding })], 'CV.pdf'))
    const answer = await site.get('/api/contact', { method: 'POST', body, headers: { 'x-forwarded-for': from } })
    return answer.status
  }
  const spend = (subject: string, bytes: number) =>
    site.database.db.updateTable('counters').set({ bytes }).where('subject', 'like', subject).execute()
  expect(await apply('203.0.113.9', 'First')).toBe(201)
  await spend('contact:files:network:%:day', 99_500_000)
  expect(await apply('203.0.113.9', 'Second')).toBe(429)
  expect(await apply('203.0.113.9', 'Third', 0)).toBe(201)
  expect(await apply('198.51.100.7', 'Fourth')).toBe(201)
  const spam = 'casino viagra crypto https://a.example www.b.example http://c.example'
  expect(await apply('198.51.100.8', spam)).toBe(201)
  await spend('contact:files:doubted:day', 49_500_000)
  expect(await apply('198.51.100.9', `${spam} again`)).toBe(429)
  expect(await apply('198.51.100.9', 'Fifth')).toBe(201)
  expect((await stored()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'spam', 'pending'])
})

test('shows staff the flood mark, and filters by it', async () => {
  for (let index = 0; index < 7; index++) await write('203.0.113.9', `Number ${index}`)
  const list = async (query: string): Promise<{ subject: string; flood?: boolean }[]> =>
    (await site.get(`/api/contact${query}`, { headers: staff.headers })).json()
  expect((await list('')).map(({ flood }) => flood)).toEqual([true, true, ...Array(5)])
  expect((await list('?flood=true')).map(({ subject }) => subject)).toEqual(['Number 6', 'Number 5'])
  expect(await list('?flood=false&limit=20')).toHaveLength(5)
  expect((await site.get('/api/contact?flood=perhaps', { headers: staff.headers })).status).toBe(400)
})
