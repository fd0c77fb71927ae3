import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { type BackupReason, expired, isOverdue, newBackupPath, type StoredBackup, scheduleOf } from './backup-status.ts'

const backup = (at: string, reason: BackupReason = 'nightly'): StoredBackup => ({
  at: new Date(at),
  reason,
  name: at,
  file: at,
  bytes: 1,
})
const hour = 3_600_000

test('of a year of nightly backups, the last 7 days, 4 weeks and 6 months stay', () => {
  const year = Array.from({ length: 365 }, (_, day) =>
    backup(new Date(Date.UTC(2026, 10, 21, 21) - day * 24 * hour).toISOString()),
  )
  const gone = new Set(expired(year))
  const left = year.filter((one) => !gone.has(one)).map(({ at }) => at.toISOString().slice(5, 10))
  expect(left).toEqual([
    ...['11-21', '11-20', '11-19', '11-18', '11-17', '11-16', '11-15'],
    // Sundays, then the last days of months.
    ...['11-08', '11-01', '10-31', '09-30', '08-31', '07-31', '06-30'],
  ])
})

test('a second backup within a second does not replace the first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-backups-'))
  const path = () => newBackupPath(folder, 'nightly', new Date('2026-12-31T23:59:59Z'))
  expect(basename(path())).toBe('atrium-20261231-235959-nightly.zip')
  await writeFile(path(), 'a backup')
  expect(basename(path())).toBe('atrium-20270101-000000-nightly.zip')
  await rm(folder, { recursive: true })
})

test('a site that was switched off loses no backup, and those made by hand stay', () => {
  const old = [backup('2024-01-01T00:00:00Z'), backup('2025-06-01T00:00:00Z'), backup('2026-11-21T00:00:00Z')]
  expect(expired(old)).toEqual([])
  const manual = Array.from({ length: 50 }, () => backup('2026-11-21T00:00:00Z', 'manual'))
  expect(expired(manual)).toEqual([])
  // Those before a migration stay however many nights follow them.
  const before = backup('2026-01-01T00:00:00Z', 'migration')
  expect(expired([...old, before])).not.toContain(before)
})

test.each(['upgrade', 'migration', 'replaced'] as const)('the last 5 made before something (%s) stay', (reason) => {
  const made = Array.from({ length: 8 }, (_, minute) => backup(`2026-11-21T10:0${minute}:00Z`, reason))
  const [oldest] = made
  const others = [backup('2020-01-01T00:00:00Z'), backup('2020-01-01T00:00:00Z', 'manual')]
  expect(new Set(expired([...made, ...others]))).toEqual(new Set(made.slice(0, 3)))
  expect(expired(made.slice(0, 5))).not.toContain(oldest)
})

test.each([
  ['2026-11-21T20:59:00Z', '2026-11-20T21:00:00Z', '2026-11-21T21:00:00Z'],
  ['2026-11-21T21:00:00Z', '2026-11-21T21:00:00Z', '2026-11-22T21:00:00Z'],
  ['2026-11-21T22:00:00Z', '2026-11-21T21:00:00Z', '2026-11-22T21:00:00Z'],
])('at %s the last 02:30 in India was at %s, and the next is at %s', (now, last, next) => {
  const found = scheduleOf('02:30', 'Asia/Kolkata', Date.parse(now))
  expect([found.last, found.next]).toEqual([Date.parse(last), Date.parse(next)])
})

test('a time that the clocks skip in spring still has a moment', () => {
  const { last } = scheduleOf('02:30', 'Europe/Berlin', Date.parse('2026-03-29T12:00:00Z'))
  expect(new Date(last).toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test('is overdue 36 hours after the last good backup, or after a site began without one', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const on = { at: '02:30', command: undefined }
  const ago = (hours: number) => ({ goodAt: new Date(now - hours * hour).toISOString() })
  expect(isOverdue(ago(35), on, 0, now)).toBe(false)
  expect(isOverdue(ago(37), on, 0, now)).toBe(true)
  expect(isOverdue({}, on, now - 35 * hour, now)).toBe(false)
  expect(isOverdue({}, on, now - 37 * hour, now)).toBe(true)
  expect(isOverdue({}, { ...on, at: undefined }, 0, now)).toBe(false)
})
