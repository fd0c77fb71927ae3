// On both databases: erasing depends on the storage, on JSON columns and on the search of each.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { personalData } from '#app/personal-data.server.ts'
import type { PersonAnswer } from '#contract/persons.ts'
import { contactEvents } from '#features/contact/ground/contact.table.ts'
import { addEvent } from '#features/contact/ground/events.shared.server.ts'
import { openBackup } from '#server/backup/read-backup.ts'
import { listTables } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { anyTable } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { appendErased, erasePerson, readErased } from './erasures.shared.server.ts'
import { forgetUnknown } from './read-person.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  call = callAs(site, await site.asStaff({ role: 'sales', name: 'Sita Sales' }))
})
afterAll(() => site.close())

const message = (email: string, subject: string, text = 'Forty servers have to move.') =>
  site.post('/api/contact', { name: 'Raj Kumar', email, subject, message: text })

async function idOf(subject: string): Promise<string> {
  const row = site.database.db.selectFrom('contactRequests').select('id').where('subject', '=', subject)
  return (await row.executeTakeFirstOrThrow()).id
}

async function find(email: string): Promise<string> {
  const answer = await call('POST', '/api/persons/find', { email })
  expect(answer.status).toBe(200)
  return (await answer.json()).key
}

/** A person with two requests, one of them in the trash, a note, an answer, a subscription and mentions in what others wrote. */
async function makePerson(email: string) {
  const [first, second, foreign] = ['Migration', 'Backups', 'Another matter'].map(
    (subject) => `${subject} of ${email.split('@')[0]}`,
  ) as [string, string, string]
  await message(email.toUpperCase(), first)
  await message(email, second)
  await message(
    'friend@partner.example',
    foreign,
    `Please ask ${email.toUpperCase()}, not x${email} or ${email}.example. It is <${email}>, '${email}'.`,
  )
  await site.post('/api/newsletter/subscribe', { email })
  const [id, other, foreignId] = await Promise.all([idOf(first), idOf(second), idOf(foreign)])
  await call('DELETE', `/api/contact/${other}`)
  await site.database.transaction(async (trx) => {
    await addEvent(trx, { contactId: id, kind: 'note', body: `Call ${email} tomorrow` })
    const answer = await addEvent(trx, { contactId: id, kind: 'answer', body: 'We **can**.', messageId: `m-${id}` })
    await addEvent(trx, { contactId: foreignId, kind: 'received', body: 'I am copied in.', from: email })
    await queueDelivery(trx, 'contact', { subjectId: answer.id })
  })
  return { first, second, foreign, id, foreignId }
}

test(
  'an address at a domain in another script is one person in every form, however it is written',
  sameOnBoth,
  async () => {
    const course = await addCourse(site.database)
    const written = ['name@bücher.example', 'Name@BU\u0308CHER.example', 'name@xn--bcher-kva.example']
    const [first = '', second = '', third = ''] = written
    expect((await message(first, 'Books')).status).toBe(201)
    expect((await site.post('/api/newsletter/subscribe', { email: second })).status).toBe(201)
    const request = { courseId: course.id, kind: 'nextDate', name: 'Zoë', email: third }
    expect((await site.post('/api/course-requests', request)).status).toBe(201)
    await message('friend@partner.example', 'A friend', `Ask ${first}, not x${first}.`)
    const keys = await Promise.all(written.map(find))
    expect(new Set(keys).size).toBe(1)
    const person = await (await call('GET', `/api/persons/${keys[0]}`)).json()
    expect(person.email).toBe(third)
    expect(person.counts.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      ...['message', 'registration', 'subscription'],
    ])
    expect(person.entries.find(({ kind }: { kind: string }) => kind === 'subscription').facts).toContainEqual({
      name: 'Status',
      value: 'Confirmed',
    })
    const refused = await site.post('/api/newsletter/subscribe', { email: 'zoë@bücher.example' })
    expect([refused.status, (await refused.json()).issues]).toMatchObject([
      422,
      [{ message: expect.stringMatching(/^Before the @/) }],
    ])
    await site.database.transaction((trx) => erasePerson(trx, personalData, third, { hash: 'h' }))
    const texts = await site.database.db.selectFrom('contactRequests').select('message').execute()
    expect(texts.map((row) => row.message)).toEqual([`Ask [erased], not x${first}.`])
  },
)

