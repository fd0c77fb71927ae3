import AxeBuilder from '@axe-core/playwright'
import { expect, hydrate, screens, test } from './fixtures.ts'

/** Addresses in the fragment, and a text that shows that their screen has loaded. */
const inFragment = [
  ['/blog?search=zzzzzz', 'No posts found'],
  ['/courses?search=zzzzzz', 'No courses found'],
  ['/contact?sent=1', "Let's Connect"],
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} scheme`, () => {
    test.use({ colorScheme, allowedConsole: /404 \(Not Found\)/ })

    test('axe finds nothing on any screen, in path mode and hash mode', async ({ page }) => {
      test.setTimeout(120_000)
      for (const { path } of screens) {
        await page.goto(path)
        await hydrate(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          path,
        ).toEqual([])
      }
      for (const [path, text] of inFragment) {
        await page.goto(`/#${path}`)
        await expect(page.getByText(text).first()).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          `#${path}`,
        ).toEqual([])
      }
    })
  })
}

for (const width of [320, 390, 768, 1440, 1920]) {
  test(`nothing is wider than the window at ${width}`, async ({ page }) => {
    test.setTimeout(60_000)
    await page.setViewportSize({ width, height: 900 })
    for (const { path } of screens) {
      await page.goto(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
  test.use({ allowedConsole: /404 \(Not Found\)/ })
}

test('nothing shifts while a screen loads and hydrates, and nothing comes from another host', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000)
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '') && !asked.url().startsWith('data:')) elsewhere.push(asked.url())
  })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { path } of screens) {
      await page.goto(path)
      await hydrate(page)
      const shift = await page.evaluate(
        // Two frames after the fonts have loaded, the observer has all shifts that they and the client have caused.
        async () => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          await document.fonts.ready
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
          await new Promise((resolve) => requestIdleCallback(resolve))
          return sum
        },
      )
      expect(shift, `${path} at ${width}`).toBeLessThan(0.01)
    }
  }
  expect(elsewhere).toEqual([])
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
