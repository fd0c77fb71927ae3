import { expect, test } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { makeColleague, openAs } from './colleague.ts'

test.use({ beginSignedIn: false, allowedConsole: /Failed to load resource/ })

test('axe finds nothing on the screens before the sign-in, in any state of the forms', async ({ page }) => {
  await page.goto('/#/admin/login')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  const drawing = page.locator('main [data-draw] svg')
  await expect(drawing).toHaveCSS('background-color', 'rgb(207, 226, 218)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(drawing).toHaveCSS('background-color', 'rgb(16, 48, 45)')
  await expectAccessible(page, 'login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectAccessible(page, 'login, empty')
  await page.goto('/#/admin/forgot-password')
  await expectAccessible(page, 'forgot')
  await expectToFit(page, 'forgot')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('no message is sent')
  await expectAccessible(page, 'forgot, sent')
  await page.goto('/#/admin/reset-password')
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await expectAccessible(page, 'reset, no token')
  await expectToFit(page, 'reset, no token')
  await page.goto('/#/admin/reset-password?token=old')
  await page.getByLabel('New password').fill('a kettle for the long night')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired')
  await expectAccessible(page, 'reset, refused')
})

test('axe finds nothing on the answers of the system’s screen, and on the dialogs over users and profile', async ({
  page,
  api,
}) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'New Admin' }).click()
  await page.getByRole('button', { name: 'Create Admin' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page, 'new admin')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/#/admin/system')
  await expect(page.getByRole('region', { name: 'Backups' })).toContainText('Next backup')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(`Written to a file for ${person.email}`)).toBeVisible()
  await page.getByLabel('DKIM selector').fill('none')
  await page.getByRole('button', { name: 'Check now' }).click()
  // A test machine need not have name servers: each look ends in time.
  await expect(page.getByText('answers, but not over https.')).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page, 'system')
  await expectToFit(page, 'system')
  await page.goto('/#/admin/profile')
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('token', 'A'.repeat(43)))
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expectAccessible(page, 'session ended')
})
