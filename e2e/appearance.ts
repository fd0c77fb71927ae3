import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The browser compiles it in each document, so it is the short form. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `npm test` looks at the present colour scheme, in windows of three widths; `npm test -- --all` at both, in all. */
export const complete = process.env['TEST_ALL'] !== 'false'

/** Rules that depend on colours; others are the same in the dark scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The findings of axe after running transitions, whose colours have less contrast. */
async function findViolations(page: Page, options: RunOptions) {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    // Only rules that do not run read the stylesheets in advance.
    { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } } as RunOptions,
  )
}

/**
 * Axe finds nothing on the page, in either colour scheme. `accents.unit.test.ts` compares the colours of both schemes.
 * @param what names the state of the page in a failure
 * @param without the rules that do not apply to it
 */
export async function expectAccessible(page: Page, what: string, without: string[] = []) {
  // Frames are checked by the copy in them, at the request of that in the page. A preview may load its frame again meanwhile.
  await expect(async () => {
    for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  }).toPass()
  // Axe does not look for these: an image of nothing, and a state that the browser tells of itself.
  const odd = page.locator('img:not([src]), [popovertarget][aria-expanded]')
  expect.soft(await odd.count(), what).toBe(0)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  // Another scheme draws the page again, so the look begins with the present one.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [present, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  for (const colorScheme of complete ? [present, other] : [present]) {
    await page.emulateMedia({ colorScheme })
    const options: RunOptions = colorScheme === present ? { rules } : { runOnly: colourRules }
    let violations = await findViolations(page, options)
    // A message may have begun to fade away during the first look.
    if (violations.length > 0) violations = await findViolations(page, options)
    expect.soft(violations, `${what}, ${colorScheme}`).toEqual([])
  }
}

/** The page fits into windows of all widths. The layout follows the window, so that one visit shows every width. */
export async function expectToFit(
  page: Page,
  what: string,
  widths = complete ? [320, 390, 768, 1440, 1920] : [320, 768, 1440],
) {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth - window.innerWidth
    })
    expect.soft(overflow, `${what} at ${width}`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}
