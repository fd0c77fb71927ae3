import { randomUUID } from 'node:crypto'
import { expect, test, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { hydrate } from './fixtures.ts'

// The server refuses the first target, and the page shows an address that is not found.
test.use({ allowedConsole: /422|404/ })

test('an address that visitors do not find gets a redirect, which leads them in the path and in the fragment', async ({
  page,
  request,
  api,
}) => {
  const path = `/missed/${randomUUID().slice(0, 6)}-größe`
  // Known bots do not count, and the browser of this test says that it has no window.
  const visitor = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }
  expect((await request.get(path, { headers: visitor })).status()).toBe(404)

  await visit(page, '/admin/redirects/not-found')
  await page.getByRole('button', { name: `Make a redirect from ${path}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('From')).toHaveValue(path)
  await dialog.getByLabel('To').fill('http://other.example')
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await expect(dialog.getByText('An address of another site must start with https://')).toBeVisible()
  await expectAccessible(page, 'the form of a redirect')
  await expectToFit(page, 'the form of a redirect')
  await dialog.getByLabel('To').fill('The incident nobody')
  await dialog.getByRole('option', { name: 'The incident nobody rehearsed' }).click()
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await expect(page.getByText('Redirect added')).toBeVisible()
  await expect(page.getByText(path)).toHaveCount(0)

  const answer = await request.get(path, { headers: visitor, maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']]).toEqual([301, '/blog/the-incident-nobody-rehearsed'])
  await page
    .getByRole('navigation', { name: 'Redirects' })
    .getByRole('link', { name: 'Redirects', exact: true })
    .click()
  const row = page.getByRole('row', { name: path })
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()

  await page.goto(`/#${path}`)
  await expect(page).toHaveURL(/#\/blog\/the-incident-nobody-rehearsed$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The incident nobody rehearsed')

  // A link that the client follows, to the page of a record that is none.
  const old = `/blog/${randomUUID()}`
  await api('POST', '/api/redirects', { from: old, to: '/privacy' })
  await page.goto('/about')
  await hydrate(page)
  const link = page.locator('main').getByRole('link').first()
  await link.evaluate((element, to) => element.setAttribute('href', to), old)
  await link.click()
  await expect(page).toHaveURL(/\/privacy$/)
})
