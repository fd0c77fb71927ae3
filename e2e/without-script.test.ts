import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible, expectToFit } from './appearance.ts'
import { expect, screens, test } from './fixtures.ts'
import { windows } from './windows.ts'

// The browser mentions a page that answers 404 or 422 in its console.
test.use({ javaScriptEnabled: false, allowedConsole: /status of (4(04|22)|500)/ })

test('every screen is a complete document', async ({ page }) => {
  for (const { path, heading, status = 200 } of screens) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(status)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    if (heading) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('contentinfo'), path).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }), path).toHaveCount(0)
  }
})

test('links lead among clean paths, from the list to a post', async ({ page }) => {
  // The other tests write posts, of which some have no text.
  await page.goto('/blog?search=rehearsed')
  await page.getByRole('link', { name: /^Read More.*rehearsed/i }).click()
  await expect(page).toHaveURL(/\/blog\/the-incident-nobody-rehearsed$/)
  await expect(page.locator('.prose p').first()).toBeVisible()
})

test('filters, search and pages are addresses', async ({ page }) => {
  await page.goto('/blog')
  await page.getByRole('button', { name: 'Security', exact: true }).click()
  await expect(page).toHaveURL(/\/blog\?(.*&)?category=Security$/)
  await page.goto('/blog?page=2')
  await expect(page.getByRole('link', { name: /^Read More/ })).toHaveCount(6)
  await page.goto('/courses')
  await page.getByPlaceholder('Search courses...').fill('zzzzzz')
  await page.getByPlaceholder('Search courses...').press('Enter')
  await expect(page.getByText('No courses found')).toBeVisible()
})

test('the contact form posts natively and is answered with a page', async ({ page }) => {
  await page.goto('/contact?subject=Demo%20request%3A%20Ledger')
  await expect(page.getByPlaceholder('How can we help?')).toHaveValue('Demo request: Ledger')
  await page.getByPlaceholder('Your name').fill('Asha Nair')
  await page.getByLabel('Email', { exact: true }).first().fill('asha@example.net')
  await page.getByPlaceholder('Your message...').fill('Hello')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/\/contact\?sent=1$/)
  await expect(page.getByText('Thank you for your message. We will get back to you soon!')).toBeVisible()
})

test('the answer of the contact form is inside windows of all sizes', { tag: '@all' }, async ({ page }) => {
  for (const viewport of windows) {
    await page.setViewportSize(viewport)
    await page.goto('/contact?sent=1')
    await expect(page.getByText('Thank you for your message. We will get back to you soon!')).toBeInViewport()

    await page.getByPlaceholder('Your name').fill('   ')
    await page.getByLabel('Email', { exact: true }).first().fill('asha@example.net')
    await page.getByPlaceholder('How can we help?').fill('Hello')
    await page.getByPlaceholder('Your message...').fill('   ')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Name is required')).toBeInViewport()
    await expect(page.getByPlaceholder('Your name')).toBeFocused()
  }
})

test('the sentence on Home fills in the contact form', { tag: '@all' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start with this' }).click()
  await expect(page.getByPlaceholder('Your message...')).toHaveValue(
    'We are ten people in Pune, and our cloud bill has doubled.',
  )
  await expect(page.getByPlaceholder('Your name')).toBeFocused()
  await page.goto('/')
  await page.getByLabel('How many people you are').fill('12')
  await page.getByLabel('Where you are').fill('Nashik')
  await page.getByLabel('What is in the way').fill('nobody reads the "bill"')
  await page.getByLabel('What to talk about').selectOption('Data Analytics')
  await page.getByRole('button', { name: 'Start with this' }).click()
  await expect(page.getByPlaceholder('Your message...')).toHaveValue(
    'We are 12 people in Nashik, and nobody reads the "bill".',
  )
  await expect(page.getByPlaceholder('How can we help?')).toHaveValue('Data Analytics')

  // The sentence has an address of Home too, which begins at it.
  await page.goBack()
  await page.getByLabel('Where you are').fill('Nashik')
  await page.getByRole('button', { name: 'Get a link to this sentence' }).click()
  await expect(page).toHaveURL(/\/\?we=\w+&in=Nashik&and=[^#]+#closing$/)
  await expect(page.getByLabel('Where you are')).toHaveValue('Nashik')
  await expect(page.getByLabel('Where you are')).toBeInViewport()
})

test('refused input returns with the messages at its fields', async ({ page }) => {
  await page.goto('/contact')
  await page.getByPlaceholder('Your name').fill('   ')
  await page.getByLabel('Email', { exact: true }).first().fill('asha@example.net')
  await page.getByPlaceholder('How can we help?').fill('Hello')
  await page.getByPlaceholder('Your message...').fill('A long thought')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByPlaceholder('Your message...')).toHaveValue('A long thought')
})

test('the newsletter form posts natively and is answered with a page', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('textbox').fill(`native-${Date.now()}@example.net`)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/newsletter\?subscribed=1$/)
  await expect(page.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
})

