import { readFile } from 'node:fs/promises'
import { agree, expect, failCalls, failedCalls, test, toast, visit } from './admin-fixtures.ts'

test('thousands of subscribers are searched while typing, paged, and downloaded as CSV', async ({ page, api }) => {
  // They get no newsletter, which another test sends.
  const crowd = Array.from({ length: 2_000 }, (_, at) => `crowd${at}@example.org,unsubscribed`)
  await api('POST', '/api/newsletter/subscribers/import', { csv: `Email,State\n${crowd.join('\n')}` })

  await page.goto('/#/admin/subscribers')
  await expect(page.getByRole('heading', { name: 'Newsletter Subscribers' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Email', 'Subscribed At', 'State', 'Actions'])
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

test('a CSV file of addresses is imported, their states are shown and filtered, and one is deleted', async ({
  page,
}) => {
  await visit(page, '/admin/subscribers')
  const file = {
    name: 'addresses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Email,State\nlost@import.example,bounced\nleft@import.example,unsubscribed\nnobody,\nreader33.grant@company3.example,unsubscribed\n',
    ),
  }
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  await expect(dialog.getByRole('term')).toHaveText(['Email', 'State'])
  await page.getByLabel('File of addresses').setInputFiles(file)
  await expect(dialog.getByText('3 added')).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveText(['LineTextReason', '4nobodyNot an e-mail address'])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('"4","nobody","Not an e-mail address"')
  await dialog.getByRole('button', { name: 'Done' }).click()
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
  await row.getByRole('button', { name: 'Remove for good' }).click()
  await agree(page, 'Remove left@import.example for good?', 'Remove')
  await expect(toast(page, 'Subscriber removed')).toBeVisible()
  await expect(page.getByText('No subscribers found')).toBeVisible()
})
