import { expect, test } from 'vitest'
import { asOfBanner } from './as-of.ts'

test('the banner names the moment on both sides of a change of the clocks, of midnight and of the end of a month', () => {
  for (const [timeZone, at, text] of [
    ['Europe/Berlin', '2031-03-30T00:59:00Z', 'Sun, 30 Mar 2031, 01:59 GMT+1'],
    ['Europe/Berlin', '2031-03-30T01:00:00Z', 'Sun, 30 Mar 2031, 03:00 GMT+2'],
    ['Europe/Berlin', '2031-10-26T00:30:00Z', 'Sun, 26 Oct 2031, 02:30 GMT+2'],
    ['Europe/Berlin', '2031-10-26T01:30:00Z', 'Sun, 26 Oct 2031, 02:30 GMT+1'],
    ['America/New_York', '2032-03-01T04:59:00Z', 'Sun, 29 Feb 2032, 23:59 GMT-5'],
    ['America/New_York', '2032-03-01T05:00:00Z', 'Mon, 1 Mar 2032, 00:00 GMT-5'],
  ] as const)
    expect(asOfBanner(at, { timeZone }), at).toContain(`Preview of the site on ${text}.`)
})
