import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { largeExport } from '../src/testing/wordpress-export.ts'
import type { Measurement } from './lib/figures.ts'
import { memoryDuring, memoryOf, startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }
const posts = 1_000
const bytes = 50 * 1024 * 1024
const budget = { report: 20_000, import: 60_000, memory: 300 }
const lookEvery = 100
/** How long a site that has started is left alone, in milliseconds. */
const atRest = 20_000

async function importInto(env: NodeJS.ProcessEnv, file: string) {
  const settings = { SAMPLE_CONTENT: 'false', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const site = await startSite({ ...env, ...settings })
  let token = ''
  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && body && { 'content-type': 'application/json' }) }
    const sent = body && { body: isForm ? body : JSON.stringify(body) }
    const answer = await fetch(site.url + path, { method, headers, ...sent })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  ;({ token } = await call('POST', '/api/identity/sign-in', admin))
  const until = async (id: string, state: string) => {
    for (;;) {
      const found = await call('GET', `/api/content-imports/${id}`)
      if (found.state === state) return found
      if (found.state === 'failed') throw new Error(found.reason)
      await wait(lookEvery)
    }
  }
  // The process that renders after a start ends after a while.
  await wait(atRest)
  const before = await memoryOf(site.pid)
  const time = { report: 0, import: 0 }
  const memory = await memoryDuring(site.pid, async () => {
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'export.xml')
    let start = performance.now()
    const { _id } = await call('POST', '/api/content-imports', form)
    await until(_id, 'open')
    time.report = performance.now() - start
    await call('PUT', `/api/content-imports/${_id}`, { pictures: 'leave' })
    start = performance.now()
    await call('POST', `/api/content-imports/${_id}/apply`, {})
    await until(_id, 'applied')
    time.import = performance.now() - start
  })
  const { blogs } = await call('GET', '/api/blogs/adminblogs')
  if (blogs.length !== posts) throw new Error(`${blogs.length} of ${posts} posts were imported`)
  await site.stop()
  return { ...time, memory: memory - before }
}

/** Uploads, reports and imports 1,000 posts of an export of WordPress on each database, and compares times and additional memory with their budgets. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'export.xml')
  await pipeline(Readable.from(largeExport(posts, bytes)), createWriteStream(file))
  const server = await startPostgresServer()
  const stop = stoppable(() => server.stop())
  for (const [name, env] of [
    ['SQLite', { DATA_DIR: join(folder.path, 'site') }],
    ['PostgreSQL', { DATABASE_URL: `${server.url}/postgres`, DATA_DIR: join(folder.path, 'other') }],
  ] as const) {
    const { report, memory, ...time } = await importInto(env, file)
    const reference = (value: number) => ({ what: 'the budget', value })
    const of = `${posts.toLocaleString('en')} posts of WordPress in 50 MB, ${name}`
    const row = { unit: 'ms', promise: 'time of content' } as const
    yield { what: `report on ${of}`, measured: report, reference: reference(budget.report), ...row }
    yield { what: `import of ${of}`, measured: time.import, reference: reference(budget.import), ...row }
    const what = `additional memory for ${of}`
    yield { what, measured: memory, unit: 'MB', reference: reference(budget.memory), promise: 'memory of content' }
  }
  await stop()
  await folder.remove()
}
