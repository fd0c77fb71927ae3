import '#testing/property-seed.ts'
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fromWallTime, toWallTime } from '#contract/zoned-format.ts'
import { formatDateTime, formatZoned, nameOfRecentDay } from './time.tsx'

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
  // British English would write "Sept", other than the site.
  expect(formatZoned('2031-09-10T04:00:00.000Z', 'Asia/Kolkata')).toBe('Wed 10 Sep 2031, 09:30 IST')
  expect(formatDateTime('2031-09-10T04:00:00.000Z', 'Asia/Kolkata')).toMatch(/^10 Sep 2031, 09:30/)
})

test('the name of the zone tells the two moments apart at which the clocks show the same', () => {
  const shown = (iso: string, zone: string) => [toWallTime(iso, zone).slice(11), formatZoned(iso, zone)]
  for (const [zone, iso, wall, text] of [
    ['Europe/Berlin', '2031-03-30T00:59:00Z', '01:59', 'Sun 30 Mar 2031, 01:59 GMT+1'],
    ['Europe/Berlin', '2031-03-30T01:00:00Z', '03:00', 'Sun 30 Mar 2031, 03:00 GMT+2'],
    ['Europe/Berlin', '2031-10-26T00:30:00Z', '02:30', 'Sun 26 Oct 2031, 02:30 GMT+2'],
    ['Europe/Berlin', '2031-10-26T01:30:00Z', '02:30', 'Sun 26 Oct 2031, 02:30 GMT+1'],
    ['America/New_York', '2031-11-02T05:30:00Z', '01:30', 'Sun 2 Nov 2031, 01:30 GMT-4'],
    ['America/New_York', '2031-11-02T06:30:00Z', '01:30', 'Sun 2 Nov 2031, 01:30 GMT-5'],
    ['America/New_York', '2032-01-01T04:59:00Z', '23:59', 'Wed 31 Dec 2031, 23:59 GMT-5'],
    ['America/New_York', '2032-01-01T05:00:00Z', '00:00', 'Thu 1 Jan 2032, 00:00 GMT-5'],
  ] as const)
    expect(shown(iso, zone), iso).toEqual([wall, text])
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

test('a moment is shown in the company’s time, with the zone where the clock of the device shows another', () => {
  const iso = '2026-11-22T20:00:00.000Z'
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(formatDateTime(iso, here)).toMatch(/^2[23] Nov 2026, \d\d:\d\d$/)
  const zones = { 'Asia/Kolkata': '23 Nov 2026, 01:30 IST', 'Asia/Kathmandu': '23 Nov 2026, 01:45 GMT+5:45' }
  for (const [zone, shown] of Object.entries(zones).filter(([zone]) => zone !== here))
    expect(formatDateTime(iso, zone)).toBe(shown)
})

test('a day of the last week has a name, by the clocks of the company', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T19:00:00Z') })
  const named = (iso: string) => nameOfRecentDay(iso, 'Asia/Kolkata')
  const days = ['2026-11-22T18:31:00Z', '2026-11-22T18:29:00Z', '2026-11-19T06:00:00Z', '2026-11-16T18:29:00Z']
  expect(days.map(named)).toEqual(['today', 'yesterday', 'Thursday', undefined])
  vi.useRealTimers()
})

test('nothing else in the back office makes a date or a time for people', () => {
  const own =
    /\bDateTimeFormat\b|\.toLocale(Date|Time)?String\(|\.to(Date|Time)String\(|\.get(FullYear|Month|Date|Day|Hours|Minutes)\(/
  const files = globSync(['src/admin/**/*.{ts,tsx}', 'src/features/**/*.admin.{ts,tsx}'])
  expect(files.length).toBeGreaterThan(100)
  const others = files.filter((file) => !/src\/admin\/time(\.unit\.test)?\.tsx?$/.test(file))
  expect(others.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([])
})
