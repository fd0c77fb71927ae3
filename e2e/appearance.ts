import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What depends on colours; everything else is the same in the dark scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds, once the running transitions, whose colours have less contrast, are over. */
async function findViolations(page: Page, rules?: string[]) {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/**
 * Axe finds nothing on the page, in either colour scheme.
 * @param what names the state of the page in a failure
 */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? undefined : colourRules
    let violations = await findViolations(page, rules)
    // A message may have begun to fade away during the first look.
    if (violations.length > 0) violations = await findViolations(page, rules)
    expect.soft(violations, `${what}, ${colorScheme}`).toEqual([])
  }
}

/** The page fits into windows of all widths. The layout follows the window, so that one visit shows every width. */
export async function expectToFit(page: Page, what: string, widths = [320, 390, 768, 1440, 1920]) {
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