test('everything of one address is found by it in any case, in order of time', async () => {
  const email = 'asha@partner.example'
  const { first, second } = await makePerson(email)
  const key = await find('Asha@Partner.example')
  expect(key).toMatch(/^[\w-]{22}$/)
  const person = await (await call('GET', `/api/persons/${key}`)).json()
  expect(person).toMatchObject({ email, names: ['Raj Kumar'], account: false, more: false })
  expect(person.counts).toEqual(
    expect.arrayContaining([
      { kind: 'message', count: 3 },
      { kind: 'note', count: 1 },
      { kind: 'reply', count: 1 },
      { kind: 'subscription', count: 1 },
    ]),
  )
  expect(person.entries).toContainEqual(
    expect.objectContaining({ kind: 'reply', html: '<p>We <strong>can</strong>.</p>' }),
  )
  expect(person.entries[0].facts).toContainEqual({ name: 'Status', value: 'Pending' })
  const times = person.entries.map(({ at }: { at: string }) => at)
  expect(times).toEqual(times.toSorted())
  expect(person.entries.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining([first, second, 'Newsletter']),
  )
  expect(JSON.stringify(person)).not.toContain('"record"')
  for (const left of ['Earlier backups', 'name of the person', 'other spellings', 'imported file', 'mailboxes'])
    expect(person.reach).toContain(left)
})

test('an address without data is unknown, and so is the key of no one', async () => {
  const unknown = await call('POST', '/api/persons/find', { email: 'nobody@partner.example' })
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ message: 'Nothing is stored about this address' }),
  ])
  const invalid = await call('POST', '/api/persons/find', { email: 'nobody' })
  expect(invalid.status).toBe(422)
  expect((await call('GET', '/api/persons/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
})

test('an export has every row, as JSON or as a page without scripts, and is logged without the address', async () => {
  const email = 'export@partner.example'
  await message(email, '<script>alert(1)</script>')
  const key = await find(email)
  const json = await call('GET', `/api/persons/${key}/export`)
  expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="person-\d{4}-\d\d-\d\d\.json"$/)
  const exported = await json.json()
  expect(exported).toMatchObject({ email, entries: [{ record: { email, name: 'Raj Kumar', status: 'pending' } }] })
  for (const [path, headers] of [
    ['?format=html', {}],
    ['', { accept: 'text/html' }],
  ] as const) {
    const page = await call('GET', `/api/persons/${key}/export${path}`, undefined, headers)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-disposition')).toContain('.html"')
    const text = await page.text()
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script')
  }
  const log = await site.database.db.selectFrom('activity').selectAll().where('what', '=', 'Export a person').execute()
  expect(log.length).toBe(3)
  expect(JSON.stringify(log)).not.toContain('partner.example')
})

test('an export has the notes of colleagues, or says how many it leaves out', async () => {
  const email = 'noted@partner.example'
  await makePerson(email)
  const key = await find(email)
  const person: PersonAnswer = await (await call('GET', `/api/persons/${key}`)).json()
  expect(person.counts).toContainEqual({ kind: 'note', count: 1 })
  expect(person.written).toEqual({ count: 1, last: person.entries.find(({ kind }) => kind === 'reply')?.at })
  const read = async (query: string) => (await call('GET', `/api/persons/${key}/export?${query}`)).text()
  for (const format of ['json', 'html']) {
    expect(await read(`format=${format}`)).toContain('tomorrow')
    expect(await read(`format=${format}&notes=without`)).not.toContain('tomorrow')
  }
  expect(JSON.parse(await read('notes=without'))).toMatchObject({ notesLeftOut: 1 })
  expect(JSON.parse(await read(''))).not.toHaveProperty('notesLeftOut')
  expect(await read('format=html&notes=without')).toContain('Left out: 1 note of its team.')
  expect((await call('GET', `/api/persons/${key}/export?notes=some`)).status).toBe(400)
})

