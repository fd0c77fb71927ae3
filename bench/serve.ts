import type { Measurement } from './lib/figures.ts'
import { compareRates } from './lib/load.ts'
import { contentOf, startBare, startNginx } from './lib/neighbours.ts'
import { startSite } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'
import type { Promised } from './promises.ts'

export const paths: [path: string, promise: Promised][] = [
  ['/', 'rate of a page'],
  ['/blog', 'rate of a page'],
  ['/blog/postgres-is-a-good-queue', 'rate of a page'],
  ['/blog/postgres-is-a-good-queue.md', 'rate of a page'],
  ['/api/blogs?page=1&limit=6', 'rate of a call'],
  ['/api/products', 'rate of a call'],
]

/**
 * The requests a second of the site, compared to a bare `node:http` server and nginx that send the same bytes with the
 * same headers, each in a separate process. The ratio says what all of routing, caching and validation cost.
 */
export async function* measure(): Measurement {
  const site = await startSite()
  const contents = await Promise.all(paths.map(([path]) => contentOf(site.url + path)))
  const bare = await startBare(contents)
  const nginx = await startNginx(contents)
  for (const [index, [path, promise]] of paths.entries()) {
    const addresses = { site: site.url + path, bare: `${bare.url}/${index}`, nginx: nginx && `${nginx.url}/${index}` }
    const present = Object.entries(addresses).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const rates = await compareRates(Object.fromEntries(present), rounds)
    const what = `requests of ${path}`
    const measured = rates['site'] ?? Number.NaN
    yield {
      what,
      measured,
      unit: '/s',
      reference: { what: 'bare node:http', value: rates['bare'] ?? Number.NaN },
      promise,
    }
    if (rates['nginx'] !== undefined)
      yield { what, measured, unit: '/s', reference: { what: 'nginx, one worker', value: rates['nginx'] } }
  }
  if (!nginx) yield { what: 'requests compared with nginx', skipped: 'nginx is not installed' }
  await Promise.all([site.stop(), bare.stop(), nginx?.stop()])
}
