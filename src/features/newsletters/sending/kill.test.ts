import { expect, inject, test } from 'vitest'
import { type KillReport, type KillScenario, sendThroughKills } from '#testing/kill-scenario.ts'
import { runs } from '#testing/property-seed.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'

const subscribers = 200
const connections = 2

async function run(scenario: Pick<KillScenario, 'processes' | 'kills' | 'signal' | 'newsletter'>): Promise<KillReport> {
  const [place, sink] = [await createTestPlace(), await startSmtpSink()]
  try {
    return await sendThroughKills({ place, sink, subscribers, connections, rate: 100, ...scenario })
  } finally {
    await sink.close()
    await place.remove()
  }
}

function expectOnce({ times, refused, strangers, repeats, kills, states }: KillReport) {
  const missed = [...times].filter(([address, count]) => count === 0 && !refused.has(address))
  expect(missed).toEqual([])
  expect([...refused].filter((address) => times.get(address) !== 0)).toEqual([])
  // A repeated message was in flight when the process died, and has the same Message-ID.
  expect(strangers).toEqual([])
  expect(repeats).toBeLessThanOrEqual(kills * connections)
  expect(states).toEqual({ sent: subscribers - refused.size, failed: refused.size })
}

// The full size is in bench/mail.ts: each start of the program takes a second of processor time. They wait together for the claims of killed
// processes to end.
test('sends to everyone after being killed, repeating only messages in flight', {
  timeout: 200_000,
  concurrent: true,
}, async () => {
  expectOnce(await run({ processes: 1, kills: runs(3) }))
})

test.runIf(inject('postgresUrl'))(
  'two processes fix the recipients of a newsletter and share the work, and one is killed',
  { timeout: 200_000, concurrent: true },
  async () => {
    expectOnce(await run({ processes: 2, kills: 1, newsletter: true }))
  },
)

test('repeats nothing after a stop and start while sending', {
  timeout: 200_000,
  concurrent: true,
  tags: 'all',
}, async () => {
  const report = await run({ processes: 1, kills: 3, signal: 'SIGTERM' })
  expectOnce(report)
  expect(report.repeats).toBe(0)
})
