import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseConfig } from '../src/server/config/config.ts'
import { connect, type Database } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { randomFrom } from '../src/ui/drawing/shapes.ts'
import { type Measurement, median } from './lib/figures.ts'
import { startBare } from './lib/neighbours.ts'
import { startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const beacons = { each: 200, seconds: 10, rounds: 3 }
/** Milliseconds of the processor in a second, and bytes. */
const budget = { work: 20, year: 30 * 1024 * 1024 }

/** The processor time of a process until now, in milliseconds; the system counts it in hundredths of a second. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

/** Sends beacons as browsers do, at an even pace. @returns the processor time of a second of it */
async function workOf(url: string, pid: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const headers = {
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'sec-fetch-site': 'same-origin',
  }
  const paths = ['/', '/blog', '/courses', '/contact']
  const before = await processorTime(pid)
  const started = performance.now()
  let failed = 0
  for (let sent = 0; sent < beacons.each * beacons.seconds; sent++) {
    const early = started + (sent * 1_000) / beacons.each - performance.now()
    if (early > 0) await wait(early)
    const kind = sent % 3 === 0 ? 'visit' : 'view'
    const body = JSON.stringify({ path: paths[sent % paths.length], kind, referrer: 'www.google.com', phone: true })
    const call = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } })
    call.on('response', (answer) => {
      if (answer.statusCode !== 204 && answer.statusCode !== 200) failed++
      answer.resume()
    })
    call.on('error', () => failed++)
    call.end(body)
  }
  await wait(200)
  agent.destroy()
  if (failed > 0) throw new Error(`${failed} beacons failed`)
  return ((await processorTime(pid)) - before) / beacons.seconds
}

/** The work of beacons in the site, compared to a bare `node:http` server that takes the same, in turn. */
async function* measureWork(): Measurement {
  if (!existsSync('/proc/self/stat')) return yield { what: 'work of beacons', skipped: 'this system has no /proc' }
  const site = await startSite()
  const bare = await startBare([{ headers: [], body: Buffer.alloc(0) }])
  const works: { site: number[]; bare: number[] } = { site: [], bare: [] }
  // The first round compiles the code.
  for (let round = 0; round <= beacons.rounds; round++) {
    works.site[round] = await workOf(`${site.url}/api/seen`, site.pid)
    works.bare[round] = await workOf(`${bare.url}/0`, bare.pid)
  }
  const [measured, reference] = [works.site, works.bare].map((all) => median(all.slice(1))) as [number, number]
  const what = `processor time of a second with ${beacons.each} beacons`
  yield {
    what,
    measured,
    unit: 'ms',
    reference: { what: 'bare node:http', value: reference },
    promise: 'work of beacons',
  }
  // Two hundredths of a core, on a machine that is not busy with other work.
  yield { what, measured, unit: 'ms', reference: { what: 'the budget', value: budget.work } }
  await Promise.all([site.stop(), bare.stop()])
}

/** A year of a small site with 200 pages: 200 visits a day from forty sources, some of them with a campaign, and 600 views. */
async function addYear({ db }: Database): Promise<void> {
  const random = randomFrom('figures')
  // Few of them have the most.
  const one = (count: number) => Math.floor(count * random.between(0, 1) ** 3)
  const pathOf = (page: number) => `/blog/what-we-learned-in-project-number-${page}`
  for (let number = 0; number < 365; number++) {
    const day = new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10)
    const sources = new Map<string, { path: string; source: string; campaign: string; visits: number }>()
    for (let visit = 0; visit < 200; visit++) {
      const row = {
        path: pathOf(one(200)),
        source: `source-${one(40)}.example.com`,
        campaign: random.chance(20) ? `campaign-${one(10)}` : '',
        visits: 1,
      }
      const stored = sources.get(Object.values(row).join())
      if (stored) stored.visits++
      else sources.set(Object.values(row).join(), row)
    }
    const viewed = new Set(Array.from({ length: 600 }, () => pathOf(one(200))))
    const pages = [...viewed].map((path) => ({ path, views: 3, visits: 1, phones: 1 }))
    const goals = Array.from({ length: 10 }, (_, page) => ({ path: pathOf(page), goal: 'enquiry', count: 1 }))
    await db
      .insertInto('viewDays')
      .values(pages.map((row) => ({ day, ...row })))
      .execute()
    await db
      .insertInto('sourceDays')
      .values([...sources.values()].map((row) => ({ day, ...row })))
      .execute()
    const where = { day, source: 'www.google.com', campaign: '', subject: '' }
    await db
      .insertInto('goalDays')
      .values(goals.map((row) => ({ ...where, ...row })))
      .execute()
  }
}

async function* measureYear(engine: string, config: DatabaseConfig): Measurement {
  const database = await connect(config)
  await migrate(database)
  const sizeOf = async () => {
    const size =
      config.kind === 'sqlite'
        ? sql<{ bytes: number }>`select "page_count" * "page_size" as "bytes" from pragma_page_count, pragma_page_size`
        : sql<{ bytes: number }>`select pg_database_size(current_database()) as "bytes"`
    return Number((await size.execute(database.db)).rows[0]?.bytes)
  }
  const before = await sizeOf()
  await addYear(database)
  const measured = (await sizeOf()) - before
  await database.close()
  const reference = { what: 'the budget', value: budget.year }
  yield {
    what: `a year of figures of 200 pages, ${engine}`,
    measured,
    unit: 'bytes',
    reference,
    promise: 'size of a year',
  }
}

/** The work of counting, and the size of what is counted, on both databases. */
export async function* measure(): Measurement {
  yield* measureWork()
  const folder = await temporaryFolder()
  yield* measureYear('SQLite', { kind: 'sqlite', file: join(folder.path, 'figures.sqlite') })
  await folder.remove()
  const server = await startPostgresServer()
  const stop = stoppable(server.stop)
  yield* measureYear('PostgreSQL', { kind: 'postgres', url: `${server.url}/postgres` })
  await stop()
}
