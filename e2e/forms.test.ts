import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './appearance.ts'
import { expect, holdClient, hydrate, hydrated, test } from './fixtures.ts'
import { windows } from './windows.ts'

const filled = {
  'Your name': 'Asha Nair',
  'How can we help?': 'A question',
  'Your message...': 'Do you work with startups in Kochi?',
}

async function fillContactForm(page: Page) {
  for (const [placeholder, value] of Object.entries(filled)) await page.getByPlaceholder(placeholder).fill(value)
  await page.getByLabel('Email', { exact: true }).first().fill('asha@example.net')
}

test.describe('the contact form', () => {
  test('sends, confirms and clears the form', async ({ page }) => {
    await page.goto('/#/contact')
    await fillContactForm(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Thank you for your message. We will get back to you soon!')).toBeVisible()
    await expect(page.getByPlaceholder('Your name')).toHaveValue('')
  })

  test('names each missing field, focuses the first, and keeps the typed text', async ({ page }) => {
    await page.goto('/#/contact')
    await page.getByPlaceholder('Your name').fill('Asha Nair')
    await page.getByRole('button', { name: 'Send Message' }).click()
    const email = page
      .locator('form')
      .filter({ has: page.getByPlaceholder('Your name') })
      .getByLabel('Email')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/Email is required/)
    await expect(page.getByPlaceholder('Your name')).toHaveValue('Asha Nair')
  })

  test('shows that it is sending, and loses nothing when that fails', async ({ page }) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/contact', async (route) => {
      await answered
      await route.abort()
    })
    await page.goto('/#/contact')
    await fillContactForm(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    const sending = page.getByRole('button', { name: 'Sending...' })
    await expect(sending).toBeDisabled()
    answer()
    await expect(page.getByText('Sorry, there was an error sending your message. Please try again.')).toBeVisible()
    await expect(page.getByPlaceholder('Your message...')).toHaveValue('Do you work with startups in Kochi?')
  })
  test.use({ allowedConsole: /Failed to load resource/ })

  test('says which pages it also sends, and leaves them out on request', async ({ page }) => {
    await page.goto('/courses?utm_source=linkedin&email=asha@example.net')
    await page.goto('/blog')
    await page.goto('/contact')
    await fillContactForm(page)
    await page.getByText('We also send the pages you read on this visit (2)').click()
    await expect(page.getByText('/courses?utm_source=linkedin', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the visit')
    await expectToFit(page, 'the visit')
    const send = async () => {
      const sent = page.waitForRequest('**/api/contact')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()
      return (await sent).postDataJSON()
    }
    expect(await send()).toMatchObject({ page: '/courses?utm_source=linkedin', read: '/courses /blog' })

    await page.getByRole('button', { name: 'Do not send them' }).click()
    await expect(page.getByText('We send only what you write.')).toBeFocused()
    await fillContactForm(page)
    const { page: first, read } = await send()
    expect([first, read]).toEqual([undefined, undefined])
    expect(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie])).toEqual([
      {},
      {},
      '',
    ])
  })

  test('answers inside windows of all sizes, and takes the focus there', async ({ page }) => {
    for (const viewport of windows) {
      await page.setViewportSize(viewport)
      await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
      await page.goto('/contact')
      await fillContactForm(page)
      // A form that is sent before the client is there is answered by a page.
      await hydrated(page)
      const send = page.getByRole('button', { name: 'Send Message' })
      await send.click()
      const failure = page.getByRole('alert')
      await expect(failure).toHaveText('Sorry, there was an error sending your message. Please try again.')
      await expect(failure).toBeInViewport({ ratio: 1 })
      await expect(failure).toBeFocused()

      await send.click()
      const success = page.getByRole('status').filter({ hasText: 'Thank you for your message.' })
      await expect(success).toBeInViewport({ ratio: 1 })
      await expect(success).toBeFocused()
      await expect(failure).toHaveCount(0)
    }
  })
})

