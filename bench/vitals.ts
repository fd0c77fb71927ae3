import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.js'

/**
 * What a visitor with a phone sees: every public page in Chromium with the processor 4 times slower, 1.6 Mbit/s down and 150 ms away.
 * Prints, for each page, the median of several visits: first and largest paint, the time scripts block the page in its first five
 * seconds, layout shift, and what was transferred. Starts a site of its own unless it is given an address.
 */
const visits = Number(process.env.VITALS_VISITS ?? 5)
const limits = { lcp: 800, tbt: 40, cls: 0.0005 }

type Vitals = { fcp: number; lcp: number; tbt: number; cls: number; kilobytes: number }

async function visit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({ ...devices['Moto G4'], baseURL: undefined })
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
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] as [number, number][] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName('first-contentful-paint')) seen.fcp = entry.startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.cls += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push([entry.startTime, entry.duration])
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(5_000)
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { fcp: number; lcp: number; cls: number; tasks: [number, number][] } }).seen,
  )
  await context.close()
  // Blocking is what a task takes beyond 50 ms, after the first paint and within five seconds.
  const tbt = seen.tasks
    .filter(([start]) => start >= seen.fcp && start < 5_000)
    .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
  return { fcp: seen.fcp, lcp: seen.lcp, tbt, cls: seen.cls, kilobytes: bytes / 1024 }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

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

const site = process.argv[2] ? { url: process.argv[2], stop: async () => {} } : await startSite()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
let failed = false
try {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
  // The first post and course stand for all of their kind.
  const pages = paths.filter(
    (path, index) =>
      !/^\/(blog|courses)\/./.test(path) ||
      paths.findIndex((other) => other.split('/')[1] === path.split('/')[1] && other.split('/').length > 2) === index,
  )
  console.log(
    `${'page'.padEnd(52)} ${'FCP'.padStart(7)} ${'LCP'.padStart(7)} ${'TBT'.padStart(6)} ${'CLS'.padStart(7)} ${'KB'.padStart(6)}`,
  )
  for (const path of pages) {
    await fetch(site.url + path)
    const runs: Vitals[] = []
    for (let count = 0; count < visits; count++) runs.push(await visit(browser, site.url + path))
    const of = (name: keyof Vitals) => median(runs.map((run) => run[name]))
    const [fcp, lcp, tbt, cls] = [of('fcp'), of('lcp'), of('tbt'), of('cls')]
    const over = lcp > limits.lcp || tbt > limits.tbt || cls > limits.cls
    failed ||= over
    console.log(
      `${path.padEnd(52)} ${fcp.toFixed(0).padStart(4)} ms ${lcp.toFixed(0).padStart(4)} ms ${tbt.toFixed(0).padStart(3)} ms ${cls.toFixed(4).padStart(7)} ${of('kilobytes').toFixed(0).padStart(6)}${over ? '  over' : ''}`,
    )
  }
} finally {
  await browser.close()
  await site.stop()
}
process.exit(failed ? 1 : 0)
