import '#testing/property-seed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatZoned, fromWallTime, toWallTime } from './zoned-time.ts'

test('times around midnight, the end of a month and a change of the clocks', () => {
  for (const [zone, wall, iso] of [
    ['Asia/Kolkata', '2026-11-22T09:30', '2026-11-22T04:00:00.000Z'],
    ['Asia/Kolkata', '2027-03-01T00:00', '2027-02-28T18:30:00.000Z'],
    ['Asia/Kolkata', '2028-02-29T23:59', '2028-02-29T18:29:00.000Z'],
    ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    // The clocks are put forward from 02:00 to 03:00.
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    // They are put back from 03:00 to 02:00, so 02:30 comes twice.
    ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
    ['Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
    ['America/New_York', '2026-12-31T23:59', '2027-01-01T04:59:00.000Z'],
    ['Asia/Kolkata', '', ''],
  ])
    expect(fromWallTime(wall as string, zone as string), `${wall} ${zone}`).toBe(iso)
  expect(toWallTime('2027-02-28T18:30:00.000Z', 'Asia/Kolkata')).toBe('2027-03-01T00:00')
  expect(formatZoned('2026-11-22T04:00:00.000Z', 'Asia/Kolkata')).toMatch(/^Sun 22 Nov( 2026)?, 09:30 IST$/)
})

test('agrees with Temporal at any time in zones with and without daylight saving', () => {
  const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2024-01-01') / 60_000, max: Date.parse('2036-01-01') / 60_000 }),
      (zone, minutes) => {
        const wall = new Date(minutes * 60_000).toISOString().slice(0, 16)
        const moment = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant()
        expect(fromWallTime(wall, zone)).toBe(new Date(moment.epochMilliseconds).toISOString())
      },
    ),
    { numRuns: 300 },
  )
})