test('an erasure needs the word, and leaves a keyed hash and counts', async () => {
  const email = 'erase@partner.example'
  const { id, foreignId } = await makePerson(email)
  const key = await find(email)
  const refused = await call('POST', `/api/persons/${key}/erase`, { word: 'erase' })
  expect([refused.status, (await refused.json()).message]).toEqual([422, 'Type ERASE to confirm.'])
  const answer = await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  expect(await answer.json()).toMatchObject({
    message: 'Personal data deleted: 3 messages, 1 reply, 1 note, 1 subscription.',
    counts: expect.arrayContaining([{ kind: 'message', count: 3 }]),
    ...(inject('postgresUrl') ? {} : { overwritten: true }),
  })
  const { db } = site.database
  expect((await call('GET', `/api/persons/${key}`)).status).toBe(404)
  expect((await call('POST', '/api/persons/find', { email })).status).toBe(404)
  expect(await db.selectFrom('contactEvents').select('id').where('contactId', '=', id).execute()).toEqual([])
  const other = await db.selectFrom('contactRequests').select('message').where('id', '=', foreignId).executeTakeFirst()
  expect(other?.message).toBe(`Please ask [erased], not x${email} or ${email}.example. It is <[erased]>, '[erased]'.`)
  const rows = await db.selectFrom('contactEvents').selectAll().where('contactId', '=', foreignId).execute()
  expect(rows.map((row) => contactEvents.decode(row))).toEqual([])
  const log = await db.selectFrom('activity').selectAll().where('what', '=', 'Erase a person').execute()
  expect(log).toMatchObject([
    { kind: 'delete', by: 'Sita Sales', recordName: '3 messages, 1 reply, 1 note, 1 subscription' },
  ])
  const kept = await db.selectFrom('erasures').selectAll().where('hash', '=', key).execute()
  expect(kept).toMatchObject([{ by: 'Sita Sales' }])
  expect(await readFile(join(site.config.dataDir, 'erased'), 'utf8')).toContain(`\n${key} ${kept[0]?.at} `)
})

test('the file of erasures is completed from the database', async () => {
  const file = join(site.config.dataDir, 'erased')
  const before = await readErased(site.config.dataDir)
  expect(before.length).toBeGreaterThan(0)
  // As a kill in the middle of a line leaves it.
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -30))
  await appendErased(site.database, site.config.dataDir)
  const repaired = await readErased(site.config.dataDir)
  expect(repaired.map(({ hash }) => hash).toSorted()).toEqual(before.map(({ hash }) => hash).toSorted())
  await appendErased(site.database, site.config.dataDir)
  expect(await readErased(site.config.dataDir)).toEqual(repaired)
})

test('a person who writes again is a new one, whose page says that an earlier one was erased', async () => {
  const email = 'again@partner.example'
  await message(email, 'First')
  const key = await find(email)
  await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  expect((await message(email, 'Second')).status).toBe(201)
  expect(await find(email)).toBe(key)
  const { entries } = await (await call('GET', `/api/persons/${key}`)).json()
  expect(entries).toMatchObject([{ title: 'Personal data deleted on request', by: 'Sita Sales' }, { title: 'Second' }])
})

test('the address of a colleague is exported, and not erased', async () => {
  const { user } = await site.asStaff({ role: 'viewer', email: 'Colleague@example.com' })
  await message(user.email, 'From a colleague')
  const key = await find(user.email)
  const exported = await (await call('GET', `/api/persons/${key}/export`)).json()
  expect(exported.counts).toEqual(expect.arrayContaining([{ kind: 'account', count: 1 }]))
  const refused = await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'This is a colleague’s address. Delete their account under Users.',
  ])
})

test('the address of a person is forgotten when nothing else has it', async () => {
  const { database } = site
  const email = 'forgotten@partner.example'
  await site.post('/api/newsletter/subscribe', { email })
  await find(email)
  const remembered = () => database.db.selectFrom('persons').select('key').where('email', '=', email).execute()
  await forgetUnknown(database, personalData)
  expect(await remembered()).toHaveLength(1)
  await database.db.deleteFrom('subscribers').where('email', '=', email).execute()
  await forgetUnknown(database, personalData)
  expect(await remembered()).toEqual([])
})

