import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { startSite } from './site.ts'

/**
 * How many answers a second the site gives, beside a bare `node:http` server that sends the same bytes from memory, in the same process,
 * one after the other. The ratio is the promise: it says what all of routing, caching, headers and validation cost, on any machine.
 */
const promises: [path: string, atLeast: number][] = [
  ['/', 0.15],
  ['/blog', 0.15],
  ['/api/products', 0.08],
  ['/api/blogs', 0.08],
]
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

const measure = async (url: string) => {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`)
  return requests.average
}

const site = await startSite()
let kept = true
try {
  console.log(`${'path'.padEnd(16)} ${'site'.padStart(9)} ${'bare'.padStart(9)}   ratio (promised)`)
  for (const [path, atLeast] of promises) {
    const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
    const body = Buffer.from(await answer.arrayBuffer())
    const bare = createServer((_request, response) => response.end(body)).listen(0)
    await new Promise((resolve) => bare.once('listening', resolve))
    const ours = await measure(site.url + path)
    const theirs = await measure(`http://localhost:${(bare.address() as AddressInfo).port}/`)
    bare.close()
    const ratio = ours / theirs
    kept &&= ratio >= atLeast
    console.log(
      `${path.padEnd(16)} ${ours.toFixed(0).padStart(7)}/s ${theirs.toFixed(0).padStart(7)}/s   ${ratio.toFixed(2)} (${atLeast.toFixed(2)})${ratio < atLeast ? '  broken' : ''}`,
    )
  }
} finally {
  await site.stop()
}
process.exit(kept ? 0 : 1)
