import { readFile } from 'node:fs/promises'
import { samplePdf } from '#testing/sample-pdf.ts'
import { agree, expect, failCalls, failedCalls, goOnTo, test, toast } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { hydrated } from './fixtures.ts'

test.use({ allowedConsole: failedCalls })

test('a request is found, resolved, marked as spam, reopened, and deleted, with a toast for each failure', async ({
  page,
  ask,
}) => {
  await ask('Sorting the post')
  await page.goto('/#/admin/contacts')
  await page.getByPlaceholder('Search contacts...').fill('sorting THE')
  await expect(page).toHaveURL(/search=sorting\+THE/)
  const card = page.getByRole('article', { name: 'Sorting the post' })
  await expect(card.getByText('Pending')).toBeVisible()
  await expect(card.getByText('asha@example.org')).toBeVisible()
  await expect(card.getByText('We need a hand.')).toBeVisible()

  const resolve = card.getByRole('button', { name: 'Mark resolved' })
  const spam = card.getByRole('button', { name: 'Mark spam' })
  const buttons = card.locator('[data-contact-actions] button')
  const places = async () => Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  const before = await places()
  await resolve.click()
  await expect(toast(page, 'Status updated successfully')).toBeVisible()
  await expect(card.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(resolve).toHaveCount(0)
  await spam.click()
  await expect(card.getByText('Spam', { exact: true })).toBeVisible()
  await expect(resolve).toBeVisible()
  expect(await places()).toEqual(before)
  // Until the change is saved, the bar offers to undo the one before.
  const change = page.getByRole('group', { name: 'Last change' }).filter({ hasText: 'spam' })
  await change.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByText('Resolved', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Reopen' }).click()
  await expect(card.getByText('Pending', { exact: true })).toBeVisible()
  // With the keyboard.
  await page.keyboard.press('Escape')
  await card.locator('..').focus()
  // A key does not wait for the change before it to be saved.
  await expect(resolve).toBeEnabled()
  await page.keyboard.press('e')
  await expect(card.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(spam).toBeEnabled()
  await page.keyboard.press('s')
  await expect(card.getByText('Spam', { exact: true })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('Mark the row resolved')
  await expect(keys).not.toContainText('View the row on the site')
  await page.keyboard.press('Escape')

  const filter = (name: string) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name })
  await filter('Pending').click()
  await expect(page).toHaveURL(/status=pending/)
  await expect(page.getByText('No contacts found')).toBeVisible()
  await filter('Spam').click()
  await expect(card).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No contacts found')).toBeVisible()
  await filter('All').click()

  // Each failure shows its toast.
  await failCalls(page, /\/api\/contact\/.+/)
  await resolve.click()
  await expect(toast(page, 'Failed to update status')).toBeVisible()
  await card.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this contact?')
  await expect(toast(page, 'Failed to delete contact')).toBeVisible()
  await expect(card.getByText('Spam', { exact: true })).toBeVisible()
  await page.unroute(/\/api\/contact\/.+/)
  await failCalls(page, /\/api\/contact\?/)
  await goOnTo(page, '/admin/contacts?search=Sorting+the+post')
  await expect(toast(page, 'Failed to fetch contacts')).toBeVisible()
  await page.unroute(/\/api\/contact\?/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(card).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card.getByRole('button', { name: 'Mark resolved' })).toHaveText('Mark resolved')

  await card.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this contact?')
  await expect(toast(page, 'Contact deleted successfully')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('hundreds of requests are paged, get an owner by the keyboard, are downloaded as CSV, and are marked in a flood', {
  tag: '@all',
}, async ({ page, ask }) => {
  const card = (name: string) => page.getByRole('article', { name })
  for (let batch = 0; batch < 5; batch++)
    await Promise.all(Array.from({ length: 9 }, (_, at) => ask(`Pile ${batch * 9 + at}`)))
  await page.goto('/#/admin/contacts?search=Pile&page=2')
  await expect(page.getByText('21–40 of 45')).toBeVisible()
  const states = page.getByRole('group', { name: 'Status' }).getByRole('button')
  await expect(states).toHaveText(['All45', 'Pending45', 'Resolved0', 'Spam0'])
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(page.getByRole('article')).toHaveCount(5)
  const search = page.getByPlaceholder('Search contacts...')
  await search.fill('Pile 44')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).not.toHaveURL(/page=/)
  await search.fill('Pile')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByText('1–20 of 45')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('21–40 of 45')).toBeVisible()

  // The owner and the day to follow up are chosen by the keyboard, and filter the list.
  await ask('Owned by one')
  await ask('Owned by none')
  await goOnTo(page, '/admin/contacts?search=Owned')
  const owned = card('Owned by one')
  await owned.locator('..').focus()
  await page.keyboard.press('o')
  const owner = owned.getByRole('combobox', { name: 'Owner of Owned by one' })
  await expect(owner).toBeFocused()
  await owner.selectOption({ label: 'Administrator' })
  await expect(page.getByRole('group', { name: 'Last change' })).toContainText('Assigned to Administrator')
  const view = page.getByRole('combobox', { name: 'View' })
  await view.selectOption('Mine')
  await expect(page).toHaveURL(/owner=me/)
  await expect(card('Owned by none')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(owned).toHaveCount(0)

  // All requests can be downloaded, or those that are found.
  await ask('=HYPERLINK("https://evil.example")')
  await goOnTo(page, '/admin/contacts')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('contacts.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('asha@example.org')
  expect(text).not.toMatch(/(^|[,"])=HYPERLINK/m)
  await search.fill('HYPERLINK')
  await expect(page.getByRole('button', { name: 'Export CSV (1 shown)' })).toBeVisible()
  await failCalls(page, '**/api/contact.csv?search=HYPERLINK')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, 'Failed to export contacts')).toBeVisible()

  // Requests of a flood are marked, and can be filtered.
  const request = {
    _id: 'a',
    name: 'Asha Rao',
    email: 'asha@example.org',
    message: 'Hello',
    status: 'pending',
    createdAt: '2026-03-01T10:00:00.000Z',
  }
  const flood = { ...request, subject: 'One of many', flood: true }
  await page.route('**/api/contact?*', (route) => {
    const json = route.request().url().includes('flood=true')
      ? [flood]
      : [flood, { ...request, _id: 'b', subject: 'By itself' }]
    return route.fulfill({ json, headers: { 'x-total-count': String(json.length) } })
  })
  await goOnTo(page, '/admin/contacts')
  await expect(card('One of many').getByText('Flood', { exact: true })).toBeVisible()
  await expect(card('By itself').getByText('Flood', { exact: true })).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Flood 1' })
  await button.click()
  await expect(page).toHaveURL(/flood=true/)
  await expect(card('By itself')).toHaveCount(0)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(card('By itself')).toBeVisible()
})

test.describe('while a screen is open', () => {
  // The clock is the context's.
  test.use({ ownContext: true })
  test('a new request appears automatically, and is counted in the navigation and the title', async ({ page, ask }) => {
    await page.clock.install()
    await page.goto('/#/admin/contacts?search=By+itself')
    await expect(page.getByText('No contacts found')).toBeVisible()
    await ask('By itself')
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('article', { name: 'By itself' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByText(/^\d+\+?$/)).toBeVisible()
    await expect(page).toHaveTitle(/^\(\d+\) Contacts/)
  })
})

test('a form of a page keeps what a visitor typed while it comes to life, and its file arrives with the request', async ({
  page,
  another,
  api,
  made,
}) => {
  const fields = [
    { label: 'Team size', kind: 'choice', required: true, options: ['1-10', '11-50'] },
    { label: 'Brief', kind: 'file' },
  ]
  const sections = [
    { kind: 'opening', title: 'Banks', buttons: [{ label: 'Ask us', to: '#form' }] },
    { kind: 'form', title: 'Ask', subject: 'From a page', fields, thanks: 'We will call you.' },
  ]
  await api('POST', '/api/pages', { title: 'Banks', path: 'form-of-a-page', sections })
  const visitor = await another()
  // The code of the client comes after the text, as over a slow connection.
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await visitor.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  await visitor.goto('/form-of-a-page')
  const form = visitor.locator('#form')
  await form.getByLabel('Name').fill('Asha Rao')
  await form.getByLabel('Message').fill('Typed at once.')
  // Sent without scripts, it comes back with its text, which hydration would write over a later one.
  await form.locator('form').evaluate((sent: HTMLFormElement) => sent.submit())
  await expect(form.getByText('Email is required')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('Typed at once.')
  await form.getByLabel('Message').fill('Typed again.')
  expect(await visitor.locator('html').getAttribute('data-hydrated')).toBeNull()
  release()
  await hydrated(visitor)
  await form.getByLabel('Email').fill('asha@example.org')
  // The page is drawn again with another address, around its live parts.
  await visitor.getByRole('link', { name: 'Ask us' }).click()
  await expect(visitor).toHaveURL(/#form$/)
  await expect(form.getByLabel('Email')).toHaveValue('asha@example.org')
  const size = form.getByLabel('Team size')
  // The button is the same in the document without scripts, which would answer with another one.
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(size).toBeFocused()
  await expect(form.getByText('Team size is required')).toBeVisible()
  await size.selectOption('11-50')
  const brief = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
  await form.getByLabel('Brief').setInputFiles(brief('Picture.pdf', '\x89PNG'))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText('This file is not a PDF.')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('Typed again.')
  await expectAccessible(visitor, 'a form of a page with an error at its file')
  await form.getByLabel('Brief').setInputFiles(brief('Brief.pdf', samplePdf().toString('latin1')))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText('We will call you.')).toBeVisible()

  const contacts = await api<{ _id: string; subject: string }[]>('GET', '/api/contact')
  const id = contacts.find(({ subject }) => subject === 'From a page')?._id
  made.push(`/api/contact/${id}`)
  await page.goto(`/#/admin/contacts/${id}`)
  await expect(page.getByText('11-50')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Brief.pdf, 1 KB' }).click()
  expect(await readFile(await (await download).path())).toEqual(samplePdf())
  await expectAccessible(page, 'a request with answers and a file')
})
