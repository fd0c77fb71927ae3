import { expect, onTestFinished, test } from 'vitest'
import { writeBackupState } from '#server/backup/backup-status.ts'
import { insertRow } from '#server/database/rows.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { startTestApp } from '#testing/start-app.ts'
import type { System } from './system.contract.ts'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

test('says how the site runs, and what is overdue, to staff alone', async () => {
  const base = await startTestApp()
  onTestFinished(base.close)
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
  const late = await read()
  expect(late.warnings).toEqual([
    'The last good backup is 40 hours old.',
    'The last attempt at a backup has failed.',
    'Messages have been waiting for 3 hours.',
  ])
  expect(late.backup).toMatchObject({
    good: { at: good.goodAt, name: 'atrium-1.zip', bytes: 7, rows: 3 },
    failed: { reason: 'The disk is full' },
  })
  expect(late.mail).toMatchObject({ due: 1, later: 0 })

  await writeBackupState(site.database, { ...good, goodAt: ago(35), attemptAt: ago(35) })
  await site.database.db.deleteFrom('deliveries').execute()
  expect((await read()).warnings).toEqual([])
})
