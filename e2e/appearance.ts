import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The browser compiles it in each document, so it is the short form. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `npm test` looks at the present colour scheme, in windows of two widths and its own; `npm test -- --all` at both, in all. */
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

/** The page fits into its window, and into those of other widths. The layout follows the window, so that one visit shows every width. */
export async function expectToFit(
  page: Page,
  what: string,
  widths = complete ? [320, 390, 720, 768, 1440, 1920] : [320, 768],
) {
  const before = page.viewportSize()
  const sizes = [...widths.map((width) => ({ width, height: 900 })), ...(before ? [before] : [])]
  for (const size of sizes) {
    const { width } = size
    await page.setViewportSize(size)
    const overflow = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth - window.innerWidth
    })
    expect.soft(overflow, `${what} at ${width}`).toBeLessThanOrEqual(0)
  }
}

/**
 * The page can be used with forced colours, with the keyboard alone, and without motion. Only `npm test -- --all` looks.
 * @param what names the page in a failure
 */
export async function expectReach(page: Page, what: string) {
  if (!complete) return
  await expectForcedColours(page, what)
  await expectStill(page, what)
  await expectKeyboard(page, what)
}

/** Forced colours take grounds away: a control that is known by its ground has an edge, and the current one of several is marked. */
async function expectForcedColours(page: Page, what: string) {
  await page.evaluate(() => {
    for (const control of document.querySelectorAll('button, a, [role="tab"], [role="switch"], summary')) {
      const ground = getComputedStyle(control).backgroundColor
      if (!/^(rgba\(.*, 0\)|transparent)$|\/ 0\)$/.test(ground)) control.setAttribute('data-filled', '')
    }
  })
  await page.emulateMedia({ forcedColors: 'active' })
  const bare = await page.evaluate(() => {
    const marked =
      '[data-filled], [aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"]'
    const shown = [...document.querySelectorAll(marked)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    const found = shown.filter((one) => {
      const { borderTopStyle, borderTopWidth, outlineStyle, textDecorationLine, appearance } = getComputedStyle(one)
      const isBare = (borderTopStyle === 'none' || borderTopWidth === '0px') && outlineStyle === 'none'
      return isBare && textDecorationLine === 'none' && (appearance === 'none' || !one.matches('input'))
    })
    for (const one of document.querySelectorAll('[data-filled]')) one.removeAttribute('data-filled')
    return found.map((one) => one.outerHTML.slice(0, 160))
  })
  await page.emulateMedia({ forcedColors: 'none' })
  expect.soft(bare, `${what} with forced colours`).toEqual([])
}

/** With reduced motion nothing moves; what fades may fade. */
async function expectStill(page: Page, what: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const effect = animation.effect as KeyframeEffect | null
      const isLong = Number(effect?.getComputedTiming().duration) > 10
      const properties = effect?.getKeyframes().flatMap((frame) => Object.keys(frame)) ?? []
      const moves = properties.some((name) =>
        /transform|translate|rotate|scale|offsetDistance|^d$|^(top|left|width|height)$/.test(name),
      )
      return animation.playState === 'running' && isLong && moves ? [effect?.target?.outerHTML.slice(0, 160) ?? ''] : []
    }),
  )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect.soft(moving, `${what} with reduced motion`).toEqual([])
}

/** Tab leads to every control, and each shows that it has the focus. */
async function expectKeyboard(page: Page, what: string) {
  const count = await page.evaluate(() => {
    const controls =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"], [contenteditable="true"]'
    const found = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        // A group with arrow keys passes the focus on to one of its parts.
        !one.matches(':disabled, [inert] *, input[type="radio"]:not(:checked), [role="toolbar"], [role="tablist"]') &&
        one.checkVisibility({ visibilityProperty: true, opacityProperty: false }),
    )
    for (const [index, one] of found.entries()) one.setAttribute('data-reach', String(index))
    window.scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
    document.body.setAttribute('tabindex', '-1')
    document.body.focus()
    return found.length
  })
  const seen = new Set<string>()
  const unmarked = new Set<string>()
  for (let press = 0; press < count + 12 && seen.size < count; press++) {
    await page.keyboard.press('Tab')
    const [name, shown, html] = await page.evaluate(() => {
      const at = document.activeElement
      if (!at || at === document.body) return ['', true, ''] as const
      // A field may show it around its box, and a part of a drawing by a line. The parts of a date and the caret of an editor show themselves.
      const around = [at, at.parentElement, at.closest('label')].filter((one) => one !== null)
      const hasRing =
        at.matches('[type="date"], [type="datetime-local"], [type="time"], [contenteditable="true"]') ||
        around
          .map((one) => getComputedStyle(one))
          .some((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none') ||
        (at.closest('svg') !== null &&
          [...at.querySelectorAll('*')].some((one) => getComputedStyle(one).stroke !== 'none'))
      return [at.getAttribute('data-reach') ?? '', hasRing, at.outerHTML.slice(0, 160)] as const
    })
    if (name) seen.add(name)
    if (!shown) unmarked.add(html)
  }
  const missed = await page.evaluate(
    (seen) => [
      ...[...document.querySelectorAll('[data-reach]')]
        .filter((one) => !seen.includes(one.getAttribute('data-reach') ?? ''))
        .map((one) => one.outerHTML.slice(0, 160)),
    ],
    [...seen],
  )
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-reach]')) one.removeAttribute('data-reach')
    document.body.removeAttribute('tabindex')
  })
  expect.soft(missed, `${what}: Tab does not lead there`).toEqual([])
  expect.soft([...unmarked], `${what}: no focus ring`).toEqual([])
}
