import type { Page } from '@playwright/test'
import { complete, expectAccessible, expectReach, expectToFit } from './appearance.ts'
import { expect, hydrate, screens, test } from './fixtures.ts'

/** Addresses in the fragment, and a text that shows that their screen has loaded. */
const inFragment = [
  ['/blog?search=zzzzzz', 'No posts found'],
  ['/courses?search=zzzzzz', 'No courses found'],
  ['/contact?sent=1', "Let's Connect"],
] as const

test.use({ allowedConsole: /404 \(Not Found\)/ })

test('axe finds nothing on any screen, none is wider than the window or shifts while it loads, and none uses another host', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '') && !asked.url().startsWith('data:')) elsewhere.push(asked.url())
  })
  for (const width of complete ? [390, 1440] : [1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { path, status } of screens) {
      await page.goto(path)
      if (!status) await hydrate(page)
      expect(await findShift(page), `${path} at ${width}`).toBeLessThan(0.01)
      if (width !== 1440) continue
      await expectToFit(page, path)
      await expectAccessible(page, path)
      await expectReach(page, path)
    }
  }
  for (const path of [
    '/',
    '/services',
    '/blog',
    '/courses',
    '/about',
    '/profile',
    '/blog/the-incident-nobody-rehearsed',
  ]) {
    await page.goto(path)
    await page.evaluate(() => {
      for (const text of document.querySelectorAll('.prose h2, [dir="auto"]:not(input, textarea)'))
        if (text.childElementCount === 0) text.textContent = 'Rechtsschutzversicherungsgesellschaften'.repeat(2)
    })
    await expectToFit(page, `${path} with long words`, [320])
  }
  for (const [path, text] of inFragment) {
    await page.goto(`/#${path}`)
    await expect(page.getByText(text).first()).toBeVisible()
    await expectAccessible(page, `#${path}`)
  }
  expect(elsewhere).toEqual([])
})

/** The layout shift of the page. Two frames after the fonts have loaded, all shifts that they and the client have caused are known. */
const findShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
    return sum
  })

test('the skip link leads the keyboard to the content', async ({ page }) => {
  await page.goto('/services')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('the colour scheme is switched and remembered', async ({ page }) => {
  await page.goto('/about')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await background()
  await page.locator('[data-scheme-switch]').first().click()
  await expect.poll(background).not.toBe(before)
  await page.reload()
  expect(await background()).not.toBe(before)
})
