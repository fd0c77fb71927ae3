import { readFile } from 'node:fs/promises'
import { importSubscribers } from '../src/testing/staff-calls.ts'
import { agree, expect, failCalls, failedCalls, test, toast, visit } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'

test('thousands of subscribers are searched while typing, paged, and downloaded as CSV', { tag: '@all' }, async ({
  page,
  api,
}) => {
  // They get no newsletter, which another test sends.
  const crowd = Array.from({ length: 2_000 }, (_, at) => `crowd${at}@example.org,unsubscribed`)
  await importSubscribers(api, `Email,State\n${crowd.join('\n')}`)

  await page.goto('/#/admin/subscribers')
  await expect(page.getByRole('heading', { name: 'Newsletter Subscribers' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Email', 'Subscribed At', 'Status', 'Actions'])
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByPlaceholder('Search subscribers...').pressSequentially('crowd1234')
  await expect(page.getByRole('cell', { name: 'crowd1234@example.org' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=crowd1234/)
  await page.getByPlaceholder('Search subscribers...').fill('nobody of this name')
  await expect(page.getByText('No subscribers found')).toBeVisible()

  await page.getByPlaceholder('Search subscribers...').fill('crowd')
  await expect(page.getByRole('button', { name: 'Export CSV (2,000 shown)' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.match(/crowd\d+@example\.org/g)).toHaveLength(2_000)
})

test.describe('a failure', () => {
  test.use({ allowedConsole: new RegExp(`${failedCalls.source}|The subscribers could not be fetched`) })
  test('is only logged, and shows an empty list', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await failCalls(page, /\/api\/newsletter\/subscribers\?/)
    await page.goto('/#/admin/subscribers')
    await expect(page.getByText('No subscribers found')).toBeVisible()
    await expect.poll(() => logged.some((text) => text.includes('The subscribers could not be fetched'))).toBe(true)
    await expect(page.getByText(/^Failed/)).toHaveCount(0)
  })
})

test('a file of addresses is imported in four steps and undone, their states are shown and filtered, and one is deleted', async ({
  page,
}) => {
  await visit(page, '/admin/subscribers')
  const lines = [
    'Email,Standing,Name',
    'lost@import.example,bounced,Asha Rao',
    'left@import.example,unsubscribed,',
    'nobody,VIP,',
    'reader33.grant@company3.example,unsubscribed,',
  ]
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page.getByLabel('Choose a file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('Meaning of Email')).toHaveValue('email')
  await page.getByLabel('Meaning of Standing').selectOption('Status')
  await page.getByRole('button', { name: 'Continue' }).click()
  // A word that is not known keeps this step until somebody says what it means.
  await expect(page.getByText('This file has statuses that we do not know')).toBeVisible()
  await expect(page.getByLabel('VIP in Standing')).toBeFocused()
  await page.getByLabel('VIP in Standing').selectOption('Skip')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('3 new, 1 invalid')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.getByRole('row', { name: 'lost@import.example' })).toContainText('New, bounced')
  await expectAccessible(page, 'the check of an import')
  await page.getByRole('button', { name: 'Import 3 addresses' }).click()
  await expect(page.getByText('Source is required')).toBeVisible()
  await page.getByLabel('Source').fill('At the fair in Pune')
  await page.getByLabel('Date').fill('2026-02-10')
  await page.getByRole('button', { name: 'Import 3 addresses' }).click()
  await expect(page.getByText('3 added')).toBeVisible()
  await expectAccessible(page, 'the result of an import')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('"4","nobody","Not an email address"')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Subscribers' }).click()
  // At 768 px an address of 30 characters keeps its line.
  const window = page.viewportSize()
  await page.setViewportSize({ width: 768, height: 900 })
  const address = page.getByText('reader33.grant@company3.example')
  expect(await address.evaluate((element) => element.getClientRects().length)).toBe(1)
  if (window) await page.setViewportSize(window)
  // The filter is pressed at the moment at which the search reaches the address, before the list shows it.
  await page.getByRole('button', { name: /^Unsubscribed/ }).evaluate((button) => {
    const replace = history.replaceState
    history.replaceState = (...change) => {
      replace.apply(history, change)
      history.replaceState = replace
      queueMicrotask(() => (button as HTMLElement).click())
    }
  })
  await page.getByPlaceholder('Search subscribers...').fill('import.example')
  await expect(page).toHaveURL(/\?search=import\.example&status=unsubscribed$/)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = page.getByRole('row', { name: 'left@import.example' })
  await expect(row).toContainText('Unsubscribed')
  await row.getByRole('button', { name: 'Delete for good' }).click()
  await agree(page, 'Delete left@import.example for good?', 'Delete')
  await expect(toast(page, 'Subscriber deleted')).toBeVisible()
  await expect(page.getByText('No subscribers found')).toBeVisible()
  await visit(page, '/admin/subscribers/import')
  await page.getByRole('link', { name: 'fair.csv' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await agree(page, 'Undo import?', 'Undo import')
  await expect(page.getByText(/: 2 subscribers removed$/)).toBeVisible()
})
