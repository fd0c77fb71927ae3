import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs, importSubscribers } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import type { ImportStatus } from '../ground/imports.contract.ts'
import { importPersonalData } from '../list/subscriber-personal-data.server.ts'
import { applyImport } from './apply-import.server.ts'
import { importRetentions, resumeImports } from './import-confirmation.server.ts'

const day = 24 * 3_600_000

let site: TestApp
let now = Date.now()
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => now })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())
beforeEach(async () => {
  now = Date.now()
  for (const table of ['subscribers', 'imports'] as const) await site.database.db.deleteFrom(table).execute()
})

const path = '/api/newsletter/imports'
async function ask(method: string, address: string, body?: unknown, status = 200): Promise<ImportStatus> {
  const answer = await call(method, address, body)
  const text = await answer.text()
  expect(answer.status, text).toBe(status)
  return JSON.parse(text)
}
const upload = (csv: string, fileName = 'list.csv') => ask('POST', path, { csv, fileName }, 201)
const agreed = { agreed: 'At the fair in Pune', agreedOn: '2026-01-10' }
const choose = (id: string, choices: object) => ask('PUT', `${path}/${id}`, choices)
const apply = (id: string, status = 200) => ask('POST', `${path}/${id}/apply`, undefined, status)
async function states(): Promise<Record<string, string>> {
  const rows = await site.database.db.selectFrom('subscribers').select(['email', 'state']).execute()
  return Object.fromEntries(rows.map(({ email, state }) => [email.split('@')[0], state]))
}

test.each([
  ['Name;E-Mail;Abgemeldet', 'no;no@x.example;ja', 'yes;yes@x.example;nein', 'unsubscribed'],
  ['email,subscribed_to_emails', 'no@x.example,false', 'yes@x.example,true', 'unsubscribed'],
  ['email\temailDisabled', 'no@x.example\tTRUE', 'yes@x.example\tFALSE', 'unsubscribed'],
  ['Email,Opted Out', 'no@x.example,x', 'yes@x.example,', 'unsubscribed'],
  ['email,unsubscribed_at', 'no@x.example,2025-02-03T10:00:00Z', 'yes@x.example,', 'unsubscribed'],
  ['Email,Hard bounced', 'no@x.example,wahr', 'yes@x.example,falsch', 'bounced'],
  ['sep=;\r\nVerteiler Mai\r\n\r\nEMail;Global Status', 'no@x.example;Inaktiv', 'yes@x.example;Aktiv', 'unsubscribed'],
  [
    '"E-Mail";"Name";"Status"',
    '"no@x.example";"Rao, Dr.";"abgemeldet"',
    '"yes@x.example";"Li";"aktiv"',
    'unsubscribed',
  ],
  ['Email|Bounced', 'no@x.example|yes', 'yes@x.example|no', 'bounced'],
  [
    'email,created_at,status,unsubscribed',
    'no@x.example,2024-03-01,active,1',
    'yes@x.example,,active,0',
    'unsubscribed',
  ],
])('a file with %j does not confirm who has left', async (head, no, yes, state) => {
  const { _id, everyone } = await upload([head, no, yes].join('\n'))
  expect(everyone).toBe('agreed')
  await choose(_id, agreed)
  await apply(_id)
  expect(await states()).toEqual({ no: state, yes: 'confirmed' })
})

test.each([
  ['email,Reason\nb@x.example,BOUNCE\nc@x.example,COMPLAINT', { b: 'bounced', c: 'unsubscribed' }],
  ['Abmeldungen 2024\n\nE-Mail;Name\na@x.example;Li', { a: 'unsubscribed' }],
  ['email,type\na@x.example,regular\nc@x.example,removed', { a: 'confirmed', c: 'unsubscribed' }],
  ['email,OK to email\na@x.example,N', {}],
  ['email,status\nA@x.example,unsubscribed\na@X.example,active', { a: 'unsubscribed' }],
])('confirms nobody who has left by %j', async (csv, found) => {
  await importSubscribers(async (...sent) => (await call(...sent)).json(), csv)
  expect(await states()).toEqual(found)
})

