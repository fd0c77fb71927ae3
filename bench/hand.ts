import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chaptersOf, longPost } from '../e2e/long-post.ts'
import { findChromium } from '../scripts/chromium.js'
import { type Measurement, median, percentile } from './lib/figures.ts'
import { startSite, stoppable } from './lib/processes.ts'
import { visits } from './lib/settings.ts'

const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }
/** In milliseconds. */
const budget = { screen: 300, key: 16 }
const sentence = 'The quick brown fox jumps over the lazy dog, and on. '

/** A window of staff who have signed in, with empty caches. */
async function openOffice(browser: Browser, url: string, token: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  await page.goto(`${url}/#${path}`)
  await page.locator('#main h1').waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** A hand rests on a link for at least so many milliseconds before it presses. The back office loads the screen's code meanwhile. */
const rest = 100

/** Presses a link. @returns the milliseconds until the screen behind it has its content, and the browser is ready for the next press */
async function pressed(page: Page, href: string): Promise<number> {
  const link = page.locator(`a[href="${href}"]`).first()
  await link.hover()
  await page.waitForTimeout(rest)
  return link.evaluate(
    async (element: HTMLElement, isEditor) => {
      const before = document.querySelector('#main h1')
      const isUsable = () => {
        const heading = document.querySelector('#main h1')
        const isLoading = document.querySelector('#main .animate-spin')
        return (
          heading &&
          heading !== before &&
          !isLoading &&
          (!isEditor || document.querySelector('#main [contenteditable]'))
        )
      }
      const start = performance.now()
      element.click()
      while (!isUsable()) {
        if (performance.now() - start > 30_000) throw new Error('The screen has no content')
        await new Promise(requestAnimationFrame)
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - start
    },
    /\/(blogs|courses)\/new$/.test(href),
  )
}

/** `ts` and `dur` are microseconds of the clock, `tdur` of the processor. */
type Task = {
  name: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args: { data?: { type?: string } }
}

/** Types into the editor. @returns for each key, the processor time of the page's main thread until its letter is painted, in milliseconds */
async function workOfKeys(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Content' }).click({ position: { x: 200, y: 90 } })
  await page.keyboard.type(sentence, { delay: 60 })
  const session = await page.context().newCDPSession(page)
  const tasks = await traced(session, () => page.keyboard.type(sentence.repeat(3), { delay: 60 }))
  return tasks
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown')
    .map((key) => {
      const own = tasks.filter(({ pid, tid, ts, dur = 0 }) => pid === key.pid && tid === key.tid && ts + dur > key.ts)
      const painted = own.find(({ name }) => name === 'Commit')?.ts ?? Number.POSITIVE_INFINITY
      const until = own.filter(({ name, ts }) => name === 'RunTask' && ts < painted)
      return until.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0)
    })
}

/** The tasks of the browser while something happens. */
async function traced(session: CDPSession, act: () => Promise<void>): Promise<Task[]> {
  const tasks: Task[] = []
  session.on('Tracing.dataCollected', ({ value }) => tasks.push(...(value as unknown as Task[])))
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await act()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return tasks.toSorted((a, b) => a.ts - b.ts)
}

/**
 * Measures the back office as staff feel it: the time from the press on a link until the screen behind it can be used, with no file of that screen
 * in the browser's cache, and the work of a key in posts of different lengths.
 */
export async function* measure(): Measurement {
  const site = await startSite({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const close = stoppable(() => browser.close())

  async function call<Answer>(path: string, body: unknown, token = ''): Promise<Answer> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<Answer>
  }
  const { token } = await call<{ token: string }>('/api/identity/sign-in', admin)
  const open = (path: string) => openOffice(browser, site.url, token, path)
  const post = { excerpt: 'x', category: 'Cloud', published: false }
  const create = async (title: string, content: string) =>
    (await call<{ _id: string }>('/api/blogs', { ...post, title, slug: title.toLowerCase(), content }, token))._id

  // The lists are those of the navigation.
  const first = await open('/admin/dashboard')
  const lists = await first
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await first.context().close()
  const screens = lists
    .filter((href) => href.includes('/admin/') && !href.endsWith('/dashboard'))
    .map((href) => ({ from: '/admin/dashboard', href }))
  const forms = ['blogs', 'courses', 'products', 'cases'].map((kind) => ({
    from: `/admin/${kind}`,
    href: `#/admin/${kind}/new`,
  }))
  let slowest = { href: '', time: 0 }
  for (const { from, href } of [...screens, ...forms]) {
    const times: number[] = []
    for (let count = 0; count < visits; count++) {
      const page = await open(from)
      times.push(await pressed(page, href))
      await page.context().close()
    }
    const time = median(times)
    if (time > slowest.time) slowest = { href, time }
    yield { what: `${href}, from the press`, measured: time, unit: 'ms' }
  }
  yield {
    what: `the slowest screen of the back office, ${slowest.href}`,
    measured: slowest.time,
    unit: 'ms',
    reference: { what: 'the budget', value: budget.screen },
    promise: 'time of a screen',
  }

  const work = async (path: string) => {
    const page = await open(path)
    const keys = await workOfKeys(page)
    await page.context().close()
    return keys
  }
  const edit = (id: string) => `/admin/blogs/edit/${id}`
  const empty = await work('/admin/blogs/new')
  const usual = await work(edit(await create('Usual', chaptersOf(100))))
  const long = await work(edit(await create('Long', longPost)))
  await close()
  await site.stop()
  yield {
    what: 'a key in a post of 10,000 words, p95',
    measured: percentile(usual, 0.95),
    unit: 'ms',
    reference: { what: 'the budget', value: budget.key },
    promise: 'work of a key',
  }
  yield {
    what: 'a key in a post of 20,000 words, median',
    measured: median(long),
    unit: 'ms',
    reference: { what: 'an empty post', value: median(empty) },
    promise: 'length of a post',
  }
}
