import type { Page } from '@playwright/test'
import { expect, holdClient, hydrate, test } from './fixtures.ts'

/** The addresses of the scripts that the page asks for from now on. */
function scriptsAskedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.m?js$/.test(new URL(request.url()).pathname))
      asked.push(request.url())
  })
  return asked
}

/** Goes to another entry of the history. The browser's answer may be lost with the document that is left. */
const traverse = (page: Page, by: number) => page.evaluate((by) => window.history.go(by), by).catch(() => {})

const newsletter = (page: Page) => page.getByRole('contentinfo').getByRole('textbox')

test('a reader who scrolls and follows links downloads no script, and goes back to where they were', async ({
  page,
}) => {
  const asked = scriptsAskedBy(page)
  // The list stays longer than a low window, also when another test hides a post. A later change of the window would end a transition.
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/')
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, 3_000)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL(/\/blog$/)
  await page.getByRole('button', { name: '2', exact: true }).press(' ')
  await expect(page).toHaveURL(/\/blog\?page=2$/)
  await page.getByRole('button', { name: 'Security', exact: true }).click()
  await expect(page).toHaveURL(/\/blog\?category=Security$/)
  const post = page.getByRole('link', { name: /^Read More/ }).first()
  await post.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(100)
  await post.click()
  await expect(page).toHaveURL(/\/blog\/.+/)
  await page.mouse.wheel(0, 5_000)
  await page.goBack()
  await expect(page).toHaveURL(/\/blog\?category=Security$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(left - 50)
  expect(asked).toEqual([])
})

test('the parts below the fold are laid out without being scrolled to', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(page.locator('html')).toHaveAttribute('data-laid-out', '')
  await expect(footer).toHaveCSS('content-visibility', 'visible')
  await expect(page.locator('.later[style]')).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a press strikes a line of the bill, the sum follows without a script, and Home is short on a phone', async ({
  page,
}) => {
  const asked = scriptsAskedBy(page)
  await page.goto('/')
  const sum = () =>
    page.locator('.bill-sum').evaluate((line) => getComputedStyle(line, '::after').counterReset.replaceAll(/\s+/g, ' '))
  const line = (name: string) => page.getByRole('checkbox', { name: `Strike out ${name}` })
  await expect(line('Forecast cluster')).toBeChecked()
  expect(await sum()).toBe('lakh 4 thousand 4 fall 34')
  await page.locator('.bill').getByText('Databases', { exact: true }).click()
  await expect(line('Databases')).toBeChecked()
  expect(await sum()).toBe('lakh 2 thousand 20 fall 64')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(line('App servers')).toBeChecked()
  expect(await sum()).toBe('lakh 0 thousand 99 fall 84')
  expect(asked).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('html')).toHaveAttribute('data-laid-out', '')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8_000)
})

test('a reader copies code', async ({ page }) => {
  // No page may read the clipboard.
  const copied: string[] = []
  await page.exposeFunction('report', (text: string) => copied.push(text))
  await page.addInitScript(() => {
    navigator.clipboard.writeText = (window as unknown as { report(text: string): Promise<void> }).report
  })
  await page.goto('/blog/the-incident-nobody-rehearsed')
  const block = page.locator('.code-block').first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('status')).toHaveText('Copied')
  expect(copied).toEqual([await block.locator('pre').textContent()])
})

for (const path of ['/blog/the-incident-nobody-rehearsed?from=mail', '/#/courses/kubernetes-in-production'])
  test(`a reader shares ${path} by its clean address`, async ({ page, baseURL }) => {
    const clean = baseURL + path.replace('/#', '').replace(/\?.*/, '')
    const copied: string[] = []
    await page.exposeFunction('report', (text: string) => copied.push(text))
    await page.addInitScript(() => {
      navigator.clipboard.writeText = (window as unknown as { report(text: string): Promise<void> }).report
    })
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Share' })
    await button.press('Enter')
    await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(`%20${encodeURIComponent(clean)}$`),
    )
    await expect(page.locator('[data-share-list]').getByRole('link', { name: 'LinkedIn' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeFocused()
    expect(copied).toEqual([clean])
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(page.locator('[data-share-list]')).toHaveCount(0)
  })

test('the contents mark the chapter that is read; on paper there is the text, and who wrote it from where', async ({
  page,
}) => {
  await page.goto('/blog/the-incident-nobody-rehearsed')
  const chapter = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(2)
  await chapter.click()
  await expect.poll(() => chapter.evaluate((link) => link.matches(':target-current'))).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(15, 28, 27)')
  const imprint = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return style.getPropertyValue('--imprint') + style.getPropertyValue('--printed-address')
    })
  expect(await imprint()).toContain('/blog/the-incident-nobody-rehearsed')
  expect(await imprint()).toContain('info@example.com')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await imprint()).toContain(`/blog/the-incident-nobody-rehearsed · `)
})

test('"Live Chat" without a chat leads into the form', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('link', { name: /Live Chat/ }).click()
  await expect(page.getByPlaceholder('Your name')).toBeFocused()
})