test('a list of people who get no mail says of each line how they left', async () => {
  const { _id, everyone } = await upload('email,Reason\nb@x.example,BOUNCE\nc@x.example,COMPLAINT')
  expect(everyone).not.toBe('agreed')
  await apply(_id)
  expect(await states()).toEqual({ b: 'bounced', c: 'unsubscribed' })
})

test('the check names a column that is ignored although a value speaks of leaving', async () => {
  const { check } = await upload('E-Mail;Ort;Bemerkung\na@x.example;Kiel;\nb@x.example;Ulm;hat sich abgemeldet')
  expect(check?.unreadColumns).toEqual(['Bemerkung'])
})

test.each(['customers without unsubscribes.csv', 'Kunden-ohne-Abmeldungen.csv', 'active_subscribers.csv'])(
  '%s is no list of people who get no mail',
  async (name) => expect((await upload('email\na@x.example', name)).everyone).toBe('agreed'),
)

test('values that are not known are asked about before anything is imported', async () => {
  const csv = 'email,status\na@x.example,VIP\nb@x.example,active\nc@x.example,cold\nd@x.example,VIP\ne@x.example,maybe'
  const { _id, columns, check } = await upload(csv)
  expect(columns?.[1]).toMatchObject({
    meaning: 'state',
    values: [
      { value: 'VIP', lines: 2 },
      { value: 'active', lines: 1, means: 'confirmed' },
      { value: 'cold', lines: 1 },
      { value: 'maybe', lines: 1 },
    ],
  })
  expect(check).toMatchObject({ new: 1, unreadable: 4 })
  await choose(_id, agreed)
  const refused = (await apply(_id, 422)) as unknown as { message: string; issues: object[] }
  expect(refused.message).toBe('Choose what “VIP”, “cold”, “maybe” in the column “status” says')
  expect(refused.issues).toMatchObject([{ path: 'values' }])
  const answer = (value: string, means: string) => ({ column: 1, value, means })
  await ask('PUT', `${path}/${_id}`, { values: [answer('nothing', 'skip')] }, 422)
  await ask('PUT', `${path}/${_id}`, { values: [{ ...answer('VIP', 'confirmed'), column: 0 }] }, 422)
  const answered = await choose(_id, {
    values: [answer('VIP', 'confirmed'), answer('cold', 'skip'), answer('maybe', 'unsubscribed')],
  })
  expect(answered.check).toMatchObject({
    new: 4,
    unreadable: 1,
    reasons: [{ reason: 'Skipped by status', count: 1 }],
  })
  // The meanings that the screen sends again change no answer.
  await choose(_id, { columns: ['email', 'state'] })
  await apply(_id)
  expect(await states()).toEqual({ a: 'confirmed', b: 'confirmed', d: 'confirmed', e: 'unsubscribed' })
  const { columns: stored } = await site.database.db.selectFrom('imports').select('columns').executeTakeFirstOrThrow()
  expect(stored).not.toContain('VIP')
})

test('a column that becomes one of states is asked about, and one that is left out is warned of', async () => {
  const { _id, columns, check } = await upload('email,Rang,Bounced\na@x.example,eins,no\nb@x.example,zwei,')
  expect([columns?.map(({ meaning }) => meaning), check?.unreadColumns]).toEqual([['email', 'ignore', 'state'], []])
  const changed = await choose(_id, { columns: ['email', 'state', 'ignore'] })
  expect(changed.columns?.[1]?.values).toEqual([
    { value: 'eins', lines: 1 },
    { value: 'zwei', lines: 1 },
  ])
  expect(changed.check?.unreadColumns).toEqual(['Bounced'])
})

test.each([
  ['unsubscribed_segment_export_1a2b.csv', 'Email Address,First Name\nin@x.example,Asha', 'unsubscribed'],
  ['cleaned_members.csv', 'Email Address\nin@x.example', 'bounced'],
  ['export.csv', 'Email Address,UNSUB_TIME,UNSUB_REASON\nin@x.example,2024-03-01 10:00:00,', 'unsubscribed'],
  ['Sperrliste 2024.csv', 'E-Mail;Grund\nin@x.example;auf Wunsch', 'unsubscribed'],
  ['suppressions.csv', 'email,created\nin@x.example,1700000000', 'unsubscribed'],
  ['list.csv', 'emailAddress,reason\nin@x.example,BOUNCE', 'bounced'],
  ['list.csv', 'Do not contact,,\nEmail\nin@x.example', 'unsubscribed'],
  ['bounces.csv', 'status,reason,email,created\n5.1.1,550 unknown user,in@x.example,1700000000', 'bounced'],
])('%s is recognised as a list of people who get no mail', async (fileName, csv, state) => {
  const { _id, everyone } = await upload(csv, fileName)
  expect(everyone).toBe(state)
  // Nobody has to say where they agreed.
  await apply(_id)
  expect(await states()).toEqual({ in: state })
})

