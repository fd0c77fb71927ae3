import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mailHolds } from '../src/contract/deliveries.ts'
import { connect } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { createMail } from '../src/server/mail/mail.ts'
import { addAnsweredRequest } from '../src/testing/answer-rows.ts'
import { type KillScenario, sendThroughKills, startProgram } from '../src/testing/kill-scenario.ts'
import { type SmtpSink, startSmtpSink, type Taken } from '../src/testing/smtp-sink.ts'
import type { Measurement } from './lib/figures.ts'

const subscribers = 2_000
const kills = 10
const connections = 2

async function run(scenario: Pick<KillScenario, 'kills' | 'rate' | 'calm'>) {
  const [dataDir, sink] = [await mkdtemp(join(tmpdir(), 'atrium-bench-')), await startSmtpSink()]
  try {
    const place = { dataDir, config: { kind: 'sqlite' as const, file: join(dataDir, 'atrium.sqlite') } }
    return {
      report: await sendThroughKills({ place, sink, subscribers, processes: 1, connections, ...scenario }),
      taken: sink.taken,
    }
  } finally {
    await sink.close()
    await rm(dataDir, { recursive: true })
  }
}

/** Messages a second between the first and the last. */
function rateOf(taken: Taken[]): number {
  const [first, last] = [taken[0], taken.at(-1)]
  return first && last ? ((taken.length - 1) * 1_000) / (last.at - first.at) : 0
}

/** The server's own limit: the same messages over as many connections, and nothing written down. */
async function bareRate(like: Taken): Promise<number> {
  const sink: SmtpSink = await startSmtpSink()
  const mail = createMail({ mail: { smtpUrl: sink.url, from: 'no-reply@example.com', connections }, dataDir: tmpdir() })
  const text = like.source.slice(like.source.indexOf('\r\n\r\n'))
  await Promise.all(
    Array.from({ length: subscribers }, (_, index) =>
      mail.send({ to: `reader-${index}@readers.example`, subject: 'Hello', text }),
    ),
  )
  mail.close()
  await sink.close()
  return rateOf(sink.taken)
}

/** The time from an answer to its arrival at the mail server, in milliseconds: the slowest of ten. */
async function slowestAnswer(): Promise<number> {
  const [dataDir, sink] = [await mkdtemp(join(tmpdir(), 'atrium-bench-')), await startSmtpSink()]
  const place = { dataDir, config: { kind: 'sqlite' as const, file: join(dataDir, 'atrium.sqlite') } }
  const database = await connect(place.config)
  await migrate(database)
  const program = startProgram(place, sink.url, connections, 10)
  try {
    await wait(5_000)
    const sentAt: number[] = []
    for (let answer = 0; answer < 10; answer++) {
      sentAt.push(performance.now())
      await addAnsweredRequest(database, `visitor-${answer}@example.net`)
      await wait(200)
    }
    while (sink.taken.length < sentAt.length) await wait(100)
    const times = sink.taken.map(({ to, at }) => at - (sentAt[Number(/\d+/.exec(to)?.[0])] ?? 0))
    return Math.max(...times)
  } finally {
    program.kill('SIGKILL')
    await database.close()
    await sink.close()
    await rm(dataDir, { recursive: true })
  }
}

/**
 * Tests the newsletter at full size against an SMTP server on this machine. The program is killed ten times while it sends to 2,000
 * subscribers, some of which fail temporarily or permanently: each gets the message, and at most the messages in flight are repeated. Then it
 * compares the undisturbed speed with that of the same messages sent without the mail queue.
 */
export async function* measure(): Measurement {
  const { report } = await run({ kills, rate: 150 })
  const missed = [...report.times].filter(([address, count]) => count === 0 && !report.refused.has(address)).length
  const wronged = [...report.refused].filter((address) => report.times.get(address) !== 0).length
  const strangers = report.strangers.length
  if (missed + wronged + strangers > 0)
    throw new Error(
      `${missed} left out, ${wronged} sent although refused, ${strangers} under another Message-ID: ${JSON.stringify(report.states)}`,
    )
  const most = { what: 'in flight at the kills', value: kills * connections }
  const what = `messages sent twice, of ${subscribers.toLocaleString('en')} and with ${kills} kills`
  yield { what, measured: report.repeats, unit: '', reference: most, promise: 'repeated messages' }

  const { taken } = await run({ kills: 0, rate: 10_000, calm: true })
  const bare = { what: "the mail server's own limit", value: await bareRate(taken[0] as Taken) }
  yield { what: 'messages', measured: rateOf(taken), unit: '/s', reference: bare, promise: 'rate of mail' }

  const hold = { what: 'the time to undo it and 2 s', value: (mailHolds.answer + 2) * 1_000 }
  yield {
    what: 'an answer to a visitor',
    measured: await slowestAnswer(),
    unit: 'ms',
    reference: hold,
    promise: 'time of an answer',
  }
}
