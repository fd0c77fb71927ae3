import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.js'

/**
 * What a visitor with a phone sees: every public page in Chromium with the processor 4 times slower, 1.6 Mbit/s down and 150 ms away. Prints,
 * for each page, the median of several visits: first and largest paint, the time the page is blocked in its first five seconds, layout
 * shift, and what was transferred. Beside it stands the same document with its scripts blocked, visited in turn with it: that is the
 * promise, since only the machine decides on the rest. Visits the site at the given address, or starts one of its own.
 */
const visits = Number(process.env.VITALS_VISITS ?? 5)
/** Up to this much above the document without scripts is the noise of a measurement; CLS is no matter of time. */
const promise = { lcp: 1.05, tbt: 10, cls: 0.0005 }

type Vitals = { fcp: number; lcp: number; tbt: number; cls: number; kilobytes: number }
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args: { data?: { score?: number; had_recent_input?: boolean } }
}

async function visit(browser: Browser, url: string, javaScriptEnabled: boolean): Promise<Vitals> {
  const context = await browser.newContext({ ...devices['Moto G4'], baseURL: undefined, javaScriptEnabled })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  session.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  // A trace measures a document without scripts as well.
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'loading',
        'blink.user_timing',
      ],
    },
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(5_000)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await context.close()
  const seen = readTrace(events)
  // A busy machine may lose a part of the trace.
  return seen ? { ...seen, kilobytes: bytes / 1024 } : visit(browser, url, javaScriptEnabled)
}

/** Reads the paints, the long tasks and the layout shifts of the page's main thread, in milliseconds since its navigation began. */
function readTrace(events: TraceEvent[]): Omit<Vitals, 'kilobytes'> | null {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const start = events.findLast(
    ({ name, pid, ts }) => name === 'navigationStart' && pid === painted?.pid && ts <= painted.ts,
  )
  if (!start) return null
  const since = ({ ts }: TraceEvent) => (ts - start.ts) / 1_000
  const ofPage = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts)
  const named = (name: string) => ofPage.filter((event) => event.name === name)
  const fcp = Math.min(...named('firstContentfulPaint').map(since))
  const tasks = named('RunTask').filter(({ ph, tid }) => ph === 'X' && tid === start.tid)
  return {
    fcp,
    lcp: Math.max(...named('largestContentfulPaint::Candidate').map(since)),
    // Blocking is what a task takes beyond 50 ms, after the first paint and within five seconds.
    tbt: tasks
      .filter((task) => since(task) >= fcp && since(task) < 5_000)
      .reduce((sum, { dur = 0 }) => sum + Math.max(0, dur / 1_000 - 50), 0),
    cls: named('LayoutShift')
      .filter(({ args }) => !args.data?.had_recent_input)
      .reduce((sum, { args }) => sum + (args.data?.score ?? 0), 0),
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const each = (runs: Vitals[], middle: (values: number[]) => number): Vitals => {
  const of = (name: keyof Vitals) => middle(runs.map((run) => run[name]))
  return { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls'), kilobytes: of('kilobytes') }
}

async function startSite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-vitals-'))
  const port = 4_390
  const server = spawn(process.execPath, ['src/app/server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const url = `http://localhost:${port}`
  for (let attempt = 0; attempt < 150; attempt++) {
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.on('exit', resolve))
      await rm(dataDir, { recursive: true })
    },
  }
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`.padStart(8)
const print = (name: string, page: Vitals, bare: Vitals) =>
  console.log(
    `${name.padEnd(48)}${milliseconds(page.fcp)}${milliseconds(page.lcp)}${milliseconds(page.tbt)}${page.cls.toFixed(4).padStart(8)}${page.kilobytes.toFixed(0).padStart(5)} |${milliseconds(bare.fcp)}${milliseconds(bare.lcp)}${milliseconds(bare.tbt)}`,
  )

const site = process.argv[2] ? { url: process.argv[2], stop: async () => {} } : await startSite()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
let kept = true
try {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
  // The first post and course stand for all of their kind.
  const pages = paths.filter(
    (path, index) =>
      !/^\/(blog|courses)\/./.test(path) ||
      paths.findIndex((other) => other.split('/')[1] === path.split('/')[1] && other.split('/').length > 2) === index,
  )
  console.log(`${'page'.padEnd(48)}     FCP     LCP     TBT     CLS   KB |     FCP     LCP     TBT without scripts`)
  const all: { page: Vitals; bare: Vitals }[] = []
  for (const path of pages) {
    await fetch(site.url + path)
    const runs: Record<'page' | 'bare', Vitals[]> = { page: [], bare: [] }
    for (let count = 0; count < visits; count++) {
      runs.page.push(await visit(browser, site.url + path, true))
      runs.bare.push(await visit(browser, site.url + path, false))
    }
    const result = { page: each(runs.page, median), bare: each(runs.bare, median) }
    print(path, result.page, result.bare)
    kept &&= result.page.cls <= promise.cls
    all.push(result)
  }
  const page = each(
    all.map((result) => result.page),
    mean,
  )
  const bare = each(
    all.map((result) => result.bare),
    mean,
  )
  print('mean', page, bare)
  kept &&= page.lcp <= bare.lcp * promise.lcp && page.tbt <= bare.tbt + promise.tbt
  if (!kept) console.error('A page shifts, or its scripts delay it.')
} finally {
  await browser.close()
  await site.stop()
}
process.exit(kept ? 0 : 1)
