import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FirstSteps } from '#features/dashboard/dashboard.contract.ts'
import { backupFolder, writeBackupState } from '#server/backup/backup-status.ts'
import { insertRow, storeValue } from '#server/database/rows.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import type { System } from './system.contract.ts'
import { runChecks } from './system-checks.server.ts'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
let base: TestApp
beforeAll(async () => {
  base = await startTestApp()
})
afterAll(() => base.close())

test('reports the system status and overdue tasks, only to staff', async () => {
  const smtpUrl = 'smtp://127.0.0.1:1'
  const site = await startTestApp({
    database: base.config.database,
    mail: { ...base.config.mail, smtpUrl },
    backup: { at: '02:30', command: undefined },
  })
  onTestFinished(site.close)
  const staff = await site.asStaff()
  const read = async () => (await (await site.get('/api/system', { headers: staff.headers })).json()) as System
  expect((await site.get('/api/system')).status).toBe(401)

  const begun = await read()
  expect(begun).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    publicUrl: site.config.publicUrl,
    warnings: [],
    lacks: ['No backup has been made yet.', 'Backups are not copied to another machine.'],
    backup: { at: '02:30', copied: false },
    database: { kind: site.config.database.kind },
    mail: { server: true, due: 0, later: 0, failed: 0 },
    clock: { timeZone: 'Asia/Kolkata' },
  })
  expect(begun.backup.good).toBeUndefined()
  expect(begun.database.bytes).toBeGreaterThan(10_000)
  expect(begun.disk?.free).toBeGreaterThan(0)
  expect(Date.parse(begun.backup.nextAt ?? '')).toBeGreaterThan(Date.now())
  expect(Math.abs(begun.clock.databaseAhead)).toBeLessThan(60_000)

  const good = { goodAt: ago(40), file: '/data/backups/atrium-1.zip', bytes: 7, rows: 3 }
  await writeBackupState(site.database, { ...good, attemptAt: ago(1), error: 'The disk is full' })
  const row = { kind: 'contact' as const, subjectId: 'x', state: 'sending' as const, priority: 0, attempts: 1 }
  // Another process has it, so that this one does not try to send it.
  const claim = { claimedBy: 'another', claimedUntil: new Date(Date.now() + 10_000).toISOString() }
  await site.database.transaction((trx) => insertRow(trx, deliveries, { ...row, ...claim, dueAt: ago(3) }))
  const [night, second] = ['atrium-20261121-210000-nightly.zip', 'atrium-20261120-210000-nightly.zip']
  await mkdir(backupFolder(site.config.dataDir), { recursive: true })
  for (const name of [night, second, 'atrium-20261120-100000-upgrade.zip', 'failed.zip'])
    await writeFile(join(backupFolder(site.config.dataDir), name), '1234')
  const late = await read()
  expect(late.warnings).toEqual([
    'The last good backup is 40 hours old.',
    'The last backup failed.',
    'Emails have been waiting for 3 hours.',
  ])
  expect(late.backup).toMatchObject({
    good: { at: good.goodAt, name: 'atrium-1.zip', bytes: 7, rows: 3 },
    failed: { reason: 'The disk is full' },
    stored: [
      { reason: 'nightly', count: 2, bytes: 8 },
      { reason: 'upgrade', count: 1, bytes: 4 },
    ],
  })
  expect(late.mail).toMatchObject({ due: 1, later: 0 })

  await writeBackupState(site.database, { ...good, goodAt: ago(35), attemptAt: ago(35) })
  await site.database.db.deleteFrom('deliveries').execute()
  expect((await read()).warnings).toEqual([])
  expect((await read()).lacks).not.toContain('No backup has been made yet.')
  const withoutMail = await (await base.get('/api/system', { headers: staff.headers })).json()
  expect(withoutMail.lacks).toContain('Emails are not being sent: no mail server is set up.')
})

test('says which work in the background has failed, and why', async () => {
  const call = callAs(base, await base.asStaff())
  const read = async () => (await (await call('GET', '/api/system')).json()) as System
  const { jobs } = await read()
  expect(jobs.length).toBeGreaterThan(9)
  for (const { name, at, lastAt, failed } of jobs) {
    // Work of the night is done from its hour on.
    if (at === undefined) expect(lastAt, name).toBeDefined()
    expect(failed, name).toBeUndefined()
  }
  const failed = { at: ago(0), reason: 'The table is broken' }
  await storeValue(base.database.db, 'job Offer free seats', JSON.stringify({ lastAt: ago(1), failed }))
  const { jobs: later, lacks } = await read()
  expect(later).toContainEqual({
    name: 'Offer free seats',
    once: 'site',
    every: 60_000,
    lastAt: expect.anything(),
    failed,
  })
  expect(lacks).toContain('“Offer free seats” has failed: The table is broken.')
})

