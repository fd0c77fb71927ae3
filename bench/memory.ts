import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Measurement } from './lib/figures.ts'
import { rateOf, timesOf } from './lib/load.ts'
import { contentOf, startBare } from './lib/neighbours.ts'
import { memoryOf, startSite, temporaryFolder } from './lib/processes.ts'
import { paths } from './serve.ts'

/** Longer than the worker processes that the start may need are kept when they are idle. */
const rest = 20_000
/** In MB. */
const budget = { atRest: 130, afterLoad: 200 }

function* compare(
  what: 'memory at rest' | 'memory after load',
  measured: number,
  bare: number,
  limit: number,
): Generator<Figure> {
  yield { what, measured, unit: 'MB', reference: { what: 'the budget', value: limit }, promise: what }
  yield { what, measured, unit: 'MB', reference: { what: 'bare node:http', value: bare } }
}

/** Memory of all processes of the site, at rest after the start and after load, compared to a bare `node:http` server. */
export async function* measure(): Measurement {
  if (!existsSync('/proc/self/smaps_rollup')) return yield { what: 'memory', skipped: 'this system has no /proc' }
  const folder = await temporaryFolder()
  // The first start loads the sample content, which is no part of a normal day.
  await (await startSite({ DATA_DIR: folder.path })).stop()
  const site = await startSite({ DATA_DIR: folder.path })
  await wait(rest)
  const atRest = await memoryOf(site.pid)
  const contents = await Promise.all(paths.map(([path]) => contentOf(site.url + path)))
  const bare = await startBare(contents)
  await wait(1_000)
  yield* compare('memory at rest', atRest, await memoryOf(bare.pid), budget.atRest)

  // Cached pages, pages to render, and calls that query the database.
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => `${site.url}${path}`)
  const searches = Array.from({ length: 200 }, (_, index) => `${site.url}/blog?search=word${index}`)
  await timesOf([...pages, ...searches], 4)
  for (const [index, [path]] of paths.entries()) {
    await rateOf(site.url + path, 2)
    await rateOf(`${bare.url}/${index}`, 1)
  }
  yield* compare('memory after load', await memoryOf(site.pid), await memoryOf(bare.pid), budget.afterLoad)
  await Promise.all([site.stop(), bare.stop()])
  await folder.remove()
}
