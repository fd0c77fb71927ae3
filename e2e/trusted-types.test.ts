import { expect, test } from './admin-fixtures.ts'

// The console of every other test is watched as well, so a screen that violates the policy fails its own test.
test.use({ allowedConsole: /TrustedHTML|TrustedScript|TrustedTypePolicy|Trusted Type|401/ })

test('a string becomes neither markup nor script on any screen', async ({ page }) => {
  for (const path of ['/blog/the-incident-nobody-rehearsed', '/#/about', '/#/admin/dashboard', '/#/admin/blogs/new']) {
    await page.goto('about:blank')
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    const passed = await page.evaluate(() => {
      const markup = '<img src=x onerror=alert(1)>'
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      const rules = { createHTML: (html: string) => html }
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: markup }),
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', markup),
        parseFromString: () => new DOMParser().parseFromString(markup, 'text/html'),
        srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: markup }),
        script: () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }),
        handler: () => document.body.setAttribute('onclick', 'alert(1)'),
        'a default policy': () => trustedTypes.createPolicy('default', rules),
        'another of our name': () => trustedTypes.createPolicy('atrium', rules),
        'a policy of any name': () => trustedTypes.createPolicy('mine', rules),
      }
      return Object.keys(attempts).filter((name) => {
        try {
          attempts[name]?.()
          return true
        } catch {
          return false
        }
      })
    })
    expect(passed, path).toEqual([])
  }
})

test('staff read the API documentation from the back office, others sign in first', { tag: '@all' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/#/admin/system')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'API documentation' }).click()
  const docs = await opened
  await docs.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(docs.getByText('Report a violation of the Content-Security-Policy')).toBeVisible()
  await docs.close()

  const stranger = await browser.newPage({ baseURL: baseURL ?? '' })
  await stranger.goto('/api/docs')
  await expect(stranger.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await stranger.close()
})
