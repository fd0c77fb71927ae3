import { chromium, type Page } from '@playwright/test'
import { longPost } from '../e2e/long-post.ts'
import { findChromium } from '../scripts/chromium.js'
import { startSite } from './site.ts'

/**
 * Measures the time from a keystroke in the editor until the screen shows it, in a post of 20,000 words and in an empty one. The ratio is
 * the promise: it is the cost of a post's length, on any machine.
 */
const atMost = 4
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
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY
}

const site = await startSite({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking'],
})

async function call<Answer>(path: string, body: unknown, token = ''): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}

let ratio = Number.POSITIVE_INFINITY
try {
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
  ratio = full / empty
  const verdict = ratio > atMost ? '  broken' : ''
  console.log(
    `A key: ${empty.toFixed(1)} ms in an empty post, ${full.toFixed(1)} ms in 20,000 words, ratio ${ratio.toFixed(2)} (${atMost})${verdict}`,
  )
} finally {
  await browser.close()
  await site.stop()
}
process.exit(ratio > atMost ? 1 : 0)