test.each([
  ['subscribed_and_unsubscribed.csv', 'email,status\nin@x.example,active'],
  ['Teilnehmer.csv', 'email\nin@x.example'],
  ['unsubscribed.csv', 'email,subscribed\nin@x.example,yes\nout@x.example,no'],
])('%s is no such list', async (fileName, csv) => {
  expect((await upload(csv, fileName)).everyone).toBe('agreed')
})

test('a list of people who have left ends subscriptions, no import adds them again, and undo restores them', async () => {
  const { db } = site.database
  const paused = '2026-12-24T00:00:00.000Z'
  await addSubscribers(site.database, 1, { email: 'reads@x.example', pausedUntil: paused })
  await addSubscribers(site.database, 1, { email: 'asked@x.example', state: 'pending' })
  await addSubscribers(site.database, 1, { email: 'gone@x.example', state: 'bounced', stateReason: 'Full' })
  await addSubscribers(site.database, 1, { email: 'back@x.example' })
  const csv = 'email\nreads@x.example\nasked@x.example\ngone@x.example\nback@x.example\nnew@x.example\nReads@x.example'
  const { _id } = await upload(csv)
  const chosen = await choose(_id, { everyone: 'unsubscribed' })
  expect(chosen.check).toMatchObject({ new: 1, stopped: 3, known: 1, repeated: 1, unreadable: 0 })
  expect(chosen.check?.rows.map(({ outcome }) => outcome)).toEqual([
    ...['stopped', 'stopped', 'known', 'stopped', 'new', 'repeated'],
  ])
  expect(await apply(_id)).toMatchObject({ added: 1, stopped: 3, known: 1, left: 0, everyone: 'unsubscribed' })
  expect(await states()).toEqual({
    ...{ reads: 'unsubscribed', asked: 'unsubscribed', gone: 'bounced', back: 'unsubscribed', new: 'unsubscribed' },
  })

  const again = await upload('email,status\nreads@x.example,active\nnew@x.example,active\nother@x.example,active')
  await choose(again._id, agreed)
  expect(await apply(again._id)).toMatchObject({ added: 1, unsubscribed: 2 })

  // Who changes the subscription afterwards keeps the change.
  await db
    .updateTable('subscribers')
    .set({ state: 'confirmed', stoppedBy: null })
    .where('email', '=', 'back@x.example')
    .execute()
  expect(await ask('POST', `${path}/${_id}/undo`)).toMatchObject({
    state: 'undone',
    taken: 1,
    restored: 2,
    kept: [{ reason: 'Unsubscribed by the import, and changed since', count: 1 }],
  })
  expect(await states()).toEqual({
    ...{ reads: 'confirmed', asked: 'pending', gone: 'bounced', back: 'confirmed', other: 'confirmed' },
  })
  const reads = db.selectFrom('subscribers').selectAll().where('email', '=', 'reads@x.example')
  expect(await reads.executeTakeFirst()).toMatchObject({ pausedUntil: paused, stateSince: null, beforeStop: null })
})

test('addresses at domains in other scripts are stored once, and erased in the lines that wait', async () => {
  const csv = 'email\n"Zoë" <zoe@bücher.example>\nZOE@xn--bcher-kva.example\nname@उदाहरण.भारत\nx@例え.jp\nzoë@x.example'
  const { _id, check } = await upload(csv)
  expect(check).toMatchObject({ new: 3, repeated: 1, unreadable: 1 })
  await site.database.transaction((trx) => importPersonalData.erase(trx, 'x@xn--r8jz45g.jp'))
  await choose(_id, agreed)
  await apply(_id)
  const rows = await site.database.db.selectFrom('subscribers').select('email').orderBy('email').execute()
  expect(rows.map(({ email }) => email)).toEqual(['name@xn--p1b6ci4b4b3a.xn--h2brj9c', 'zoe@xn--bcher-kva.example'])
})

