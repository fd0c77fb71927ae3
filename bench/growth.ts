import { freePort } from '../src/testing/free-port.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { type Figure, type Measurement, median, percentile } from './lib/figures.ts'
import { ask, rateOf, timesDuring, timesOf } from './lib/load.ts'
import { complete, startSite, stoppable, temporaryFolder } from './lib/processes.ts'
import { rounds, scales } from './lib/settings.ts'
import type { Promised } from './promises.ts'

/** Words that are in a large part of the posts (src/testing/natural-text.ts). */
const commonWords = [
  ...['cloud', 'data', 'service', 'security', 'model', 'platform', 'network', 'for', 'with', 'this'],
  ...['cost', 'deploy', 'customer', 'migration', 'pipeline', 'storage', 'from', 'that', 'are', 'have'],
]

/** The reference of figures of a large site, if it is not the small site. */
const budgets: Partial<Record<Promised, Figure['reference']>> = {
  'time of the slowest searches': { what: 'the budget', value: 30 },
  'addresses in a sitemap': { what: 'the protocol', value: 50_000 },
}

type Scale = Record<string, { value: number; unit: Figure['unit']; promise?: Promised }>

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Every figure of a site that may depend on its number of posts. No list, page or search is requested twice, so none is cached. */
async function measureSite(url: string): Promise<Scale> {
  const list = `${url}/api/blogs?page=1&limit=6`
  // The program's code is compiled by V8 while it works.
  await timesOf(range(1, 40).map((page) => `${url}/api/blogs?page=${page}&limit=5`))
  await timesOf(range(1, 20).map((page) => `${url}/api/blogs?search=${commonWords[0]}&page=${page}&limit=5`))

  const { totalPages } = JSON.parse((await ask(list)).body.toString())
  const deep = await timesOf(
    range(Math.max(1, totalPages - 39), totalPages).map((page) => `${url}/api/blogs?page=${page}&limit=6`),
  )
  const document = await ask(`${url}/blog`)
  const rates: number[] = []
  // The first rounds may fall into the check of a large database file after the start, the median does not.
  for (let round = 0; round < rounds; round++) rates.push(await rateOf(list))

  const searches = commonWords.flatMap((word) =>
    range(1, 20).map((page) => `${url}/api/blogs?search=${word}&page=${page}`),
  )
  let searching: number[] = []
  const health = await timesDuring(`${url}/healthz`, async () => {
    searching = await timesOf(searches.slice(0, searches.length / 2), 4)
  })
  const cached = await timesDuring(`${url}/blog`, async () => {
    searching.push(...(await timesOf(searches.slice(searches.length / 2), 4)))
  })

  const sitemap = { time: 0, files: 0, addresses: 0 }
  const duringSitemap = await timesDuring(`${url}/healthz`, async () => {
    const index = await ask(`${url}/sitemap.xml`)
    const text = index.body.toString()
    const paths = [...text.matchAll(/<sitemap><loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '')
    const files = paths.length === 0 ? [text] : []
    sitemap.time = index.time
    for (const path of paths) {
      const file = await ask(url + path)
      files.push(file.body.toString())
      sitemap.time = Math.max(sitemap.time, file.time)
    }
    sitemap.files = files.length
    sitemap.addresses = Math.max(...files.map((file) => file.split('<url>').length - 1))
  })

  const ms = 'ms' as const
  return {
    'document of /blog': { value: document.body.length, unit: 'bytes', promise: 'size of a page' },
    'requests of /api/blogs?page=1&limit=6': { value: median(rates), unit: '/s', promise: 'rate of a list' },
    'deep page of the list, median': { value: median(deep), unit: ms, promise: 'time of a deep page' },
    'search for a common word, median': { value: median(searching), unit: ms, promise: 'time of a search' },
    'search for a common word, p99': {
      value: percentile(searching, 0.99),
      unit: ms,
      promise: 'time of the slowest searches',
    },
    '/healthz while others search, p99': { value: percentile(health, 0.99), unit: ms, promise: 'delay of others' },
    'cached page while others search, p99': { value: percentile(cached, 0.99), unit: ms, promise: 'delay of others' },
    '/healthz while a sitemap is made, p99': {
      value: percentile(duringSitemap, 0.99),
      unit: ms,
      promise: 'delay of others',
    },
    'slowest file of the sitemap': { value: sitemap.time, unit: ms },
    'files of the sitemap': { value: sitemap.files, unit: '' },
    'addresses in the largest one': { value: sitemap.addresses, unit: '', promise: 'addresses in a sitemap' },
  }
}

async function* measureOn(engine: string, env: NodeJS.ProcessEnv): Measurement {
  const folder = await temporaryFolder()
  const place = { ...env, DATA_DIR: folder.path, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' }
  let smallest: Scale | undefined
  let present = 0
  for (const posts of scales) {
    await complete(process.execPath, ['scripts/seed.ts', '--posts', String(posts - present)], place)
    present = posts
    const site = await startSite(place)
    const figures = await measureSite(site.url)
    await site.stop()
    for (const [name, { value, unit, promise }] of Object.entries(figures)) {
      const small = smallest?.[name]
      const reference = small && ((promise && budgets[promise]) ?? { what: `${scales[0]} posts`, value: small.value })
      const what = `${name}, ${posts.toLocaleString('en')} posts, ${engine}`
      yield { what, measured: value, unit, reference, promise: reference && promise }
    }
    smallest ??= figures
  }
  await folder.remove()
}

/** Compares each figure with many posts to the same one with few, on both databases. */
export async function* measure(): Measurement {
  yield* measureOn('SQLite', {})
  const server = await startPostgresServer()
  const stop = stoppable(server.stop)
  yield* measureOn('PostgreSQL', { DATABASE_URL: `${server.url}/postgres` })
  await stop()
}