test('sends the caller a test message, and reports the answer of the mail server', async () => {
  const { sink, site } = await startMailSite()
  const staff = await site.asStaff()
  const { headers, user } = staff
  const send = async () => {
    const answer = await site.post('/api/system/mail-test', {}, { headers })
    return `${answer.status} ${(await answer.json()).message}`
  }
  const works = async () => {
    const { steps } = (await (await site.get('/api/users/me/first-steps', { headers })).json()) as FirstSteps
    return steps.find(({ id }) => id === 'mail')?.done
  }
  expect(await works()).toBe(false)
  expect(await send()).toBe(`200 Sent to ${user.email}`)
  // Of the first steps on the dashboard this one is done.
  expect(await works()).toBe(true)
  expect(sink.taken.map(({ to }) => to)).toEqual([user.email])
  expect(sink.taken[0]?.source).toMatch(/^Subject: \[Test\] Email from Acme Cloud\r?$/m)
  await callAs(site, staff)('PUT', '/api/settings/company', { brand: 'Heron: Clouds (India)' })
  expect(await send()).toBe(`200 Sent to ${user.email}`)
  expect(sink.taken[1]?.source).toMatch(/^From: "Heron: Clouds \(India\)" <no-reply@example\.com>\r?$/m)
  sink.behave({ onRecipient: () => ({ code: 550, text: '5.7.1 Not from this address' }) })
  expect(await send()).toMatch(/^503 The mail server did not take the message: .*5\.7\.1 Not from this address/)
  expect((await site.post('/api/system/mail-test', {})).status).toBe(401)
})

test('looks up the records of the mail domain, and whether the public address leads here', async () => {
  const records: Record<string, string[]> = {}
  const site = base
  const mailFrom = 'Acme <no-reply@mail.acme.example>'
  const check = async (selector = '', publicUrl = site.url) => {
    const lookUp = { recordsOf: async (name: string) => (silent ? undefined : (records[name] ?? [])), end() {} }
    const checks = await runChecks({ publicUrl }, { mailFrom, selector }, lookUp)
    return checks.map(({ name, state, message }) => `${state} ${name}: ${message}`)
  }
  let silent = true
  expect((await check()).slice(0, 3)).toEqual(
    ['SPF', 'DKIM', 'DMARC'].map(
      (name) => `unknown ${name} of mail.acme.example: The name servers did not answer. Try again in a moment.`,
    ),
  )
  silent = false
  expect(await check()).toEqual([
    expect.stringMatching(/^bad SPF of mail\.acme\.example: There is no record\. /),
    expect.stringMatching(/^unknown DKIM of mail\.acme\.example: No key has a common name\. /),
    expect.stringMatching(/^bad DMARC of mail\.acme\.example: There is no record\. /),
    `bad Public address: ${site.url} answers, but not over https.`,
  ])

  Object.assign(records, {
    'mail.acme.example': ['unrelated', 'v=spf1 include:_spf.example.net -all'],
    'acme2031._domainkey.mail.acme.example': [`v=DKIM1; k=rsa; p=${'A'.repeat(400)}`],
    'old._domainkey.mail.acme.example': ['v=DKIM1; p='],
    // The policy of the domain above holds for its parts.
    '_dmarc.acme.example': ['v=DMARC1; p=quarantine'],
  })
  expect((await check('acme2031')).slice(0, 3)).toEqual([
    'good SPF of mail.acme.example: v=spf1 include:_spf.example.net -all',
    'good DKIM of mail.acme.example: The key “acme2031” is published.',
    'good DMARC of mail.acme.example: v=DMARC1; p=quarantine',
  ])
  expect((await check('old'))[1]).toBe('bad DKIM of mail.acme.example: The key “old” has been withdrawn: it is empty.')
  expect((await check('none'))[1]).toBe('bad DKIM of mail.acme.example: There is no key “none”.')
  records['mail.acme.example'] = ['v=spf1 +all']
  expect((await check())[0]).toMatch(/^bad .*lets every server send/)
  records['mail.acme.example'] = ['v=spf1 -all', 'v=spf1 ~all']
  expect((await check())[0]).toMatch(/^bad .*There are two records/)
  expect((await check('', `${site.url}/api/elsewhere`))[3]).toMatch(
    /^bad Public address: \S+\/api\/elsewhere answers 404, and not as this program/,
  )
  const { headers } = await site.asStaff()
  const ask = async (dkimSelector: string, init = {}) =>
    (await site.post('/api/system/checks', { dkimSelector }, init)).status
  expect([await ask(''), await ask('../../etc', { headers })]).toEqual([401, 422])
})
