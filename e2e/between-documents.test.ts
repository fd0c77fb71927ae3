import { expect, test } from './fixtures.ts'

const bar = { name: 'Main' }

test('the browser prepares the pages that are linked, and nothing else', async ({ page, baseURL }) => {
  const session = await page.context().newCDPSession(page)
  const prepared = new Set<string>()
  session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    for (const { key } of preloadingAttemptSources) prepared.add(`${key.action} ${key.url.replace(baseURL ?? '', '')}`)
  })
  const errors: unknown[] = []
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => errors.push(ruleSet.errorType))
  await session.send('Preload.enable')
  await page.goto('/blog')
  await expect.poll(() => [...prepared]).toContain('Prerender /services')
  expect(errors).toEqual([undefined])
  expect([...prepared].filter((entry) => entry.startsWith('Prefetch /blog/'))).not.toEqual([])
  expect([...prepared].filter((entry) => / \/(blog\/)?(rss|admin|api|newsletter)|#|mailto/.test(entry))).toEqual([])
  const asked = page.waitForRequest((request) => /prefetch/.test(request.headers()['sec-purpose'] ?? ''))
  await page.getByRole('navigation', bar).getByRole('link', { name: 'Services', exact: true }).hover()
  expect((await asked).url()).toBe(`${baseURL}/services`)
})

test.describe('where the browser does not know the rules', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      HTMLScriptElement.supports = () => false
    }),
  )

  test('a link that is pointed at fetches its page once, and a file never', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/blog')
    const services = page.getByRole('navigation', bar).getByRole('link', { name: 'Services', exact: true })
    await services.hover()
    await page.getByRole('link', { name: 'Follow by RSS' }).hover()
    await services.hover()
    await page.getByRole('navigation', bar).getByRole('link', { name: 'About', exact: true }).hover()
    await expect.poll(() => asked).toEqual(['/services', '/about'])
  })

  test('nothing is fetched for a visitor who saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.resourceType()))
    await page.goto('/blog')
    await page.getByRole('navigation', bar).getByRole('link', { name: 'Services', exact: true }).hover()
    await page.getByRole('navigation', bar).getByRole('link', { name: 'About', exact: true }).hover()
    await expect(page.locator('script[type="speculationrules"]')).toHaveCount(0)
    expect(asked).not.toContain('fetch')
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`with ${reducedMotion} for motion`, { tag: reducedMotion === 'reduce' ? '@all' : [] }, () => {
    test.use({ contextOptions: { reducedMotion } })
    const moving = reducedMotion === 'no-preference'

    test(`a card ${moving ? 'grows' : 'does not grow'} into its article`, async ({ page }) => {
      // The names of the elements that move between the documents; empty without a transition.
      await page.addInitScript(() => {
        window.addEventListener('pagereveal', async (event) => {
          const { viewTransition } = event as Event & { viewTransition: { ready: Promise<void> } | null }
          await viewTransition?.ready.catch(() => {})
          const moves = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
          Object.assign(window, { moves: moves.filter((name) => name.startsWith('::view-transition-group')) })
        })
      })
      // The browser leaves a transition out when the next document takes more than four seconds, and so it is asked again then.
      await expect(async () => {
        await page.goto('/blog')
        const card = page
          .getByRole('main')
          .getByRole('link', { name: /^Read More/ })
          .first()
        const slug = (await card.getAttribute('href'))?.split('/').at(-1)
        await card.click()
        await expect(page).toHaveURL(`/blog/${slug}`)
        const moves = () => page.evaluate(() => (window as unknown as { moves: string[] }).moves)
        await expect.poll(moves).toBeTruthy()
        if (moving) expect(await moves()).toContain(`::view-transition-group(post-${slug})`)
        else expect(await moves()).toEqual([])
      }).toPass()
    })

    test(`Home ${moving ? 'comes to rest' : 'is at rest'}, and then costs no layout and no style`, async ({ page }) => {
      await page.goto('/')
      await expect(page.locator('.living')).toBeInViewport({ ratio: 0.8 })
      const named = await page
        .locator('.living *')
        .evaluateAll((parts) => parts.some((part) => getComputedStyle(part).animationName !== 'none'))
      expect(named).toBe(moving)
      // An animation without an end refuses to finish.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) if (animation.playState !== 'finished') animation.finish()
      })
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable')
      const counts = async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        return metrics.filter(({ name }) => /^(LayoutCount|RecalcStyleCount)$/.test(name))
      }
      const frames = () =>
        page.evaluate(async () => {
          for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
        })
      await page.evaluate(() => document.fonts.ready)
      await frames()
      const before = await counts()
      await frames()
      expect(await counts()).toEqual(before)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await frames()
      const below = await counts()
      await frames()
      expect(await counts()).toEqual(below)
    })
  })
