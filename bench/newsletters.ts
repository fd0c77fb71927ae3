import type { Audience } from '../src/features/newsletters/ground/newsletters.contract.ts'
import { newsletters } from '../src/features/newsletters/ground/newsletters.table.ts'
import {
  addNotification,
  queueNotification,
} from '../src/features/newsletters/sending/notification-changes.shared.server.ts'
import { fixRecipients } from '../src/features/newsletters/sending/recipients.shared.server.ts'
import type { DatabaseConfig } from '../src/server/config/config.ts'
import { connect, type Database } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { insertRow } from '../src/server/database/rows.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { addPost } from '../src/testing/sample-rows.ts'
import { addSubscribers } from '../src/testing/subscriber-rows.ts'
import type { Measurement } from './lib/figures.ts'
import { startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const people = 50_000
const budget = { time: 3_000, weight: 60 * 1024 }
const owner = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

const timeOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Queues the notification about a post. */
async function queuePost(database: Database): Promise<number> {
  const { id } = await addPost(database)
  const post = { id, published: true, sendNotification: true }
  return timeOf(() => database.transaction((trx) => queueNotification(trx, post, { hold: 600 })))
}

/** Fixes the recipients of a newsletter, as at the end of its hold. */
async function queueNewsletter(database: Database, audience: Audience): Promise<number> {
  const holdUntil = new Date(Date.now() + 600_000).toISOString()
  const id = await database.transaction(async (trx) => {
    const newsletter = await insertRow(trx, newsletters, { title: 'Course dates', subject: '', body: 'Text', audience })
    return addNotification(trx, { newsletterId: newsletter.id, holdUntil, audience })
  })
  if (id === undefined) throw new Error('The newsletter was not queued')
  return timeOf(() =>
    database.transaction((trx) => fixRecipients(trx, { id, audience, holdUntil }, new Date().toISOString())),
  )
}

async function* measureQueue(name: string, config: DatabaseConfig): Measurement {
  const database = await connect(config)
  await migrate(database)
  await addSubscribers(database, people)
  await queuePost(database)
  const reference = { what: 'the notification about a post', value: await queuePost(database) }
  const { id: notificationId } = await database.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
  const sent = { state: 'sent' as const, settledAt: new Date().toISOString() }
  await database.db.updateTable('deliveries').set(sent).where('subjectId', '=', notificationId).execute()
  const audiences: [string, Audience][] = [
    ['everyone', { to: 'everyone' }],
    ['a topic', { to: 'topics', topics: ['articles'] }],
    ['those who did not get another', { to: 'without', notificationId }],
  ]
  for (const [to, audience] of audiences) {
    const what = `a newsletter to ${to}, ${people.toLocaleString('en')} people, ${name}`
    const measured = await queueNewsletter(database, audience)
    yield { what, measured, unit: 'ms', reference, promise: 'time of a newsletter' }
    const most = { what: 'the budget', value: budget.time }
    yield { what, measured, unit: 'ms', reference: most, promise: 'time of a large newsletter' }
  }
  await database.close()
}

/** The sizes of the messages of newsletters with the texts of the demo's posts, the largest last. */
async function weights(env: NodeJS.ProcessEnv): Promise<number[]> {
  const site = await startSite({ ...env, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password })
  const call = async (method: string, path: string, body?: object, token = '') => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(site.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return answer.json()
  }
  const { token } = await call('POST', '/api/identity/sign-in', owner)
  const { blogs } = await call('GET', '/api/blogs/adminblogs', undefined, token)
  const sizes: number[] = []
  for (const { _id, title } of blogs) {
    const { content } = await call('GET', `/api/blogs/id/${_id}`, undefined, token)
    sizes.push((await call('POST', '/api/newsletters/preview', { title, body: content }, token)).bytes)
  }
  await site.stop()
  return sizes.toSorted((one, other) => one - other)
}

/** Queues newsletters to many people on each database, and weighs newsletters as long as the demo's articles. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  yield* measureQueue('SQLite', { kind: 'sqlite', file: `${folder.path}/newsletters.sqlite` })
  const server = await startPostgresServer()
  const stop = stoppable(() => server.stop())
  yield* measureQueue('PostgreSQL', { kind: 'postgres', url: `${server.url}/postgres` })
  await stop()
  const sizes = await weights({ DATA_DIR: folder.path })
  const reference = { what: 'the budget', value: budget.weight }
  const what = `the largest of ${sizes.length} newsletters as long as an article`
  yield { what, measured: sizes.at(-1) ?? 0, unit: 'bytes', reference, promise: 'weight of a newsletter' }
  await folder.remove()
}
