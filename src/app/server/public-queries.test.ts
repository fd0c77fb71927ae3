// On both databases: each plans and runs queries in its own way.
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { queries } from '#server/runtime/measurements.ts'
import { addManyRows } from '#testing/many-rows.ts'
import { callsOf, sortByAccess } from '#testing/route-access.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

/** More than are read on the main connection, so that the queries of a large site are seen. */
const posts = 2_300
/** PostgreSQL scans small tables whatever their indexes are, so there only tables with many rows count. */
const large = inject('postgresUrl')
  ? ['blogs', 'searchDocuments', 'subscribers']
  : ['blogs', 'courses', 'searchDocuments', 'subscribers', 'contactRequests', 'deliveries', 'blogPastSlugs']

let site: TestApp
let stop: () => void
let asked: CompiledQuery[] = []
beforeAll(async () => {
  site = await startTestApp({ metrics: { token: undefined, listen: undefined } })
  await addManyRows(site.database, site.config, posts)
  if (inject('postgresUrl')) await vi.waitUntil(vacuum, { timeout: 60_000 })
  stop = queries.listen(({ query }) => asked.push(query))
})
afterAll(async () => {
  stop()
  await site.close()
})

/**
 * Gives PostgreSQL the statistics of the new rows, and whether it can now answer from an index alone. It cannot for pages that a transaction in the
 * background still needed, and would then rather read the whole table.
 */
async function vacuum(): Promise<boolean> {
  const { db } = site.database
  await db.executeQuery(CompiledQuery.raw('vacuum analyze'))
  const { rows } = await db.executeQuery(
    CompiledQuery.raw('select 1 from pg_class where relname = any($1) and relallvisible < relpages', [large]),
  )
  return rows.length === 0
}

/** The addresses of each public call that reads, so that all of its queries are asked. */
async function addresses(): Promise<string[]> {
  const post = await site.database.db
    .selectFrom('blogs')
    .select(['id', 'slug'])
    .where('published', '=', true)
    .executeTakeFirstOrThrow()
  const course = await site.database.db.selectFrom('courses').select(['id', 'slug']).executeTakeFirstOrThrow()
  const cases = [
    '',
    '?page=2',
    '?page=350',
    '?category=Cloud&page=2',
    '?search=cloud',
    '?search=zzzz',
    '?search=cloud&category=Security&page=2',
  ]
  const many: Record<string, string[]> = {
    'GET /api/blogs': [...cases, '?limit=100'].map((search) => `/api/blogs${search}`),
    'GET /api/blog-highlights': ['/api/blog-highlights'],
    'GET /api/blogs/:id': [post.id, post.slug, 'unknown'].map((name) => `/api/blogs/${name}`),
    'GET /api/courses': [
      '',
      '?page=2',
      '?category=DevOps',
      '?level=Beginner',
      '?category=DevOps&level=Beginner',
      '?featured=true&limit=6',
      '?search=cloud',
    ].map((search) => `/api/courses${search}`),
    'GET /api/courses/:id': [course.id, course.slug, 'unknown'].map((name) => `/api/courses/${name}`),
    'GET /api/newsletter/subscription': ['/api/newsletter/subscription?purpose=confirm&token=none'],
    'GET /sitemap.xml': ['/sitemap.xml'],
    'GET /rss.xml': ['/rss.xml'],
  }
  const { public: everyone, open } = sortByAccess(callsOf(site))
  const others = [...everyone, ...open].filter((route) => route.startsWith('GET ') && !(route in many))
  return [...Object.values(many).flat(), ...others.map((route) => route.slice(4).replace(/:\w+/g, 'unknown'))]
}

/** The queries that a call asks. */
async function queriesOf(address: string): Promise<CompiledQuery[]> {
  asked = []
  const answer = await site.get(address)
  await answer.arrayBuffer()
  expect(answer.status, address).toBeLessThan(500)
  // Others are asked in the background, such as for messages to be sent.
  const tables = [
    ...site.entities.filter(({ flag }) => flag).map(({ table }) => table.name),
    'search\\w+',
    'blogPastSlugs',
  ]
  return asked.filter(
    ({ sql }) => new RegExp(`"(${tables.join('|')})"`).test(sql) && !sql.includes('from "deliveries"'),
  )
}

/** The steps of a query's plan that read all rows of a large table. */
async function scansOf({ sql, parameters }: CompiledQuery): Promise<string[]> {
  const postgres = inject('postgresUrl') !== undefined
  const { rows } = await site.database.db.executeQuery(
    CompiledQuery.raw(`explain ${postgres ? '' : 'query plan '}${sql}`, [...parameters]),
  )
  const steps = rows.map((row) => String(Object.values(row as object).at(-1)).trim())
  return steps.filter((step) => {
    const [, table = '', rows = '0'] = (postgres ? seqScan : fullScan).exec(step) ?? []
    if (!large.includes(table)) return false
    // To find much of a small table, any way is right.
    if (table === 'searchDocuments' && Number(rows) > posts / 10) return false
    // A walk along an index, or along a table without any condition, ends at the limit.
    return !(/\blimit\b/i.test(sql) && (step.includes('COVERING INDEX') || !/\bwhere\b/i.test(sql)))
  })
}
const seqScan = /Seq Scan on "?(\w+).* rows=(\d+)/
/** A full-text index is not scanned but searched if it is given what to match (M). */
const fullScan = /^SCAN (\w+)(?! VIRTUAL TABLE INDEX \d+:\S*M)/

test('no public query reads a whole table', async () => {
  const plans = new Map<string, CompiledQuery>()
  for (const address of await addresses()) for (const query of await queriesOf(address)) plans.set(query.sql, query)
  expect(plans.size).toBeGreaterThan(15)
  for (const query of plans.values()) expect(await scansOf(query), query.sql).toEqual([])
})

test('notices a query that does', async () => {
  const { db } = site.database
  for (const query of [
    db.selectFrom('blogs').select('id').where('excerpt', '=', 'x').compile(),
    db.selectFrom('subscribers').select('id').where('stateReason', '=', 'x').compile(),
  ])
    expect(await scansOf(query), query.sql).not.toEqual([])
})

test('the number of queries does not depend on the number of rows', async () => {
  for (const [address, most] of [
    ['/api/blogs?limit=6&page=', 2],
    ['/api/blogs?limit=50&page=', 2],
    ['/api/blogs?limit=6&search=cloud&page=', 1],
    ['/api/courses?limit=6&page=', 2],
    ['/api/courses?limit=40&page=', 2],
  ] as const) {
    // The first call counts the list, and background work may ask something in between. An answer is cached, so each call is another.
    const calls: CompiledQuery[][] = []
    // The content version is read once a second, which a slow machine does with every call.
    for (const page of [4, 5, 3, 2])
      calls.push((await queriesOf(address + page)).filter(({ sql }) => !sql.includes('from "contentVersions"')))
    const fewest = calls.filter(({ length }) => length > 0).toSorted((one, other) => one.length - other.length)[0]
    expect(
      fewest?.slice(most).map(({ sql }) => sql),
      address,
    ).toEqual([])
  }
})
