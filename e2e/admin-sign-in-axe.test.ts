import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './admin-fixtures.ts'
import { makeColleague, openAs } from './colleague.ts'

/** Running transitions have colours of less contrast, so the check waits for them. */
async function expectAccessible(page: Page, what: string) {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    what,
  ).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} scheme`, () => {
    test.use({ colorScheme, beginSignedIn: false, allowedConsole: /Failed to load resource/ })

    test('axe finds nothing on the screens before the sign-in, in any state of the forms', async ({ page }) => {
      await page.goto('/#/admin/login')
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expectAccessible(page, 'login')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      await expectAccessible(page, 'login, empty')
      await page.goto('/#/admin/forgot-password')
      await expectAccessible(page, 'forgot')
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText('a message with a link is on its way')).toBeVisible()
      await expectAccessible(page, 'forgot, sent')
      await page.goto('/#/admin/reset-password')
      await expect(page.getByText('This link is not complete.')).toBeVisible()
      await expectAccessible(page, 'reset, no word')
      await page.goto('/#/admin/reset-password?token=old')
      await page.getByLabel('New password').fill('a kettle for the long night')
      await page.getByRole('button', { name: 'Set the new password' }).click()
      await expect(page.getByRole('alert')).toContainText('This link has ended')
      await expectAccessible(page, 'reset, refused')
    })

    test('axe finds nothing on users, profile, and the dialogs over them', async ({ browser, api }) => {
      const person = await makeColleague(api)
      const page = await openAs(browser, person, '/admin/users')
      await page.emulateMedia({ colorScheme })
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expectAccessible(page, 'users')
      await page.getByRole('button', { name: 'New Admin' }).click()
      await page.getByRole('button', { name: 'Create Admin' }).click()
      await expect(page.getByText('Name is required')).toBeVisible()
      await expectAccessible(page, 'new admin')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.goto('/#/admin/profile')
      await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
      await expectAccessible(page, 'profile')
      await page.evaluate(() => localStorage.setItem('token', 'A'.repeat(43)))
      await page.getByRole('button', { name: 'Save profile' }).click()
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
      await expectAccessible(page, 'session ended')
      await page.context().close()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('nothing is wider than the window', async ({ page }) => {
    for (const path of ['/admin/users', '/admin/forgot-password', '/admin/reset-password', '/admin/profile']) {
      await page.goto(`/#${path}`)
      await expect(page.locator('h1')).toBeVisible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
})