test.describe('a page that could not be loaded', () => {
  test.use({ allowedConsole: /status of 4(04|22)/ })
  test('loses nothing that is typed into its footer', async ({ page }) => {
    const asked = scriptsAskedBy(page)
    await page.goto('/blog/no-such-post')
    await newsletter(page).fill('reader@example')
    await newsletter(page).press('Enter')
    await expect(page).toHaveURL(/\/newsletter$/)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('reader@example')
    expect(asked).toEqual([])
  })
})

test('focus in a field brings the client; what is typed meanwhile, the focus and the caret stay', async ({ page }) => {
  const asked = scriptsAskedBy(page)
  const release = await holdClient(page)
  await page.goto('/contact')
  const name = page.getByPlaceholder('Your name')
  await page.getByPlaceholder('Your message...').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'Filled in by the browser'
  })
  expect(asked).toEqual([])
  const token = page.waitForResponse('**/api/forms/token')
  await name.pressSequentially('Aha Nair')
  await name.press('Home')
  await name.press('ArrowRight')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect((await token).status()).toBe(200)
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(name).toBeFocused()
  await page.keyboard.type('s')
  await expect(name).toHaveValue('Asha Nair')
  await expect(page.getByPlaceholder('Your message...')).toHaveValue('Filled in by the browser')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByLabel('Email', { exact: true }).first().fill('asha@example.net')
  await page.getByPlaceholder('How can we help?').fill('Hello')
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'Asha Nair',
    formToken: (await (await token).json()).token,
  })
  await expect(page.getByText('Thank you for your message. We will get back to you soon!')).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
})

test('a form that is sent before the client has come is answered by a page', async ({ page }) => {
  await holdClient(page)
  const asked = page.waitForRequest('**/assets/client-*.js')
  await page.goto('/about')
  await newsletter(page).fill(`early-${Date.now()}@example.net`)
  await asked
  await newsletter(page).press('Enter')
  await expect(page).toHaveURL(/\/newsletter\?subscribed=1$/)
  await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
})

test('a filter that is chosen while the client loads applies once it is there', async ({ page }) => {
  const release = await holdClient(page)
  await page.goto('/courses')
  await page.getByLabel('Level').focus()
  await page.getByLabel('Level').selectOption('Beginner')
  release()
  await expect(page).toHaveURL(/\/courses\?level=Beginner$/)
})

test('an address in the fragment brings the client, also when it is typed into an open document', async ({ page }) => {
  const asked = scriptsAskedBy(page)
  await page.goto('/')
  expect(asked).toEqual([])
  await page.evaluate(() => {
    window.location.hash = '#/services'
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
  await page.goto('/about')
  await page.evaluate(() => {
    window.location.hash = '#/products'
  })
  await expect(page).toHaveURL(/\/#\/products$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products')
})

test('entries of a client that is gone show their own page', async ({ page }) => {
  await page.goto('/courses')
  await hydrate(page)
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.goto('/terms')
  await traverse(page, -2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Expert-led/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600)
  // Both entries were made in one document, so that the browser changes the address only.
  await traverse(page, 1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Digital Partner/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the menu button shows whether the menu is open', async ({ page }) => {
    await page.goto('/services')
    const button = page.getByRole('button', { name: 'Menu' })
    const links = page.getByRole('navigation', { name: 'Main' })
    // The browser tells assistive technology of an open popover.
    await expect(button).not.toHaveAttribute('aria-expanded')
    const sign = () => button.locator('svg:visible').getAttribute('class')
    const closed = await sign()
    await button.click()
    await expect(links).toBeVisible()
    expect(await sign()).not.toBe(closed)
    await page.keyboard.press('Escape')
    await expect(links).toBeHidden()
    expect(await sign()).toBe(closed)
  })
})

test('a cover is drawn while its name is typed, without the client, and its address can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked = scriptsAskedBy(page)
  await page.goto('/cover')
  const drawing = page.locator('[data-draw]')
  const picture = drawing.locator('img')
  await expect(drawing.getByRole('link', { name: 'Save as SVG' })).toBeHidden()
  await drawing.getByLabel('Your name').pressSequentially('Asha')
  await expect(picture).toBeVisible()
  const drawn = await picture.getAttribute('src')
  await drawing.getByLabel('Your name').pressSequentially(' Rao')
  await expect(picture).not.toHaveAttribute('src', drawn ?? '')
  await expect(drawing.getByRole('link', { name: 'Save as SVG' })).toHaveAttribute('href', '/cover/Asha%20Rao.svg')
  await drawing.getByRole('button', { name: 'Copy link' }).press('Enter')
  await expect(drawing.getByRole('status')).toHaveText('Link copied')
  expect(asked.map((address) => new URL(address).pathname)).toEqual(['/draw.js'])
  await drawing.getByLabel('Your name').press('Enter')
  await expect(page).toHaveURL(/\/cover\/Asha%20Rao$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A cover for Asha Rao')
})
