import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { newsletters } from '#features/newsletters/ground/newsletters.table.ts'
import { addNotification, queueNotification } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { connect, type Database, nowIn } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { migrate } from '#server/database/migrate.ts'
import { insertRow } from '#server/database/rows.ts'
import { type Random, randomFrom } from '#ui/drawing/shapes.ts'
import { programs } from './programs.ts'
import { addPost } from './sample-rows.ts'
import type { Refusal, SmtpSink } from './smtp-sink.ts'
import { addSubscribers } from './subscriber-rows.ts'

type Place = { dataDir: string; config: DatabaseConfig }

export type KillScenario = {
  place: Place
  sink: SmtpSink
  subscribers: number
  /** How often a process is killed while it sends; another is started each time. */
  kills: number
  /** The default is SIGKILL; after SIGTERM a process shuts down cleanly. */
  signal?: 'SIGKILL' | 'SIGTERM' | undefined
  /** The number of processes that share the work; one with SQLite. */
  processes: number
  connections: number
  /** Messages per second and process. */
  rate: number
  /** The mail server accepts every recipient at once. */
  calm?: boolean
  /** Whether a newsletter is sent, in place of a post. */
  newsletter?: boolean
}

export type KillReport = {
  /** How often each address that should receive the message got it. */
  times: Map<string, number>
  /** Addresses that the server refuses permanently. */
  refused: Set<string>
  /** Addresses that received it twice with different Message-IDs. */
  strangers: string[]
  /** Repeated messages, after the first to an address. */
  repeats: number
  kills: number
  states: Record<string, number>
}

/** One address in twenty does not exist, and one in ten is deferred at the first attempt. */
function mixedFailures(addresses: string[], random: Random) {
  const refused = new Set(addresses.filter((_, index) => index % 20 === 7))
  const putOff = new Set(addresses.filter((_, index) => index % 10 === 3))
  const onRecipient = (address: string): Refusal => {
    if (refused.has(address)) return { code: 550, text: '5.1.1 No such user here' }
    return putOff.delete(address) ? { code: 451, text: '4.7.1 Come back later' } : undefined
  }
  // The delay makes it likely that a kill hits messages that have arrived and are not acknowledged yet.
  return { refused, behaviour: { onRecipient, beforeAnswer: () => wait(random.between(0, 8)) } }
}

/**
 * Sends a post or a newsletter to many while the program is killed again and again, and counts what arrived. When it is killed, and how long the server takes to
 * answer, follows from a seed that is printed; KILL_SEED repeats a run as far as the processes' own timing allows.
 */
export async function sendThroughKills({
  place,
  sink,
  subscribers,
  kills,
  processes,
  connections,
  rate,
  calm,
  signal = 'SIGKILL',
  newsletter,
}: KillScenario): Promise<KillReport> {
  const seed = process.env['KILL_SEED'] ?? String(Date.now())
  console.log(`Kills follow from KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const database = await connect(place.config)
  const running: ChildProcess[] = []
  try {
    await migrate(database)
    const addresses = (await addSubscribers(database, subscribers)).map(({ email }) => email)
    const { refused, behaviour } = calm
      ? { refused: new Set<string>(), behaviour: {} }
      : mixedFailures(addresses, random)
    sink.behave(behaviour)
    if (newsletter) await sendNewsletter(database)
    else {
      const post = await addPost(database, { sendNotification: true })
      await changeContent(database, (trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
    }

    const start = () => running.push(startProgram(place, sink.url, connections, rate))
    for (let count = 0; count < processes; count++) start()
    for (let kill = 1; kill <= kills; kill++) {
      // A random moment within the share of the work that this process does.
      await untilTaken(sink, Math.round(((kill - random.between(0.1, 0.5)) / (kills + 1)) * subscribers * 0.95))
      running.splice(random.whole(0, running.length - 1), 1)[0]?.kill(signal)
      start()
    }
    await untilSettled(database)

    const times = new Map(addresses.map((address) => [address, 0]))
    const ids = new Map<string, Set<string>>()
    for (const { to, messageId } of sink.taken) {
      times.set(to, (times.get(to) ?? 0) + 1)
      ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
    }
    const strangers = [...ids].filter(([, all]) => all.size > 1).map(([address]) => address)
    return {
      times,
      refused,
      strangers,
      repeats: sink.taken.length - ids.size,
      kills,
      states: await countStates(database),
    }
  } finally {
    for (const program of running) program.kill('SIGKILL')
    await database.close()
  }
}

/** Confirms a newsletter whose hold has ended: the programs fix its recipients. */
const sendNewsletter = (database: Database) =>
  database.transaction(async (trx) => {
    const [createdAt, content] = [nowIn(trx), { version: 1, title: 'Seats', subject: 'Seats', body: 'Twelve.' }]
    const audience = { to: 'everyone' } as const
    const row = { title: 'Seats', subject: '', body: 'Twelve.', audience, updatedAt: createdAt, createdAt, version: 1 }
    const { id } = await insertRow(trx, newsletters, row)
    await addNotification(trx, { newsletterId: id, holdUntil: createdAt, audience, content, createdAt })
  })

/** Starts the program as a process that can be killed. */
export function startProgram(
  { dataDir, config }: Place,
  smtpUrl: string,
  connections: number,
  rate: number,
): ChildProcess {
  return spawn(process.execPath, [programs.server], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ATRIUM_DIST: process.env['ATRIUM_DIST'],
      DATA_DIR: dataDir,
      ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}),
      SAMPLE_CONTENT: 'false',
      ADMIN_PASSWORD: 'four rivers meet at dawn',
      PORT: '0',
      SMTP_URL: smtpUrl,
      MAIL_RATE: String(rate),
      MAIL_CONNECTIONS: String(connections),
      MAIL_RETRY: '1,1,1,1,1,1',
    },
  })
}

async function untilTaken(sink: SmtpSink, count: number): Promise<void> {
  const patience = Date.now() + 120_000
  while (sink.taken.length < count) {
    if (Date.now() > patience) throw new Error(`Only ${sink.taken.length} of ${count} messages came in two minutes`)
    await wait(2)
  }
}

async function untilSettled(database: Database): Promise<void> {
  const patience = Date.now() + 180_000
  for (;;) {
    const { waiting = 0, sending = 0 } = await countStates(database)
    if (waiting + sending === 0) return
    if (Date.now() > patience) throw new Error(`${waiting + sending} deliveries were not settled in three minutes`)
    await wait(250)
  }
}

async function countStates({ db }: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
