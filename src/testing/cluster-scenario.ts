import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { queueNotification } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { Member } from './cluster.ts'
import { addPost } from './sample-rows.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { addSubscribers } from './subscriber-rows.ts'

/** The settings of each process. */
export const clusterSettings = { adminPassword: 'four rivers meet at dawn', connections: 2 }

export function clusterEnv(dataDir: string, databaseUrl: string, sink: SmtpSink): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SAMPLE_CONTENT: 'false',
    ADMIN_PASSWORD: clusterSettings.adminPassword,
    // The proxy forwards the visitor's address, which the load sets.
    TRUST_PROXY: '2',
    DRAIN_SECONDS: '1',
    CONTACT_NOTIFY: 'off',
    SMTP_URL: sink.url,
    MAIL_RATE: '10',
    MAIL_CONNECTIONS: String(clusterSettings.connections),
    MAIL_RETRY: '1,1,1,1,1,1',
  }
}

type LoadReport = {
  /** How often each status was answered, by method. */
  statuses: Record<string, number>
  /** The subjects of the messages that were acknowledged. */
  acknowledged: string[]
}

const pages = ['/', '/blog', '/about', '/services', '/api/products', '/api/blogs?page=1&limit=6']
let visitors = 0
let messages = 0
/** Each visitor is in another network, so that no rate limit applies. */
const visitor = () => `10.${++visitors >> 8}.${visitors & 255}.1`

/** Several visitors read and write through the proxy at once, until `stop` is called. */
function startLoad(url: string, pause: number): { answered(): number; stop(): Promise<LoadReport> } {
  const report: LoadReport = { statuses: {}, acknowledged: [] }
  let answered = 0
  let stopping = false

  async function ask(method: string, path: string, body?: object): Promise<number> {
    const headers = { 'x-forwarded-for': visitor(), ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    await answer.arrayBuffer()
    const name = `${method} ${answer.status}`
    report.statuses[name] = (report.statuses[name] ?? 0) + 1
    answered++
    return answer.status
  }
  async function read(first: number) {
    for (let next = first; !stopping; next++) {
      await ask('GET', pages[next % pages.length] ?? '/')
      await wait(pause)
    }
  }
  async function write() {
    while (!stopping) {
      const subject = `Message ${++messages}`
      const status = await ask('POST', '/api/contact', { name: 'A', email: 'a@example.com', subject, message: 'M' })
      if (status === 201) report.acknowledged.push(subject)
      await wait(pause)
    }
  }
  const running = Promise.all([read(0), read(2), read(4), write(), write()])
  return {
    answered: () => answered,
    async stop() {
      stopping = true
      await running
      return report
    },
  }
}

/** Waits until as many further requests were answered. */
async function moreAnswers(load: ReturnType<typeof startLoad>, count: number): Promise<void> {
  const enough = load.answered() + count
  while (load.answered() < enough) await wait(5)
}

export type ClusterReport = LoadReport & {
  exitCode: number | null
  /** The subjects in the database, and how often each is there. */
  stored: Map<string, number>
  /** For each subscriber how many messages arrived, and under how many Message-IDs. */
  mail: { copies: number; ids: number }[]
  migrations: string[]
  users: number
  /** The names of a product as each process shows it, page and API, after it was changed through the proxy. */
  shown: boolean[]
  errors: string
}

export type ClusterOptions = {
  url: string
  members: Member[]
  databaseUrl: string
  sink: SmtpSink
  subscribers: number
  /** How many requests are answered before, between and after the signals to the processes. */
  pace: number
  /** Milliseconds between the answer to a visitor and the visitor's next request, so that starting processes get their turn. */
  pause: number
}

/**
 * A newsletter is sent and requests are answered while one process is killed and another is told to stop; both are started again. Then a
 * change is made through the proxy.
 */
export async function runThroughKill(options: ClusterOptions): Promise<ClusterReport> {
  const { url, members, databaseUrl, sink, subscribers, pace, pause } = options
  const [first, second] = members as [Member, Member]
  const database = await connect({ kind: 'postgres', url: databaseUrl })
  try {
    const addresses = (await addSubscribers(database, subscribers)).map(({ email }) => email)
    const post = await addPost(database, { sendNotification: true })
    await changeContent(database, (trx) => queueNotification(trx, post, { hold: 0 }))

    const load = startLoad(url, pause)
    await moreAnswers(load, pace)
    const killed = first.end('SIGKILL')
    const stopped = second.end('SIGTERM')
    await killed
    first.start()
    const exitCode = await stopped
    second.start()
    await moreAnswers(load, pace)
    await Promise.all([first.ready(), second.ready()])
    await moreAnswers(load, pace)
    const report = await load.stop()

    const shown = await changeSeenBy(url, members)
    await untilSent(database)
    return {
      ...report,
      exitCode,
      stored: await countSubjects(database),
      mail: addresses.map((address) => {
        const taken = sink.taken.filter(({ to }) => to === address)
        return { copies: taken.length, ids: new Set(taken.map(({ messageId }) => messageId)).size }
      }),
      migrations: (await sql<{ name: string }>`select "name" from "migrations"`.execute(database.db)).rows.map(
        ({ name }) => name,
      ),
      users: (await database.db.selectFrom('users').select('id').execute()).length,
      shown,
      errors: members.map((member) => member.errors()).join(''),
    }
  } finally {
    await database.close()
  }
}

/** Adds a product and renames it through the proxy. @returns for each process whether it shows the new name within five seconds */
async function changeSeenBy(url: string, members: Member[]): Promise<boolean[]> {
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const credentials = { email: 'admin@example.com', password: clusterSettings.adminPassword }
  const { token } = await call('POST', '/api/identity/sign-in', credentials)
  const [before, renamed] = [`Before ${randomUUID()}`, `Renamed ${randomUUID()}`]
  const product = {
    name: before,
    description: 'What it does.',
    features: ['One'],
    active: true,
    order: 0,
    category: 'AI & Automation Solutions',
  }
  const { _id } = await call('POST', '/api/products', product, token)
  await Promise.all(members.map((member) => untilShown(member.url, before)))
  await call('PUT', `/api/products/${_id}`, { ...product, name: renamed }, token)
  return Promise.all(members.map((member) => untilShown(member.url, renamed)))
}

async function untilShown(url: string, name: string): Promise<boolean> {
  for (let patience = 0; patience < 100; patience++) {
    const texts = await Promise.all(
      ['/products', '/api/products'].map(async (path) => (await fetch(url + path)).text()),
    )
    if (texts.every((text) => text.includes(name))) return true
    await wait(50)
  }
  return false
}

async function untilSent({ db }: Database): Promise<void> {
  const open = db.selectFrom('deliveries').select('id').where('state', 'in', ['waiting', 'sending']).limit(1)
  for (let patience = 0; patience < 600; patience++) {
    if (!(await open.executeTakeFirst())) return
    await wait(100)
  }
  throw new Error('The newsletter was not sent within a minute')
}

async function countSubjects({ db }: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { subject } of await db.selectFrom('contactRequests').select('subject').execute())
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
  return counts
}
