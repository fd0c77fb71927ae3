import { setTimeout as wait } from 'node:timers/promises'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import type { Measurement } from './lib/figures.ts'
import { memoryDuring, memoryOf, startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }
const lines = 50_000
const budget = { time: 20_000, memory: 60 }

const csv = [
  'Name,Email,Subscribed at',
  ...Array.from({ length: lines }, (_, at) => `Asha Rao ${at},reader-${at}@readers.example,2024-03-${10 + (at % 20)}`),
].join('\n')

async function importInto(env: NodeJS.ProcessEnv) {
  const settings = { SAMPLE_CONTENT: 'false', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const site = await startSite({ ...env, ...settings })
  const call = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(site.url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { token } = await call('POST', '/api/identity/sign-in', admin)
  const bring = async (text: string) => {
    const { _id } = await call('POST', '/api/newsletter/imports', { csv: text, fileName: 'readers.csv' }, token)
    await call('PUT', `/api/newsletter/imports/${_id}`, { agreed: 'At a fair', agreedOn: '2024-03-01' }, token)
    return call('POST', `/api/newsletter/imports/${_id}/apply`, {}, token)
  }
  // The code is loaded and compiled by the first import.
  await bring('warm@readers.example')
  await wait(5_000)
  const before = await memoryOf(site.pid)
  let time = 0
  const highest = await memoryDuring(site.pid, async () => {
    const start = performance.now()
    const { added } = await bring(csv)
    time = performance.now() - start
    if (added !== lines) throw new Error(`${added} of ${lines} addresses were added`)
  })
  await site.stop()
  return { time, memory: highest - before }
}

/** Uploads, checks and imports a file of 50,000 addresses on each database, and compares the time and the additional memory with their budgets. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  const server = await startPostgresServer()
  const stop = stoppable(() => server.stop())
  for (const [name, env] of [
    ['SQLite', { DATA_DIR: folder.path }],
    ['PostgreSQL', { DATABASE_URL: `${server.url}/postgres` }],
  ] as const) {
    const { time, memory } = await importInto(env)
    const reference = (value: number) => ({ what: 'the budget', value })
    const of = `import of ${lines.toLocaleString('en')} addresses, ${name}`
    yield { what: of, measured: time, unit: 'ms', reference: reference(budget.time), promise: 'time of an import' }
    const what = `additional memory of an ${of}`
    yield { what, measured: memory, unit: 'MB', reference: reference(budget.memory), promise: 'memory of an import' }
  }
  await stop()
  await folder.remove()
}
