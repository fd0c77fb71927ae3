// It starts the program several times, as `newsletter/kill.test.ts` does.
// @module-tag all
import { expect, test } from 'vitest'
import { writeThroughKills } from '#testing/kill-writes.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'

// Fifty kills, after which it waits until the mail is sent, are in bench/kills.ts.
test('keeps every acknowledged write, whole and once, through two kills amid many writes', {
  timeout: 200_000,
}, async () => {
  const [place, sink] = [await createTestPlace(), await startSmtpSink()]
  try {
    const report = await writeThroughKills({ place, sink, kills: 2, settles: false })
    expect(report.faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(20)
    expect(report.open).toBeGreaterThan(0)
    expect(report.repeats).toBeLessThanOrEqual(report.mostRepeats)
  } finally {
    await sink.close()
    await place.remove()
  }
})
