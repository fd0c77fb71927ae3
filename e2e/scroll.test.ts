import type { Page } from '@playwright/test'
import { test as staffTest } from './admin-fixtures.ts'
import { expect, hydrate, hydrated, test } from './fixtures.ts'

const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY)
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

for (const next of ['/courses/apis-with-nodejs-and-postgresql', '/#/courses/apis-with-nodejs-and-postgresql'])
  test(`${next} opened after a page that was read to its end starts at the top, and Back restores the end`, {
    tag: next.includes('#') ? '@all' : [],
  }, async ({ page }) => {
    await page.goto('/courses')
    await hydrate(page)
    await scrollTo(page, 1_200)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)

    await page.goto(next)
    await hydrate(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dependable APIs/)
    expect(await scrollPosition(page)).toBe(0)

    await page.goBack()
    await hydrate(page)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)
    await page.reload()
    await hydrate(page)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)
  })

test('a visitor who scrolls while the client loads stays there', async ({ page }) => {
  const loading = Promise.withResolvers<void>()
  await page.route('**/assets/client-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/client-*.js')
  await page.goto('/courses')
  await scrollTo(page, 700)
  const done = hydrate(page)
  await asked
  await scrollTo(page, 800)
  loading.resolve()
  await done
  expect(await scrollPosition(page)).toBe(800)
})

// An address that is typed into an open document is a new entry of the history, which no router has given a key.
for (const [first, second] of [
  ['/#/courses', '/#/blog'],
  ['/#/admin/courses', '/#/admin/users'],
  ['/#/admin/courses', '/#/blog'],
] as const) {
  const tag = first === '/#/admin/courses' ? '@all' : []
  staffTest(
    `${second} typed into the document of ${first} starts at the top, and Back restores`,
    { tag },
    async ({ page }) => {
      const read = async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(() => scrollTo(page, 80).then(() => scrollPosition(page))).toBe(80)
      }
      await page.setViewportSize({ width: 800, height: 300 })
      await page.goto(first)
      await hydrated(page)
      for (const address of [second, first, second]) {
        await read()
        await page.evaluate((hash) => window.location.assign(hash), address.slice(1))
        await expect.poll(() => scrollPosition(page)).toBe(0)
      }
      // Also after the back office was left.
      await expect.poll(() => page.evaluate(() => window.history.scrollRestoration)).toBe('manual')
      await page.goBack()
      await expect.poll(() => scrollPosition(page)).toBe(80)
    },
  )
}
