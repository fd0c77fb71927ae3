import { readFile } from 'node:fs/promises'
import { expect, failCalls, failedCalls, test } from './office-fixtures.ts'

test('thousands of subscribers are searched as one types, page by page, and taken away as a table', async ({ page, request }) => {
  test.setTimeout(60_000)
  const subscribe = (email: string) => request.post('/api/newsletter/subscribe', { data: { email } })
  for (let batch = 0; batch < 40; batch++)
    await Promise.all(Array.from({ length: 50 }, (_, at) => subscribe(`reader${batch * 50 + at}@example.org`)))

  await page.goto('/#/admin/subscribers')
  await expect(page.getByRole('heading', { name: 'Newsletter Subscribers' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Email', 'Subscribed At'])
  await expect(page.getByRole('row')).toHaveCount(51)
  const started = Date.now()
  await page.getByPlaceholder('Search subscribers...').pressSequentially('reader1234')
  await expect(page.getByRole('cell', { name: 'reader1234@example.org' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(Date.now() - started).toBeLessThan(2_000)
  await expect(page).toHaveURL(/search=reader1234/)
  await page.getByPlaceholder('Search subscribers...').fill('nobody of this name')
  await expect(page.getByText('No subscribers found')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.match(/reader\d+@example\.org/g)).toHaveLength(2_000)
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
