import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './fixtures.ts'

const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY)
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

for (const next of ['/courses/apis-with-nodejs-and-postgresql', '/#/courses/apis-with-nodejs-and-postgresql'])
  test(`${next} opened after a page that was read to its end starts at the top, and Back restores the end`, async ({
    page,
  }) => {
    await page.goto('/courses')
    await hydrated(page)
    await scrollTo(page, 1_200)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)

    await page.goto(next)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dependable APIs/)
    expect(await scrollPosition(page)).toBe(0)

    await page.goBack()
    await hydrated(page)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => scrollPosition(page)).toBe(1_200)
  })

test('a visitor who scrolls before the client has loaded stays there', async ({ page }) => {
  const loading = Promise.withResolvers<void>()
  await page.route('**/assets/client-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto('/courses')
  await scrollTo(page, 700)
  loading.resolve()
  await hydrated(page)
  expect(await scrollPosition(page)).toBe(700)
})