test('lines of a file that staff import go with the person', async () => {
  const email = 'line@partner.example'
  const csv = `Email,Name\nother-${email},Sita\n"Line <${email}>",Raj Kumar`
  const made = await call('POST', '/api/newsletter/imports', { csv, fileName: 'fair.csv' })
  const { _id } = await made.json()
  const key = await find(email)
  const { entries } = await (await call('GET', `/api/persons/${key}`)).json()
  expect(entries).toMatchObject([{ kind: 'import line', path: `/admin/subscribers/imports/${_id}` }])
  const answer = await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  expect((await answer.json()).message).toBe('Personal data deleted: 1 import line.')
  const left = await site.database.db.selectFrom('importLines').select('text').where('importId', '=', _id).execute()
  expect(left).toHaveLength(1)
  expect(left[0]?.text).toContain(`other-${email}`)
})

test('no byte of an erased address is in the files of the site or in a backup made after', async () => {
  const email = 'zq.traceless@partner.example'
  const { dataDir, database } = site.config
  await makePerson(email)
  // As a site without a mail server writes messages; in the second one, the address is encoded.
  await mkdir(join(dataDir, 'mail'), { recursive: true })
  await writeFile(join(dataDir, 'mail', 'one.eml'), `To: ${email}\r\n\r\nHello`)
  await writeFile(
    join(dataDir, 'mail', 'two.eml'),
    `To: x@y.example\r\n\r\n${Buffer.from(`Somebody asked: ${email}, yesterday`).toString('base64')}\r\n`,
  )
  await writeFile(join(dataDir, 'mail', 'other.eml'), 'To: x@y.example\r\n\r\nHello')
  // `x…` and `….example` are other addresses, in the message of another person.
  await site.database.db.deleteFrom('contactRequests').where('email', '=', 'friend@partner.example').execute()
  const key = await find(email)
  expect((await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).status).toBe(200)
  const mails = await readdir(join(dataDir, 'mail'))
  expect(mails).toContain('other.eml')
  expect(mails.filter((name) => ['one.eml', 'two.eml'].includes(name))).toEqual([])
  for (const name of mails) {
    // Other messages are being written.
    const text = await readFile(join(dataDir, 'mail', name), 'utf8').catch(() => '')
    expect(text.toLowerCase(), name).not.toContain('zq.traceless')
  }
  if (database.kind === 'sqlite') {
    await sql`pragma wal_checkpoint(truncate)`.execute(site.database.db)
    for (const name of await readdir(dataDir)) {
      if (!name.includes('.sqlite') && name !== 'erased') continue
      const bytes = await readFile(join(dataDir, name), 'latin1')
      expect(bytes.toLowerCase().includes('zq.traceless'), name).toBe(false)
    }
  }
  const file = join(dataDir, 'later.zip')
  await writeBackup(database, file)
  const backup = await openBackup(file)
  let rows = 0
  for (const table of backup.manifest.tables)
    for await (const row of backup.rows(table)) {
      rows++
      expect(JSON.stringify(row).toLowerCase().includes('zq.traceless'), table.name).toBe(false)
    }
  backup.close()
  expect(rows).toBeGreaterThan(20)
})

test('every table with an address is in the register of personal data', async () => {
  const exceptions = {
    persons: 'the address of each key, which every erasure deletes',
    identityUsers: 'the account of a colleague, which is not erased here',
    notifications: 'the number of recipients',
    viewDays: 'the number of views on phones',
    identitySessions: 'the network address of a colleague',
  }
  const covered = new Set([...personalData.flatMap(({ tables }) => tables), ...Object.keys(exceptions)])
  const { names } = await site.database.transaction(async (trx) => {
    const tables = await listTables(trx)
    const names: string[] = []
    for (const table of tables) {
      const columns =
        site.config.database.kind === 'sqlite'
          ? (await sql<{ name: string }>`select "name" from pragma_table_info(${table})`.execute(trx)).rows
          : (
              await sql<{
                name: string
              }>`select column_name as "name" from information_schema.columns where table_schema = current_schema() and table_name = ${table}`.execute(
                trx,
              )
            ).rows
      if (columns.some(({ name }) => /mail|address|phone|recipient|^from$|^answerTo$/i.test(name))) names.push(table)
    }
    return { names }
  })
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !covered.has(name))).toEqual([])
  // The register names no table that does not exist.
  for (const table of covered) await anyTable(site.database.db).selectFrom(table).selectAll().limit(1).execute()
})
