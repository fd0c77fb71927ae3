import { gzipSync } from 'node:zlib'
import { type Browser, chromium, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.js'
import { type Measurement, mean, median } from './lib/figures.ts'
import { serveGhost } from './lib/ghost.ts'
import { startSite, stoppable } from './lib/processes.ts'
import { visits } from './lib/settings.ts'

/** For so many milliseconds after its navigation began, a page is watched. */
const watched = 5_000
const budget = { cls: 0.0005, scriptBytes: 6 * 1024 }
/** Every kind of page. */
const pages = ['/', '/services', '/products', '/about', '/blog', '/blog/*', '/courses', '/contact']

type Vitals = { lcp: number; text: number; tbt: number; cls: number; scriptBytes: number }
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args: { data?: { score?: number; had_recent_input?: boolean; type?: string } }
}

async function visit(browser: Browser, url: string, javaScriptEnabled: boolean): Promise<Vitals> {
  const context = await browser.newContext({ ...devices['Moto G4'], javaScriptEnabled })
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
  const scripts = new Set<string>()
  let scriptBytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
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
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout(watched)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await context.close()
  const seen = readTrace(events)
  // A busy machine may lose a part of the trace.
  return seen ? { ...seen, scriptBytes } : visit(browser, url, javaScriptEnabled)
}

/** Reads the paints, the long tasks and the layout shifts of the page's main thread, in milliseconds since its navigation began. */
function readTrace(events: TraceEvent[]): Omit<Vitals, 'scriptBytes'> | null {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const start = events.findLast(
    ({ name, pid, ts }) => name === 'navigationStart' && pid === painted?.pid && ts <= painted.ts,
  )
  if (!start) return null
  const since = ({ ts }: TraceEvent) => (ts - start.ts) / 1_000
  const ofPage = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts)
  const named = (name: string) => ofPage.filter((event) => event.name === name)
  const fcp = Math.min(...named('firstContentfulPaint').map(since))
  const candidates = named('largestContentfulPaint::Candidate')
  const tasks = named('RunTask').filter(({ ph, tid }) => ph === 'X' && tid === start.tid)
  return {
    lcp: Math.max(...candidates.map(since)),
    text: Math.max(fcp, ...candidates.filter(({ args }) => args.data?.type === 'text').map(since)),
    // Blocking is the time of a task beyond 50 ms, after the first paint and while the page is watched.
    tbt: tasks
      .filter((task) => since(task) >= fcp && since(task) < watched)
      .reduce((sum, { dur = 0 }) => sum + Math.max(0, dur / 1_000 - 50), 0),
    cls: named('LayoutShift')
      .filter(({ args }) => !args.data?.had_recent_input)
      .reduce((sum, { args }) => sum + (args.data?.score ?? 0), 0),
  }
}

/** The bytes of the scripts that are part of a document, compressed. */
async function inlineBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const scripts = [...html.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, text]) => text)
  return scripts.length > 0 ? gzipSync(scripts.join('\n')).length : 0
}

const middle = (all: Vitals[], of: (values: number[]) => number): Vitals => {
  const each = (name: keyof Vitals) => of(all.map((one) => one[name]))
  return { lcp: each('lcp'), text: each('text'), tbt: each('tbt'), cls: each('cls'), scriptBytes: each('scriptBytes') }
}

/**
 * Measures pages as a phone sees them: eight pages in Chromium with the processor 4 times slower, 1.6 Mbit/s down and 150 ms away,
 * each compared to the same document with its scripts blocked, which has only the cost of its HTML and CSS, and the slowest to the start page of
 * Ghost's default theme, which is visited in turns with them.
 * @param address of a running site; without it a new site with the sample content is measured
 */
export async function* measure(address?: string): Measurement {
  const site = address ? undefined : await startSite()
  const url = address?.replace(/\/$/, '') ?? site?.url ?? ''
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  const close = stoppable(() => browser.close())
  const { blogs } = await (await fetch(`${url}/api/blogs?page=1&limit=12`)).json()
  const ghost = await serveGhost(blogs).catch((error: Error) => error)
  const paintsOfGhost: number[] = []
  const paths = pages.flatMap((path) => (path === '/blog/*' ? (blogs[0] ? [`/blog/${blogs[0].slug}`] : []) : [path]))
  const [all, allBlocked]: [Vitals[], Vitals[]] = [[], []]
  for (const path of paths) {
    const inline = await inlineBytes(url + path)
    const [runs, blocked]: [Vitals[], Vitals[]] = [[], []]
    for (let count = 0; count < visits; count++) {
      // Each goes first in turn.
      for (const scripts of count % 2 === 0 ? [true, false] : [false, true])
        (scripts ? runs : blocked).push(await visit(browser, url + path, scripts))
    }
    if (!(ghost instanceof Error)) paintsOfGhost.push((await visit(browser, ghost.url, true)).text)
    const [ours, theirs] = [middle(runs, median), middle(blocked, median)]
    all.push({ ...ours, scriptBytes: ours.scriptBytes + inline })
    allBlocked.push(theirs)
    const reference = { what: 'without scripts', value: theirs.lcp }
    yield { what: `largest paint of ${path}`, measured: ours.lcp, unit: 'ms', reference }
  }
  await close()
  await site?.stop()
  if (!(ghost instanceof Error)) await ghost.stop()

  const [ours, theirs, worst] = [
    middle(all, mean),
    middle(allBlocked, mean),
    middle(all, (values) => Math.max(...values)),
  ]
  const on = `mean of ${paths.length} pages on a phone`
  const blocked = (value: number) => ({ what: 'without scripts', value })
  const limit = (value: number) => ({ what: 'the budget', value })
  yield {
    ...{ what: `largest paint, ${on}`, measured: ours.lcp, unit: 'ms' as const },
    ...{ reference: blocked(theirs.lcp), promise: 'largest paint' as const },
  }
  if (ghost instanceof Error)
    yield { what: 'largest text, the worst page', skipped: `npm gave no theme of Ghost: ${ghost.message}` }
  else {
    const reference = { what: "Ghost's default theme", value: median(paintsOfGhost) }
    yield {
      what: 'largest text, the worst page',
      measured: worst.text,
      unit: 'ms',
      reference,
      promise: 'largest text',
    }
  }
  yield {
    ...{ what: `blocking in 5 s, ${on}`, measured: ours.tbt, unit: 'ms' as const },
    ...{ reference: blocked(theirs.tbt), promise: 'blocking time' as const },
  }
  const blocking = all.map(({ tbt }) => tbt)
  yield {
    ...{ what: `blocking of ${paths[blocking.indexOf(worst.tbt)]}, the worst page`, measured: worst.tbt },
    ...{ unit: 'ms' as const, reference: { what: 'the mean of all', value: ours.tbt } },
  }
  yield {
    ...{ what: 'layout shift, the worst page', measured: worst.cls, unit: '' as const },
    ...{ reference: limit(budget.cls), promise: 'layout shift' as const },
  }
  yield {
    ...{ what: 'JavaScript before an act, the worst page', measured: worst.scriptBytes, unit: 'bytes' as const },
    ...{ reference: limit(budget.scriptBytes), promise: 'weight of scripts' as const },
  }
}
