import { pages } from '#app/pages.ts'
import { sortByAccess } from './route-access.ts'
import type { TestApp } from './start-app.ts'

const locations = /<loc>(.*?)<\/loc>/g
const files = /\/(?:media|files)\/[\w./-]+/g
/** The only part of a page that differs each time. */
const renderedAt = /"(?:dehydratedAt|dataUpdatedAt)":\d+/g

/** Kinds with pages of their own: the path of the page and of its call, and the table of the former slugs. */
const withSlugs = [
  { table: 'blogs', page: '/blog', call: '/api/blogs', former: 'blogPastSlugs' },
  { table: 'courses', page: '/courses', call: '/api/courses', former: 'coursePastSlugs' },
  { table: 'cases', page: '/work', call: '/api/work', former: 'casePastSlugs' },
  { table: 'openings', page: '/careers', call: '/api/careers', former: 'openingPastSlugs' },
] as const

/** All that people outside can read: the status, the target and the bytes of each address, also of drafts. @param known further addresses */
export async function readPublic(site: TestApp, known: Iterable<string> = []): Promise<Map<string, string>> {
  const { db } = site.database
  const found = new Map<string, string>()
  const read = async (path: string) => {
    const answer = await site.get(path)
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    found.set(path, `${answer.status} ${answer.headers.get('location')} ${text.replaceAll(renderedAt, '')}`)
  }
  const bySlug: string[] = []
  for (const { table, page, call, former } of withSlugs)
    for (const rows of [db.selectFrom(table).select('slug'), db.selectFrom(former).select('slug')])
      for (const { slug } of await rows.execute()) bySlug.push(`${page}/${slug}`, `${call}/${slug}`)
  for (const rows of [db.selectFrom('pages').select('path'), db.selectFrom('pagePastPaths').select('path')])
    for (const { path } of await rows.execute())
      bySlug.push(`/${path}`, `/api/pages/by-path/${encodeURIComponent(path)}`)
  const codes = (await db.selectFrom('notifications').select('code').execute()).map(({ code }) => code)
  const sitemap = await (await site.get('/sitemap.xml')).text()
  const { public: publicCalls, open } = sortByAccess(site.routes)
  const calls = [...publicCalls, ...open]
    // Those without an answer of their own to each token.
    .filter((route) => /^GET [^:]+$/.test(route) && !/token|identity|\/link|preferences|subscription/.test(route))
    .map((route) => route.replace('GET ', ''))
  const all = [
    ...['/sitemap.xml', '/rss.xml', '/', '/robots.txt', '/api/blogs?limit=100', '/api/courses?limit=100'],
    ...[...sitemap.matchAll(locations)].map(([, address = '']) => new URL(address).pathname),
    ...[...calls, ...bySlug, ...known],
    ...pages.map(({ path }) => path).filter((path) => !/[:*]/.test(path)),
    ...codes.flatMap((code) => [`/newsletters/${code}`, `/api/newsletters/by-code/${code}`]),
  ]
  await inLanes([...new Set(all)], read)
  const named = [...found.values()].flatMap((body) => [...body.matchAll(files)].map(([address]) => address))
  await inLanes(
    [...new Set(named)].filter((path) => !found.has(path)),
    read,
  )
  return found
}

/** Does work for all, several at the same time. */
export async function inLanes<One>(all: One[], work: (one: One) => Promise<unknown>, lanes = 6): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
