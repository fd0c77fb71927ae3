import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const admin = { email: 'admin@example.com', password: 'four rivers meet at dawn' }
/** No other test counts a view of it, or of the course that follows. */
const first = '/courses/apis-with-nodejs-and-postgresql'

/** Acts, and waits until the page has sent its beacon. It is sent at rest, a second after the page was loaded. */
async function seen(page: Page, act: () => Promise<unknown>) {
  const [beacon] = await Promise.all([page.waitForRequest('**/api/seen'), act()])
  expect((await beacon.response())?.status()).toBe(204)
  return beacon.postDataJSON()
}

// The other tests are driven by a program too, but say so; only these views count.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
})
test('pages and presses of a visitor are counted, and nothing is left in the browser', async ({ page, request }) => {
  const { token } = await (await request.post('/api/identity/sign-in', { data: admin })).json()
  const figures = async (query: Record<string, string>) =>
    (await request.get('/api/analytics', { params: query, headers: { authorization: `Bearer ${token}` } })).json()
  const viewsOf = async (path: string) => (await figures({ page: path })).totals.views
  const { next } = await (await request.get(`/api${first}`)).json()
  const course = `/courses/${next.slug}`
  const before = [await viewsOf(first), await viewsOf(course)]

  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
  const campaign = randomUUID()
  const visit = {
    path: first,
    kind: 'visit',
    referrer: 'www.linkedin.com',
    campaign,
    source: 'post',
    phone: false,
  }
  const address = `${first}?utm_campaign=${campaign}&utm_source=post`
  expect(await seen(page, () => page.goto(address, { referer: 'https://www.linkedin.com/feed' }))).toEqual(visit)
  const [loaded, sent] = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const beacon = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/seen'))
    return [document?.loadEventEnd, beacon?.startTime]
  })
  expect(sent).toBeGreaterThanOrEqual(Number(loaded) + 1_000)

  const view = { path: course, kind: 'view', phone: false }
  expect(
    await seen(page, () => page.getByRole('navigation', { name: 'Next course' }).getByRole('link').click()),
  ).toEqual(view)
  expect(await seen(page, () => page.reload())).toEqual(view)
  expect(await seen(page, () => page.goBack())).toMatchObject({ path: first, kind: 'view' })
  expect(await seen(page, () => page.goForward())).toEqual(view)
  await page.context().route('https://**', (route) => route.abort())
  const goal = await seen(page, () => page.getByRole('link', { name: 'Enroll Now' }).first().click())
  expect(goal).toMatchObject({ path: first, kind: 'goal', goal: 'enrol', campaign, source: 'post' })
  expect(goal).not.toHaveProperty('referrer')
  // A page that the client shows without a new document.
  expect(await seen(page, () => page.goto('/#/about'))).toMatchObject({ path: '/about', kind: 'visit', referrer: '' })
  const services = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services', exact: true })
  expect(await seen(page, () => services.click())).toEqual({ path: '/services', kind: 'view', phone: false })

  await expect
    .poll(async () => [await viewsOf(first), await viewsOf(course)])
    .toEqual([Number(before[0]) + 2, Number(before[1]) + 3])
  const { pages, totals } = await figures({ by: 'pages', campaign })
  expect([totals.visits, pages]).toEqual([1, [expect.objectContaining({ path: first, visits: 1 })]])
  const { courses } = await figures({ by: 'courses', campaign })
  expect(courses).toEqual([expect.objectContaining({ path: course, payments: 1 })])
  const left = await page.evaluate(async () => [
    ...[Object.keys(localStorage), Object.keys(sessionStorage), document.cookie],
    ...[await indexedDB.databases(), await caches.keys()],
  ])
  expect(left).toEqual([[], [], '', [], []])
})
