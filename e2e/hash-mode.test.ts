import { expect, hydrate, test } from './fixtures.ts'

const navigation = ['Home', 'Services', 'Products', 'Blog', 'About', 'Contact']

test.describe('hash mode', () => {
  test('every navigation link leads to its screen and is marked as the current one', async ({ page }) => {
    await page.goto('/#/about')
    const bar = page.getByRole('navigation', { name: 'Main' })
    for (const name of navigation) {
      await bar.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(name === 'Home' ? /\/#\/$/ : new RegExp(`/#/${name.toLowerCase()}$`))
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('h1')).toHaveCount(1)
    }
  })

  test('a visit that begins at the root continues in the fragment', async ({ page }) => {
    await page.goto('/')
    await hydrate(page)
    const services = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services', exact: true })
    await expect(services).toHaveAttribute('href', /#\/services$/)
    await services.click()
    await expect(page).toHaveURL(/\/#\/services$/)
  })

  test('an address with a fragment never shows Home first', async ({ page }) => {
    const seen: string[] = []
    await page.exposeFunction('report', (text: string) => seen.push(text))
    await page.addInitScript(() => {
      const record = () => {
        const heading = document.querySelector('h1')
        if (heading && getComputedStyle(heading).visibility === 'visible')
          (window as unknown as { report(text: string): void }).report(heading.textContent ?? '')
        requestAnimationFrame(record)
      }
      requestAnimationFrame(record)
    })
    await page.goto('/#/contact')
    await expect(page.getByRole('heading', { name: "Let's Connect" })).toBeVisible()
    await expect.poll(() => [...new Set(seen)]).toEqual(["Let's Connect"])
  })

  test('the page, the filter and the search are in the address, and return with Back', async ({ page }) => {
    await page.goto('/#/blog')
    await page.getByRole('button', { name: 'Cloud', exact: true }).click()
    await expect(page).toHaveURL(/#\/blog\?category=Cloud/)
    await page.getByPlaceholder('Search articles...').fill('zzzzzz')
    await page.getByPlaceholder('Search articles...').press('Enter')
    await expect(page.getByText('No posts found')).toBeVisible()
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/#\/blog\?category=Cloud$/)
    await expect(page.getByText('No posts found')).toBeHidden()
  })

  test('a page of the list is a button, also for the space bar, and an address', { tag: '@all' }, async ({ page }) => {
    await page.goto('/#/blog')
    // The document shows Home until the list is there.
    await expect(page.getByRole('button', { name: '2', exact: true })).toBeVisible()
    const first = await page.locator('main h2').first().textContent()
    await page.getByRole('button', { name: '2', exact: true }).press(' ')
    await expect(page).toHaveURL(/#\/blog\?page=2$/)
    await expect(page.getByRole('button', { name: '2', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('main h2').first()).not.toHaveText(first ?? '')
    await page.getByRole('button', { name: '1', exact: true }).click()
    await expect(page).toHaveURL(/#\/blog$/)
    await expect(page.locator('main h2').first()).toHaveText(first ?? '')
  })

  test('a new page starts at its top, and Back restores the scroll position', { tag: '@all' }, async ({ page }) => {
    await page.goto('/#/blog')
    const last = page.getByRole('link', { name: /^Read More/ }).last()
    await last.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(100)
    await last.click()
    await expect(page).toHaveURL(/#\/blog\/.+/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(left - 50)
  })

  test('each screen sets its title', { tag: '@all' }, async ({ page }) => {
    await page.goto('/#/services')
    await expect(page).toHaveTitle(/Services/)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveTitle(/About/)
  })

  test('the brand name links to Home in the footer too', { tag: '@all' }, async ({ page }) => {
    await page.goto('/#/contact')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Acme Cloud/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/#\/$/)
    // Home comes from its own document, and its links are the router's all the same.
    await expect(page).toHaveTitle(/^Acme Cloud/)
    await page.getByRole('link', { name: 'Our Services' }).click()
    await expect(page).toHaveURL(/\/#\/services$/)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu opens, leads on, and closes', async ({ page }) => {
    await page.goto('/#/')
    const button = page.getByRole('button', { name: /menu/i })
    await button.click()
    await page.getByRole('link', { name: 'Products', exact: true }).first().click()
    await expect(page).toHaveURL(/#\/products$/)
    await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
  })
})
