import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What depends on colours; everything else is the same in the dark scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Axe finds nothing on the page, in either colour scheme. Running transitions have colours of less contrast, so each check waits for them.
 * @param what names the state of the page in a failure
 */
export async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    })
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(colourRules)).analyze()
    expect
      .soft(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        `${what}, ${colorScheme}`,
      )
      .toEqual([])
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
