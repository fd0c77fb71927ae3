import { chromium, type Page } from '@playwright/test'
import { longPost } from '../e2e/long-post.ts'
import { findChromium } from '../scripts/chromium.js'
import { type Measurement, median } from './lib/figures.ts'
import { startSite, stoppable } from './lib/processes.ts'

const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

/** The median time of a key, in milliseconds. */
async function keyTime(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Content' }).click({ position: { x: 200, y: 90 } })
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    document.addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)))
      },
      { capture: true },
    )
  })
  await page.keyboard.type('The quick brown fox jumps over the lazy dog, and on.', { delay: 40 })
  const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  return median(times)
}

/**
 * Measures the time from a keystroke in the editor until the screen shows it, in a post of 20,000 words and in an empty one: the cost of a
 * post's length.
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
  const post = { title: 'Long', slug: 'long', excerpt: 'x', category: 'Cloud', content: longPost, published: false }
  const { _id } = await call<{ _id: string }>('/api/blogs', post, token)
  const timeIn = async (path: string) => {
    const context = await browser.newContext()
    await context.addInitScript((value) => localStorage.setItem('token', value), token)
    const page = await context.newPage()
    await page.goto(`${site.url}/#${path}`)
    const time = await keyTime(page)
    await context.close()
    return time
  }
  const empty = await timeIn('/admin/blogs/new')
  const full = await timeIn(`/admin/blogs/edit/${_id}`)
  await close()
  await site.stop()
  yield {
    what: 'a key in a post of 20,000 words',
    measured: full,
    unit: 'ms',
    reference: { what: 'an empty post', value: empty },
    promise: 'time of a key',
  }
}