/** An import that was stopped after its first part. */
async function interrupted(): Promise<string> {
  const { _id } = await upload(
    ['email', ...Array.from({ length: 900 }, (_, at) => `p${at}@x.example`), 'nobody'].join('\n'),
  )
  await choose(_id, agreed)
  const stopping = new AbortController()
  const begun = applyImport(site.database, _id, { zone: site.config.timeZone, topics: [] }, stopping.signal)
  setImmediate(() => stopping.abort())
  await expect(begun).rejects.toMatchObject({ status: 503 })
  return _id
}

test.each([1, 8])('an interrupted import that goes on %d days later loses no line', async (days) => {
  const id = await interrupted()
  expect(await ask('GET', `${path}/${id}`)).toMatchObject({ state: 'applying', lines: 901, linesLeft: 651 })
  now += days * day + 1
  for (const one of importRetentions) await site.eraseOld(one)
  expect(await apply(id)).toMatchObject({ state: 'applied', added: 900, unreadable: 1, linesLeft: 0 })
  expect(Object.keys(await states())).toHaveLength(900)
})

test('an interrupted import goes on by itself, and one that cannot go on stops no other', async () => {
  const lost = await interrupted()
  await site.database.db.deleteFrom('importLines').where('importId', '=', lost).execute()
  await site.database.db.deleteFrom('subscribers').execute()
  const id = await interrupted()
  const mailService = { stopping: new AbortController().signal } as never
  await resumeImports({ ...site, mailService, site: site.siteConfig }, site.app.log)
  expect(await ask('GET', `${path}/${id}`)).toMatchObject({ state: 'applied', added: 900 })
  expect(await ask('GET', `${path}/${lost}`)).toMatchObject({ state: 'incomplete', added: 250 })
})

test('an import whose lines are missing is never taken for complete', async () => {
  const lost = await interrupted()
  await site.database.db.deleteFrom('importLines').where('importId', '=', lost).where('line', '>', 600).execute()
  const refused = (await apply(lost, 410)) as unknown as { message: string }
  expect(refused.message).toMatch(/^This import cannot go on: 651 of its 901 lines/)
  expect(await ask('GET', `${path}/${lost}`)).toMatchObject({ state: 'incomplete', added: 250 })

  await site.database.db.deleteFrom('subscribers').execute()
  const left = await interrupted()
  now += 32 * day
  for (const one of importRetentions) await site.eraseOld(one)
  expect(await ask('GET', `${path}/${left}`)).toMatchObject({ state: 'incomplete', linesLeft: 651, added: 250 })
  await apply(left, 410)
  await ask('POST', `${path}/${left}/undo`, undefined, 409)
  expect(await site.database.db.selectFrom('importLines').selectAll().execute()).toEqual([])
})

test('a line that an erasure has deleted does not stop an import', async () => {
  const id = await interrupted()
  await site.database.transaction((trx) => importPersonalData.erase(trx, 'p800@x.example'))
  expect(await apply(id)).toMatchObject({ state: 'applied', added: 899 })
})

test('a file with too many addresses or lines is refused, and one with many is read in parts', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.example`).join(';')
  for (const [csv, message] of [
    [
      `email\n"${many(1_001)}"`,
      'Line 2 has more than 1,000 addresses in one cell. Please put each address on its own line.',
    ],
    [
      `email\n${`${Array(1_000).fill('a@b.co').join(';')}\n`.repeat(251)}`,
      'This table has too many addresses: at most 250,000 at once.',
    ],
    [`email${'\r'.repeat(1_100_000)}a@b.co`, 'This table has too many lines: at most 250,000 at once.'],
  ] as const)
    expect(await ask('POST', path, { csv }, 422)).toMatchObject({ message })
  expect((await upload('Verteiler\nemail\na@x.example;b@x.example\nc@x.example')).check).toMatchObject({ new: 3 })
  const { _id } = await upload(`name,email\n${`x,"${many(900)}"\n`.repeat(3)}`)
  await choose(_id, agreed)
  expect(await apply(_id)).toMatchObject({ added: 900, repeated: 1_800 })
})