/** The path of a subscriber's link to the email preferences, as messages have it. */
function preferencesLink(email: string): string {
  const database = new DatabaseSync(join(process.env['E2E_DATA_DIR'] ?? '', 'atrium.sqlite'), { timeout: 30_000 })
  const found = database.prepare('select id from subscribers where email = ?').get(email)
  const key = database.prepare("select value from settings where name = 'linkKey'").get()
  database.close()
  const signed = `${found?.['id']}.0`
  const bytes = Buffer.from(String(key?.['value']), 'base64url')
  const mac = createHmac('sha256', bytes).update(`preferences\n${signed}`).digest().subarray(0, 16)
  return `/newsletter/preferences?token=${signed}.${mac.toString('base64url')}`
}

test('a subscriber chooses topics, pauses, leaves, says why, and returns', { tag: '@all' }, async ({
  page,
  request,
  browser,
}) => {
  const email = `choosing-${Date.now()}@example.net`
  await request.post('/api/newsletter/subscribe', { data: { email } })
  await page.goto(preferencesLink(email))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Email preferences')
  await page.getByLabel('Articles').uncheck()
  await page.getByLabel('Course dates').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose at least one')).toBeInViewport()
  await page.getByLabel('Articles').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your preferences are saved.')).toBeInViewport()
  await expect(page.getByLabel('Articles')).not.toBeChecked()
  await expect(page.getByLabel('Course dates')).toBeChecked()
  await page.getByRole('button', { name: 'Pause for three months' }).click()
  await expect(page.getByText(/^Emails to .* are paused until \d+ \w{3} \d{4}\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume emails' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(title).toHaveText('You are unsubscribed')
  await page.getByRole('button', { name: 'Prefer the site' }).click()
  await expect(page.getByText('Thank you for letting us know.')).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByText('You are subscribed again.')).toBeInViewport()

  // Axe is a script.
  const context = await browser.newContext({ javaScriptEnabled: true, bypassCSP: true })
  const look = await context.newPage()
  await look.goto(page.url())
  await expectToFit(look, 'choices')
  await look.getByLabel('Articles').check()
  await look.getByRole('button', { name: 'Save' }).click()
  await expect(look.getByLabel('Articles')).toBeChecked()
  await expectAccessible(look, 'choices')
  await look.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(look.getByText('Why did you unsubscribe?')).toBeVisible()
  await expectAccessible(look, 'left')
  await context.close()
})

test('Home and the footer lead to the place of each service', { tag: '@all' }, async ({ page }) => {
  await page.goto('/about')
  const links = page.getByRole('navigation', { name: 'Services' }).getByRole('link')
  for (const [place, title] of [
    'Cloud Solutions',
    'Data Analytics',
    'AI Innovation',
    'Comprehensive Training',
  ].entries()) {
    await links.nth(place).click()
    await expect(page).toHaveURL(/\/services#[a-z-]+$/)
    await expect(page.getByRole('main').getByRole('heading', { name: title })).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY), title).toBeGreaterThan(200)
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'AI Innovation for Business' }).click()
  await expect(page).toHaveURL(/\/services#generative-ai$/)
  await expect(page.getByRole('main').getByRole('heading', { name: 'AI Innovation' })).toBeInViewport()
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } })
  test('the bar has room for all links, and marks the section that a page is in', async ({ page }) => {
    await page.goto('/blog/the-incident-nobody-rehearsed')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(['Home', 'Services', 'Products', 'Blog', 'About', 'Contact'])
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
    await expect(links.nth(3)).toHaveCSS('text-decoration-line', 'underline')
    await expect(links.nth(2)).toHaveCSS('text-decoration-line', 'none')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the menu opens', async ({ page }) => {
    await page.goto('/services')
    await page.getByRole('button', { name: /menu/i }).click()
    await page.getByRole('link', { name: 'About', exact: true }).first().click()
    await expect(page).toHaveURL(/\/about$/)
  })

  test('price and enrollment stay in the window once the card of a course has left it', async ({ page }) => {
    await page.goto('/courses/cloud-foundations-on-aws')
    const enroll = page.getByRole('link', { name: /^Enroll Now/ })
    await expect(enroll).toHaveCount(1)
    await page.getByRole('heading', { name: 'Prerequisites' }).evaluate((heading) => heading.scrollIntoView())
    await expect(enroll).toHaveCount(2)
    await expect(enroll.last()).toBeInViewport({ ratio: 1 })
    // In a wide window the card itself stays.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(enroll).toHaveCount(1)
    await expect(enroll).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('navigation', { name: 'Next course' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/courses\/(?!cloud-foundations-on-aws)[a-z0-9-]+$/)
  })
})
