import { agree, expect, test, toast } from './admin-fixtures.ts'
import { fillSignIn, makeColleague, openAs, profileLink } from './colleague.ts'

test.use({ beginSignedIn: false, allowedConsole: /Failed to load resource/ })

test('visitors see the profile at its posts', async ({ page, api }) => {
  await openAs(page, await makeColleague(api), '/admin/profile')
  await page.getByLabel('Name').fill('Meera K.')
  await page.getByLabel('Bio').fill('Writes about clouds.')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(profileLink(page, 'Meera K.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('Writes about clouds.')
  await expect(profileLink(page, 'Meera K.')).toBeVisible()
})

test('a changed password is needed for the next sign-in, and ends every other session', { tag: '@all' }, async ({
  page,
  another,
  api,
}) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/profile')
  const other = await openAs(await another(), person, '/admin/products')
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(next)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not it at all', 'a kettle for the long night')
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await change(person.password, 'a kettle for the long night')
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()

  await other.getByRole('link', { name: 'Services' }).click()
  const gate = other.getByRole('dialog', { name: 'Your session has ended' })
  await expect(gate.getByLabel('Email')).toHaveValue(person.email)
  await gate.getByLabel('Password').fill('a kettle for the long night')
  await gate.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(gate).toBeHidden()
  await expect(other.getByRole('heading', { name: 'Services' })).toBeVisible()
})

test('what was typed when the session ended is saved after the next sign-in', async ({ page, api }) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/products/new')
  await page.getByLabel('Product Name').fill(`Kept through ${person.email}`)
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Description').fill('Every word of this was typed before the session ended.')
  await page.evaluate(() => localStorage.setItem('token', 'A'.repeat(43)))
  await page.getByRole('button', { name: 'Save' }).first().click()
  const gate = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(gate.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('not the right words')
  await page.keyboard.press('Enter')
  await expect(gate.getByText('Incorrect email or password.')).toBeVisible()
  await gate.getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Product created successfully')).toBeVisible()
  const products = await api<{ _id: string; name: string; description: string }[]>('GET', '/api/products')
  const saved = products.find(({ name }) => name === `Kept through ${person.email}`)
  expect(saved?.description).toBe('Every word of this was typed before the session ended.')
  await api('DELETE', `/api/products/${saved?._id}`)
})

test('another account can be used instead', { tag: '@all' }, async ({ page, api }) => {
  await openAs(page, await makeColleague(api), '/admin/products')
  // Not by a link: a call in the background may already have opened the dialog, which covers it.
  await page.evaluate(() => {
    localStorage.setItem('token', 'A'.repeat(43))
    location.hash = '#/admin/services'
  })
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  const other = await makeColleague(api, 'Noor Khan')
  await fillSignIn(page, other.email, other.password)
  await expect(page).toHaveURL(/#\/admin\/services$/)
  await expect(profileLink(page, 'Noor Khan')).toBeVisible()
})

test('signing out everywhere ends all sessions', { tag: '@all' }, async ({ page, another, api }) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/profile')
  const other = await openAs(await another(), person, '/admin/products')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await agree(page, 'Sign out everywhere?', 'Sign out')
  await expect(toast(page, 'Signed out everywhere')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  await other.reload()
  await expect(other).toHaveURL(/#\/admin\/login$/)
})
