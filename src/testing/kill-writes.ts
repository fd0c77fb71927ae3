import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConfig } from '#server/config/config.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'
import { type Member, startMember } from './cluster.ts'
import { type Call, mediaLane, messageLane, seatLane, settingsLane, subscriberLane } from './kill-lanes.ts'
import { postLane } from './kill-posts.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { addSubscribers } from './subscriber-rows.ts'

const [email, password] = ['admin@example.com', 'four rivers meet at dawn']
const connections = 2

type Scenario = {
  place: { dataDir: string; config: DatabaseConfig }
  sink: SmtpSink
  kills: number
  /** Whether to wait at the end until the mail is sent, for as long as the claims of killed processes hold. */
  settles: boolean
}

export type WriteReport = {
  acknowledged: number
  /** Calls in flight at a kill. */
  open: number
  /** Data that is stored differently than acknowledged, incomplete, or damaged. */
  faults: string[]
  messages: number
  repeats: number
  /** As many messages may be repeated: those in flight at the kills. */
  mostRepeats: number
}

/**
 * Many write at once while the program is killed again and again. After each kill it is started again, and all stored
 * data is compared with the acknowledged data.
 * The kills and the writes follow from a seed that is printed; KILL_SEED repeats them as far as the timing allows.
 */
export async function writeThroughKills({ place, sink, kills, settles }: Scenario): Promise<WriteReport> {
  const seed = process.env['KILL_SEED'] ?? String(Date.now())
  console.log(`Kills and writes follow from KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const lanes = {
    ...Object.fromEntries(['alpha', 'beta', 'gamma'].map((name) => [name, postLane(name, randomFrom(seed + name))])),
    settings: settingsLane(),
    media: mediaLane(random),
    messages: messageLane(),
    seats: seatLane(),
    subscribers: subscriberLane(),
  }
  const report: WriteReport = {
    acknowledged: 0,
    open: 0,
    faults: [],
    messages: 0,
    repeats: 0,
    mostRepeats: kills * connections,
  }
  const member = await startMember(settingsOf(place, sink))
  let database: Database | undefined
  try {
    await member.ready()
    database = await connect(place.config)
    await addSubscribers(database, 3)
    const call = await signIn(member)
    for (let kill = 0; kill < kills; kill++) {
      let killed = false
      const writing = Object.entries(lanes).map(async ([name, lane]) => {
        try {
          for (; !killed; report.acknowledged++) await lane.act(call)
        } catch (error) {
          if (killed && !(error instanceof Refused)) report.open++
          else report.faults.push(`${name}: ${error}`)
        }
      })
      const enough = report.acknowledged + random.whole(10, 60)
      for (let patience = 0; report.acknowledged < enough && patience < 10_000; patience++) await wait(2)
      killed = true
      await member.end('SIGKILL')
      await Promise.all(writing)
      member.start()
      await member.ready()
      report.faults.push(...checkFile(place.config))
      for (const [name, lane] of Object.entries(lanes))
        report.faults.push(...(await lane.check(call)).map((fault) => `after kill ${kill + 1}, ${name}: ${fault}`))
    }
    if (settles) {
      await publishAll(call)
      report.faults.push(...(await untilSent(database)))
    }
    const { faults, ...mail } = countMail(sink, await countSent(database))
    return { ...report, ...mail, faults: [...report.faults, ...faults] }
  } finally {
    await member.end('SIGKILL')
    await database?.close()
  }
}

const settingsOf = ({ dataDir, config }: Scenario['place'], sink: SmtpSink): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}),
  SAMPLE_CONTENT: 'false',
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
  TRUST_PROXY: '1',
  SMTP_URL: sink.url,
  MAIL_HOLD: '0',
  MAIL_RATE: '200',
  MAIL_CONNECTIONS: String(connections),
  MAIL_RETRY: '1,1,1,1,1,1',
})

class Refused extends Error {}

async function signIn({ url }: Member): Promise<Call> {
  let visitors = 0
  let token = ''
  const call: Call = async (method, path, body) => {
    const json = body !== undefined && !(body instanceof FormData)
    const answer = await fetch(url + path, {
      method,
      body: json ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
      // Each call comes from another network, so that no limit applies.
      headers: {
        'x-forwarded-for': `10.${++visitors >> 8}.${visitors & 255}.1`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Refused(`${method} ${path} was answered with ${answer.status}: ${text}`)
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }
  token = (await call<{ token: string }>('POST', '/api/identity/sign-in', { email, password })).token
  return call
}

/** Whether SQLite finds the file whole. PostgreSQL, which is not killed, keeps its own. */
function checkFile(config: DatabaseConfig): string[] {
  if (config.kind === 'postgres') return []
  const file = new DatabaseSync(config.file, { readOnly: true })
  try {
    const found = [...file.prepare('pragma integrity_check').all(), ...file.prepare('pragma foreign_key_check').all()]
    return found.map((line) => JSON.stringify(line)).filter((line) => line !== '{"integrity_check":"ok"}')
  } finally {
    file.close()
  }
}

/** Publishes every post, because notifications of drafts are held. */
async function publishAll(call: Call): Promise<void> {
  const trashed = await call<{ entity: string; _id: string }[]>('GET', '/api/trash?entity=blogs')
  for (const { _id } of trashed) await call('POST', `/api/trash/blogs/${_id}/restore`)
  const { blogs } = await call<{ blogs: { _id: string }[] }>('GET', '/api/blogs/adminblogs?limit=100')
  await call('POST', '/api/blogs/bulk', { action: 'publish', records: blogs.map(({ _id }) => ({ _id })) })
}

async function countSent({ db }: Database): Promise<number> {
  const sent = db.selectFrom('deliveries').where('state', '=', 'sent')
  return (await sent.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Waits for the messages that are due. Most messages of a flood reach the company later, in a digest. */
async function untilSent({ db }: Database): Promise<string[]> {
  const open = () =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('state', 'in', ['waiting', 'sending'])
      .where('dueAt', '<', new Date(Date.now() + 5_000).toISOString())
      .limit(1)
      .execute()
  for (let patience = 0; patience < 240; patience++) {
    if ((await open()).length === 0) return []
    await wait(500)
  }
  return [`messages still wait after two minutes, such as ${JSON.stringify(await open())}`]
}

/** Counts the messages. Each goes to a person once; one that was in flight at a kill comes again with the same Message-ID. */
function countMail({ taken }: SmtpSink, sent: number) {
  const ids = new Map<string, Set<string>>()
  for (const { to, source, messageId } of taken) {
    const message = `${to} ${/^subject: (.*(?:\r\n[ \t].*)*)/im.exec(source)?.[1]?.replace(/\r\n\s/g, ' ')}`
    ids.set(message, (ids.get(message) ?? new Set()).add(messageId))
  }
  const faults = [...ids].filter(([, all]) => all.size > 1).map(([name]) => `under several Message-IDs: ${name}`)
  const messages = new Set(taken.map(({ to, messageId }) => `${to} ${messageId}`)).size
  if (messages < sent) faults.push(`${sent} messages count as sent, and ${messages} came`)
  return { faults, messages, repeats: taken.length - messages }
}
