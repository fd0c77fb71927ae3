import { expect, test } from 'vitest'
import { alarmsOf, type Facts } from './alarms.server.ts'

const now = Date.parse('2026-11-28T06:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

const well: Facts = {
  version: '1.0.0',
  startedAt: ago(100),
  publicUrl: 'https://www.example.com',
  backup: {
    at: '02:30',
    copied: true,
    running: false,
    stored: [],
    good: { at: ago(4), name: 'a.zip', bytes: 1, rows: 1 },
  },
  database: { kind: 'sqlite', bytes: 3e9 },
  disk: { free: 7e9, size: 9e9 },
  mail: { server: true, due: 0, later: 0, failed: 0 },
  clock: { now: ago(0), timeZone: 'Asia/Kolkata', databaseAhead: 0 },
}
const { good: _, ...neverBackedUp } = well.backup
const failed = { at: ago(4), reason: 'It ended with 1' }
const refuses = { since: ago(3), reason: 'connect ECONNREFUSED' }

/** The alarms of a site that was set up four days ago and differs from a well one in this. */
const alarmsWith = (facts: Partial<Facts>) =>
  alarmsOf(
    { ...well, ...facts },
    { config: { backup: { at: '02:30', command: 'copy' } }, created: now - 100 * 3_600_000, now },
  )

test.each<[string, Partial<Facts>, ...unknown[]]>([
  ['all is well', {}],
  ['no backup', { backup: neverBackedUp }, ['backup', 'No backup has been made yet.']],
  [
    'a database that was moved',
    { backup: { ...neverBackedUp, stored: [{ reason: 'manual', count: 11, bytes: 1 }] } },
    ['backup', 'No backup has been verified yet.'],
  ],
  [
    'a late backup that fails is one alarm',
    {
      backup: {
        ...well.backup,
        good: { at: ago(60), name: '', bytes: 1, rows: 1 },
        failed: { ...failed, onlyCopy: false },
      },
    },
    ['backup', 'The last good backup is 2 days old. The last backup failed.', failed.reason],
  ],
  [
    'a copy that fails',
    { backup: { ...well.backup, failed: { ...failed, onlyCopy: true } } },
    ['copy', 'The last backup was not copied.', failed.reason],
  ],
  [
    'a copy that nobody wants any more',
    { backup: { ...well.backup, copied: false, failed: { ...failed, onlyCopy: true } } },
  ],
  ['less than two databases free', { disk: { free: 5e9, size: 9e9 } }, ['disk', 'The disk is nearly full.']],
  [
    'a mail server that refuses',
    { mail: { ...well.mail, sentAt: ago(3), refuses } },
    ['mail', 'The mail server has accepted no email for 3 hours.', refuses.reason],
  ],
  ['one that has refused for a moment', { mail: { ...well.mail, refuses: { ...refuses, since: ago(0.5) } } }],
  [
    'messages that nobody sends',
    { mail: { ...well.mail, due: 2, dueSince: ago(2) } },
    ['mail', 'Emails have been waiting for 2 hours.'],
  ],
  ['a long newsletter', { mail: { ...well.mail, due: 900, dueSince: ago(2), sentAt: ago(0.01) } }],
  ['messages in files', { mail: { ...well.mail, server: false, due: 2, dueSince: ago(2) } }],
  [
    'a wrong clock',
    { clock: { ...well.clock, databaseAhead: -90_000 } },
    ['clocks', 'The clocks of the server and the database differ.'],
  ],
])('%s', (_name, facts, ...expected) => {
  const alarms = alarmsWith(facts).map(({ id, sentences, reason }) => [
    id,
    sentences.join(' '),
    ...(reason ? [reason] : []),
  ])
  expect(alarms).toEqual(expected)
})