test('the sentence on Home leads into the form, and an empty message starts with it', async ({ page }) => {
  const name = page.getByPlaceholder('Your name')
  const message = page.getByPlaceholder('Your message...')
  const release = await holdClient(page)
  await page.goto('/')
  await page.getByLabel('What is in the way').click()
  await page.keyboard.type('our exports disagree')
  await page.getByRole('button', { name: 'Start with this' }).click()
  await expect(message).toHaveValue('We are ten people in Pune, and our exports disagree.')
  await expect(name).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeInViewport({ ratio: 1 })
  // It is asked once.
  await expect(page.getByLabel('What is in the way')).toHaveCount(0)
  const start = page.getByRole('button', { name: 'Start with a sentence' })
  await expect(start).toBeHidden()

  await message.fill('')
  await name.fill('Asha')
  await start.click()
  await expect(message).toBeFocused()
  // The client, which comes with the focus, takes the form over between the press and the typing.
  release()
  await hydrated(page)
  await page.keyboard.type('nobody reads the reports')
  await expect(message).toHaveValue('We are ten people in Pune, and nobody reads the reports.')
  await expect(name).toHaveValue('Asha')
})

test('a text pasted while the client takes over the form stays', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    const paste = () => {
      const message = document.querySelector('textarea') as HTMLTextAreaElement
      message.value = 'A pasted question.'
      message.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // The client listens at the root before it hydrates the document.
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...words) {
      if (this instanceof Element && this.id === 'root') {
        queueMicrotask(paste)
        EventTarget.prototype.addEventListener = listen
      }
      listen.apply(this, words)
    }
  })
  await page.goto('/contact')
  await hydrate(page)
  await expect(page.getByPlaceholder('Your message...')).toHaveValue('A pasted question.')
})

test.describe('the newsletter form', () => {
  test('names a missing field below it, also before the client has loaded', async ({ page }) => {
    await page.goto('/about')
    const block = page.getByRole('contentinfo')
    await block.getByRole('button', { name: 'Subscribe' }).click()
    await expect(block.getByRole('textbox')).toBeFocused()
    await expect(block.getByRole('textbox')).toHaveAccessibleDescription('Email address is required')
    await expect(page).toHaveURL(/\/about$/)
  })

  test.describe('without the client', () => {
    test.use({ allowedConsole: /Failed to load resource/ })
    test('names missing fields as the browser does', async ({ page }) => {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/about')
      const block = page.getByRole('contentinfo')
      for (const _try of [1, 2]) {
        await block.getByRole('button', { name: 'Subscribe' }).click()
        await expect(block.getByRole('textbox')).toBeFocused()
        await block.getByRole('textbox').blur()
      }
      await expect(page).toHaveURL(/\/about$/)
    })
  })

  test('confirms and clears the field', async ({ page }) => {
    await page.goto('/#/about')
    const block = page.getByRole('contentinfo')
    await expect(block.getByRole('heading', { name: 'Stay Updated' })).toBeVisible()
    await block.getByRole('textbox').fill(`reader-${Date.now()}@example.net`)
    const sent = page.waitForRequest('**/api/newsletter/subscribe')
    await block.getByRole('button', { name: 'Subscribe' }).click()
    await expect(block.getByText('Thank you for subscribing to our newsletter!')).toBeVisible()
    expect((await sent).postDataJSON()).toMatchObject({ page: '/about' })
    await expect(block.getByRole('textbox')).toHaveValue('')
  })

  test.describe('when it fails', () => {
    test.use({ allowedConsole: /Failed to load resource/ })
    test('says why, or that it failed, and keeps the address', async ({ page }) => {
      await page.goto('/#/about')
      await page.getByRole('contentinfo').getByRole('textbox').fill('reader@example.net')
      for (const [body, message] of [
        [{ message: 'This address has a typo' }, 'This address has a typo'],
        [{}, 'Failed to subscribe. Please try again.'],
      ] as const) {
        await page.route('**/api/newsletter/subscribe', (route) => route.fulfill({ status: 422, json: body }))
        await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click()
        await expect(page.getByText(message)).toBeVisible()
        await expect(page.getByRole('contentinfo').getByRole('textbox')).toHaveValue('reader@example.net')
      }
    })
  })
})

test('"Request Demo" fills in the subject', { tag: '@all' }, async ({ page }) => {
  await page.goto('/#/products')
  await page
    .getByRole('link', { name: /Request Demo/ })
    .first()
    .click()
  await expect(page.getByPlaceholder('How can we help?')).toHaveValue(/^Demo request: .+/)
})
