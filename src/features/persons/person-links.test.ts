// On both databases: times of links are compared in the database.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityPage } from '#features/activity/activity.contract.ts'
import { addEvent, addRequest } from '#features/contact/ground/events.shared.server.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import type { MadePersonLink, PersonLink } from './persons.contract.ts'

const day = 86_400_000
let ahead = 0
let sink: SmtpSink
let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = mailSettings({ smtpUrl: sink.url, contactNotify: undefined })
  site = await startTestApp({ mail, rateLimit: false }, { clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff({ role: 'sales', name: 'Sita' }))
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

let people = 0
/** Somebody with a request and a note of a colleague. @returns the key */
async function makePerson() {
  const email = `asha-${++people}@example.net`
  const id = await site.database.transaction(async (trx) => {
    const values = {
      name: 'Asha <b>',
      email,
      subject: 'Forty servers',
      message: 'In Pune & Nashik',
      status: 'pending' as const,
    }
    const id = await addRequest(trx, values)
    await addEvent(trx, { contactId: id, kind: 'note', body: 'Haggles a lot' })
    return id
  })
  const { key } = await (await call('POST', '/api/persons/find', { email })).json()
  return { id, email, key, links: `/api/persons/${key}/links` }
}
const make = async (links: string, body: object): Promise<MadePersonLink> => {
  const answer = await call('POST', links, body)
  expect(answer.status).toBe(201)
  return answer.json()
}
const pathOf = (url = '') => new URL(url).pathname
const listed = async (links: string): Promise<PersonLink[]> => (await (await call('GET', links)).json()).links

test('a link shows a person what was stored when it was made, as often as they like', async () => {
  const { id, email, links } = await makePerson()
  const made = await make(links, { notes: false })
  expect(made.mail?.text).toContain(made.url)
  await call('POST', `/api/contact/${id}/notes`, { body: 'Written afterwards' })
  const path = pathOf(made.url)
  for (const query of ['', '?file=html', '?file=json']) {
    const answer = await site.get(`${path}${query}`)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')], query).toEqual([200, 'no-store'])
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('content-disposition') ?? '').toContain(query ? 'attachment' : '')
    expect(text).toContain(email)
    expect(text).not.toContain('Haggles')
    expect(text).not.toContain('afterwards')
    expect(text).toContain(query.endsWith('json') ? '"notesLeftOut": 1' : 'Left out: 1 note')
    if (query !== '?file=json') expect(text).not.toContain('<b>')
  }
  const withNotes = await site.get(pathOf((await make(links, { notes: true })).url))
  expect(await withNotes.text()).toMatch(/Haggles(.|\n)*Written afterwards/)
  expect(await listed(links)).toMatchObject([{ notes: true, by: 'Sita' }, { notes: false }])
  const stored = await site.database.db.selectFrom('personLinks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(path.slice(-22))
})

test('a link ends after seven days, when it is revoked, and when the person is erased', async () => {
  const { links } = await makePerson()
  const [first, second] = [await make(links, { notes: true }), await make(links, { notes: true })]
  expect((await call('DELETE', `${links}/${second._id}`)).status).toBe(200)
  expect((await call('DELETE', `${links}/${second._id}`)).status).toBe(404)
  const revoked = await site.get(pathOf(second.url))
  expect([revoked.status, revoked.headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow'])
  expect(await revoked.text()).toContain('This link has expired')
  ahead = 7 * day - 60_000
  expect((await site.get(pathOf(first.url))).status).toBe(200)
  ahead = 7 * day + 60_000
  expect((await site.get(pathOf(first.url))).status).toBe(404)
  expect(await listed(links)).toEqual([])
  ahead = 0

  const other = await makePerson()
  const { url } = await make(other.links, { notes: true })
  expect((await call('POST', `/api/persons/${other.key}/erase`, { word: 'ERASE' })).status).toBe(200)
  expect((await site.get(pathOf(url))).status).toBe(404)
  expect((await site.get(`${pathOf(url).slice(0, -1)}x`)).status).toBe(404)
  expect((await call('POST', other.links, { notes: true })).status).toBe(404)
})

test('the site emails a link, which no answer has then, and not one that was revoked', async () => {
  const { email, links } = await makePerson()
  const made = await make(links, { notes: false, send: true })
  expect([made.url, made.mail]).toEqual([undefined, undefined])
  await expect.poll(() => sink.taken.some(({ to }) => to === email)).toBe(true)
  const { subject, text = '' } = await PostalMime.parse(sink.taken.find(({ to }) => to === email)?.source ?? '')
  expect(subject).toBe(`Your data at ${site.config.company.brand}`)
  const [url] = /https?:\S+your-data\/[\w.-]+\w/.exec(text) ?? []
  expect((await site.get(pathOf(url))).status).toBe(200)
  const { entries } = (await (await callAs(site, await site.asStaff())('GET', '/api/activity')).json()) as ActivityPage
  expect(entries.some(({ what }) => what.startsWith('Created a link to the data of a person'))).toBe(true)
  expect(JSON.stringify(entries)).not.toContain(email)
})

test('only roles that answer requests make links', async () => {
  const { links } = await makePerson()
  expect((await site.post(links, { notes: true })).status).toBe(401)
  const viewer = callAs(site, await site.asStaff({ role: 'viewer' }))
  expect((await viewer('POST', links, { notes: true })).status).toBe(403)
  const { _id } = await make(links, { notes: true })
  expect((await viewer('DELETE', `${links}/${_id}`)).status).toBe(403)
  expect(await listed(links)).toHaveLength(1)
})
