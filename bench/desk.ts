import { freePort } from '../src/testing/free-port.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { type Figure, type Measurement, median } from './lib/figures.ts'
import { complete, startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const requests = 100_000
const owner = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

/** The questions of the back office to its list, each with its budget in ms. */
const questions: [what: string, queries: string[], budget: number][] = [
  ['list of requests', ['', '&status=pending', '&turn=us', '&owner=none', '&from=2026-01-01'], 60],
  ['overdue requests', ['&overdue=true', '&overdue=true&owner=none'], 60],
  ['search for a common word', ['&search=cloud', '&search=migration', '&search=data'], 100],
  ['search for a rare word', ['&search=zebra', '&search=cloud%20migration%20pipeline', '&search=visitor-77123'], 100],
]

async function timesOf(url: string, token: string, query: string): Promise<number[]> {
  const times: number[] = []
  for (let page = 1; page <= 10; page++) {
    const started = performance.now()
    const answer = await fetch(`${url}/api/contact?page=${page}&limit=20${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} for ${query}`)
    times.push(performance.now() - started)
  }
  return times
}

const personBudget = 50

/** The times of finding persons by their addresses, and of their pages together. */
async function timesOfPersons(url: string, token: string): Promise<number[]> {
  const times: number[] = []
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const list = await fetch(`${url}/api/contact?page=100&limit=40`, { headers })
  for (const { email } of (await list.json()) as { email: string }[]) {
    const started = performance.now()
    const body = JSON.stringify({ email })
    const found = await fetch(`${url}/api/persons/find`, { method: 'POST', headers, body })
    const { key } = (await found.json()) as { key: string }
    const answer = await fetch(`${url}/api/persons/${key}`, { headers })
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} for a person`)
    times.push(performance.now() - started)
  }
  return times
}

async function* measureOn(engine: string, env: NodeJS.ProcessEnv): Measurement {
  const folder = await temporaryFolder()
  const place = { ...env, DATA_DIR: folder.path, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' }
  await complete(process.execPath, ['scripts/seed.ts', '--requests', String(requests)], place)
  const site = await startSite({
    ...place,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMIT: 'false',
  })
  const signedIn = await fetch(`${site.url}/api/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  const { token } = (await signedIn.json()) as { token: string }
  // The program's code is compiled by V8 while it works.
  await timesOf(site.url, token, '')
  for (const [what, queries, budget] of questions) {
    const times: number[] = []
    for (const query of queries) times.push(median(await timesOf(site.url, token, query)))
    const reference: Figure['reference'] = { what: 'the budget', value: budget }
    const name = `${what}, the slowest, ${requests.toLocaleString('en')} requests, ${engine}`
    yield { what: name, measured: Math.max(...times), unit: 'ms', reference, promise: 'time of a list of requests' }
  }
  // The first ones warm up, as above.
  await timesOfPersons(site.url, token)
  yield {
    what: `a person found by the address and shown, ${requests.toLocaleString('en')} requests, ${engine}`,
    measured: median(await timesOfPersons(site.url, token)),
    unit: 'ms',
    reference: { what: 'the budget', value: personBudget },
    promise: 'time of a person',
  }
  await site.stop()
  await folder.remove()
}

/** The list of contact requests, its search and the page of a person in a large database, on both databases. */
export async function* measure(): Measurement {
  yield* measureOn('SQLite', {})
  const server = await startPostgresServer()
  const stop = stoppable(server.stop)
  yield* measureOn('PostgreSQL', { DATABASE_URL: `${server.url}/postgres` })
  await stop()
}
