import type { Page } from '@playwright/test'
import { agree, failCalls, toast } from '../admin-fixtures.ts'
import { fillSignIn, profileLink } from '../colleague.ts'
import { expect, test } from '../fixtures.ts'
import { administrator, findAccount, register, verifyAddress } from './emulator.ts'

// The refused sign-ins show in the browser’s console. Violations of our policy would show there too, and fail the test.
test.use({
  allowedConsole:
    /Failed to load resource: the server responded with a status of (400|401|403|500)|The figures could not be fetched/,
})
test.describe.configure({ mode: 'serial' })

const colleague = { name: 'Meera Kulkarni', email: 'meera@example.com', password: 'seven lamps on the quay' }

async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  screen = '/admin/dashboard',
) {
  await page.goto(`/#${screen}`)
  await fillSignIn(page, email, password)
}

async function invite(page: Page, { name, email, password }: typeof colleague) {
  await page.goto('/#/admin/users')
  await page.getByRole('button', { name: 'New Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Admin' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Create Admin' }).click()
  return dialog
}

test('the first administrator gets access once Firebase has verified the address', async ({ page }) => {
  const account = await register(administrator.email, administrator.password)
  await signIn(page, administrator)
  await expect(toast(page, 'This account has no access. Please ask an administrator.').first()).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  await verifyAddress(account)
  await signIn(page, administrator)
  await expect(toast(page, 'Successfully logged in!').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'Successfully logged out')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('refusals have readable messages', async ({ page }) => {
  await signIn(page, { ...administrator, password: 'not the right words' })
  await expect(toast(page, 'Incorrect email or password.')).toBeVisible()
  await page.reload()
  await signIn(page, { email: 'nobody@example.com', password: 'not the right words' })
  await expect(toast(page, 'Incorrect email or password.')).toBeVisible()
})

test('an address of another company is refused before Firebase is called', async ({ page }) => {
  await register('boss@evil-example.com', 'seven lamps on the quay')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, { email: 'boss@evil-example.com', password: 'seven lamps on the quay' })
  await expect(toast(page, 'Only example.com email addresses are allowed')).toBeVisible()
  expect(asked.filter((url) => url.includes('identitytoolkit'))).toEqual([])
})

test('a visitor who registers an address of the company gets no access', async ({ page }) => {
  const stranger = { email: 'stranger@example.com', password: 'seven lamps on the quay' }
  await verifyAddress(await register(stranger.email, stranger.password))
  await signIn(page, stranger)
  await expect(toast(page, 'This account has no access. Please ask an administrator.').first()).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a new account has its name, and its creator stays signed in', async ({ page, browser }) => {
  await signIn(page, administrator)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await invite(page, colleague)
  await expect(toast(page, 'User created successfully')).toBeVisible()
  expect(await findAccount(colleague.email)).toMatchObject({ displayName: colleague.name })
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: colleague.email })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: administrator.email }).getByText('You')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, colleague, '/admin/products')
  await expect(theirs.getByRole('heading', { name: 'Products' })).toBeVisible()
  await expect(profileLink(theirs, colleague.name)).toBeVisible()
  await page.getByRole('row').filter({ hasText: colleague.email }).getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'User deactivated successfully')).toBeVisible()
  await theirs.getByRole('link', { name: 'Services' }).click()
  await expect(theirs).toHaveURL(/#\/admin\/login$/)
  await theirs.context().close()
  await page.getByRole('row').filter({ hasText: colleague.email }).getByRole('button', { name: 'Inactive' }).click()
  await expect(toast(page, 'User activated successfully')).toBeVisible()
})

test('an account that gets no access is deleted; an existing one is named', async ({ page }) => {
  await signIn(page, administrator)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await failCalls(page, '**/api/users', 'POST')
  const half = { ...colleague, email: 'half@example.com' }
  const dialog = await invite(page, half)
  await expect(toast(page, 'Failed to create user')).toBeVisible()
  expect(await findAccount(half.email)).toBeUndefined()
  await page.unroute('**/api/users')
  await dialog.getByLabel('Email').fill(colleague.email)
  await dialog.getByRole('button', { name: 'Create Admin' }).click()
  await expect(toast(page, 'An account with this email address already exists.')).toBeVisible()
})

test('an expired token is renewed without a question', async ({ page }) => {
  await signIn(page, colleague, '/admin/products')
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
  const before = await page.evaluate(() => {
    const token = localStorage.getItem('token') ?? ''
    const [head = '', body = ''] = token.split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const ended = btoa(JSON.stringify({ ...claims, exp: claims.iat - 10 })).replace(/=+$/, '')
    localStorage.setItem('token', `${head}.${ended}.`)
    return `${head}.${ended}.`
  })
  const renewed = page.waitForResponse((answer) => answer.url().includes('securetoken.googleapis.com'))
  await page.getByRole('link', { name: 'Services' }).click()
  expect((await renewed).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)
})

test('a password is changed, and signing out everywhere ends every session', async ({ page, browser }) => {
  await signIn(page, colleague, '/admin/profile')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, colleague, '/admin/products')
  await expect(other.getByRole('heading', { name: 'Products' })).toBeVisible()
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByLabel('New password').fill('a kettle for the long night')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
  // Firebase knows the second of a sign-in and no more, so a session of the same second stays valid.
  const second = () => Math.floor(Date.now() / 1_000)
  const signedInBy = second()
  await expect.poll(second).toBeGreaterThan(signedInBy)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await agree(page, 'Sign out everywhere?', 'Sign out')
  await expect(page).toHaveURL(/#\/admin\/login$/)
  // The token itself, without a renewal by the client: the emulator dates a renewed token to its renewal, Firebase to the sign-in.
  const status = () =>
    other.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      return (await fetch('/api/users/me', { headers })).status
    })
  expect(await status()).toBe(401)
  await other.context().close()
  // The page is at the sign-in already; another navigation would empty the form under the typing.
  await fillSignIn(page, colleague.email, 'a kettle for the long night')
  await expect(profileLink(page, colleague.name)).toBeVisible()
})
