import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { startSite } from './site.ts'

/**
 * How many answers a second the site gives, beside a bare `node:http` server that sends the same bytes with the same headers from memory. Each
 * runs in a process of its own. The ratio is the promise: it says what all of routing, caching and validation cost, on any machine.
 */
const promises: [path: string, atLeast: number][] = [
  ['/', 0.8],
  ['/blog', 0.8],
  ['/blog/postgres-is-a-good-queue', 0.8],
  ['/api/products', 0.75],
  ['/api/blogs?page=1&limit=6', 0.75],
]
/** Both are measured for a second, in turns. Other programs can only slow a server down, so the best second of each counts. */
const rounds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = 20
const acceptEncoding = 'br'

type Answer = { headers: string[]; body: string }

/** wrk needs less of the processor than a client in JavaScript, so it is used where it is installed. */
const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Serves one answer at `/` from memory, as the parent says. */
async function serveBare() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', ({ headers, body }: Answer) => {
    const bytes = Buffer.from(body, 'base64')
    server.removeAllListeners('request')
    server.on('request', (_request, reply) => reply.writeHead(200, headers).end(bytes))
    process.send?.('ready')
  })
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

async function start(role: string): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(import.meta.filename, [role])
  const [url] = await once(child, 'message')
  return { url, child }
}

/** Asks twice, since only the second answer comes from the cache with everything prepared. */
async function fetchAnswer(url: string): Promise<Answer> {
  const [first] = (await once(get(url, { headers: { 'accept-encoding': acceptEncoding } }), 'response')) as [
    IncomingMessage,
  ]
  await first.toArray()
  const [answer] = (await once(get(url, { headers: { 'accept-encoding': acceptEncoding } }), 'response')) as [
    IncomingMessage,
  ]
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  const body = Buffer.concat(await answer.toArray()).toString('base64')
  // Node adds these itself.
  const own = ['date', 'connection', 'keep-alive']
  const headers = answer.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && !own.includes(name.toLowerCase()) ? [name, all[index + 1] ?? ''] : [],
  )
  return { headers, body }
}

async function measure(url: string): Promise<number> {
  if (!hasWrk) {
    const headers = { 'accept-encoding': acceptEncoding }
    const { requests, non2xx, errors } = await autocannon({ url, connections, duration: 1, headers })
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`)
    return requests.average
  }
  const args = ['-t1', `-c${connections}`, '-d1s', '-H', `accept-encoding: ${acceptEncoding}`, url]
  const { stdout } = spawnSync('wrk', args, { encoding: 'utf8' })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`)
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1])
}

async function compare() {
  const [site, bare] = [await start('site'), await start('bare')]
  let kept = true
  try {
    console.log(`${'path'.padEnd(40)} ${'site'.padStart(9)} ${'bare'.padStart(9)}   ratio (promised)`)
    for (const [path, atLeast] of promises) {
      bare.child.send(await fetchAnswer(site.url + path))
      await once(bare.child, 'message')
      let [ours, theirs] = [0, 0]
      for (let round = 0; round < rounds; round++) {
        ours = Math.max(ours, await measure(site.url + path))
        theirs = Math.max(theirs, await measure(bare.url))
      }
      const ratio = ours / theirs
      kept &&= ratio >= atLeast
      console.log(
        `${path.padEnd(40)} ${ours.toFixed(0).padStart(7)}/s ${theirs.toFixed(0).padStart(7)}/s   ${ratio.toFixed(2)} (${atLeast.toFixed(2)})${ratio < atLeast ? '  broken' : ''}`,
      )
    }
  } finally {
    site.child.send('stop')
    bare.child.kill()
    await once(site.child, 'exit')
  }
  process.exit(kept ? 0 : 1)
}

async function serveSite() {
  const site = await startSite({ HOST: '127.0.0.1' })
  process.once('message', () => site.stop().then(() => process.exit()))
  process.send?.(site.url)
}

const [role] = process.argv.slice(2)
await (role === 'site' ? serveSite() : role === 'bare' ? serveBare() : compare())
