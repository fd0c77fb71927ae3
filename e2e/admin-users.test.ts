import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { admin, agree, expect, failCalls, test, toast } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { fillSignIn, makeColleague, openAs, profileLink } from './colleague.ts'

test.use({ allowedConsole: /Failed to load resource/ })

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const search = (page: Page, query: string) => page.getByPlaceholder('Search users...').fill(query)

type Person = { name: string; email: string; password: string }
async function invite(page: Page, { name, email, password }: Person, role?: string) {
  await page.getByRole('button', { name: 'New Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Admin' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  if (role) await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Create Admin' }).click()
  return dialog
}
const newPerson = () => ({
  name: 'Ravi Menon',
  email: `${randomUUID().slice(0, 8)}@example.com`,
  password: 'seven lamps on the quay',
})

test('a colleague gets an account, signs in, and loses access at once', { tag: '@all' }, async ({ page, another }) => {
  const person = newPerson()
  await page.goto('/#/admin/users')
  await expect(page.getByRole('columnheader')).toHaveText([
    'User',
    'Email',
    'Role',
    '2FA',
    'Status',
    'Created',
    'Actions',
  ])
  const dialog = await invite(page, person, 'owner')
  await agree(page, `Make ${person.name} an owner?`, 'Make owner')
  await expect(toast(page, 'User created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(profileLink(page, 'Administrator')).toBeVisible()
  await search(page, person.email.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/\?search=/)

  const theirs = await another()
  await theirs.goto('/#/admin/products')
  await fillSignIn(theirs, person.email, person.password)
  await expect(theirs.getByRole('heading', { name: 'Products' })).toBeVisible()

  await rowOf(page, person.email).getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'User deactivated successfully')).toBeVisible()
  await expect(rowOf(page, person.email).getByRole('button', { name: 'Inactive' })).toBeVisible()

  // A call in the background may have found the end of the session already; then the dialog is over the links.
  await theirs.evaluate(() => {
    location.hash = '#/admin/courses'
  })
  const gate = theirs.getByRole('dialog', { name: 'Your session has ended' })
  await gate.getByLabel('Password').fill(person.password)
  await gate.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(gate.getByRole('alert')).toHaveText('This account has no access. Please ask an administrator.')

  await rowOf(page, person.email).getByRole('button', { name: 'Inactive' }).click()
  await expect(toast(page, 'User activated successfully')).toBeVisible()
  await rowOf(page, person.email)
    .getByRole('button', { name: `Delete ${person.name}` })
    .click()
  await agree(page, 'Are you sure you want to delete this user?')
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
})

test('a viewer reads every screen and finds no button that would be refused', async ({ page, another, api, ask }) => {
  await ask('For the dashboard')
  const person = await makeColleague(api, 'Noor Ali', 'editor')
  await page.goto('/#/admin/users')
  await search(page, person.email)
  await page.getByLabel(`Role of ${person.name}`).selectOption('viewer')
  await expect(toast(page, 'Noor Ali: Viewer')).toBeVisible()

  const theirs = await openAs(await another(), person, '/admin/products')
  const menu = theirs.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('link', { name: 'Contacts' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: /^Open / }).first()).toBeVisible()
  const rows = theirs.locator('main [data-row]')
  await expect(rows.first()).toBeVisible()
  await expect(rows.getByRole('button', { name: /Active|Delete|Move/ })).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'New Product' })).toHaveCount(0)
  await theirs
    .getByRole('link', { name: /^Open / })
    .first()
    .click()
  await expect(theirs.getByText('Read only: your role cannot change this')).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Product Name' })).toBeDisabled()
  await expect(theirs.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectAccessible(theirs, 'a read-only form')
  const post = {
    title: 'Read by Noor',
    slug: `read-${randomUUID()}`,
    excerpt: 'Short.',
    category: 'Cloud',
    published: true,
  }
  const { _id } = await api('POST', '/api/blogs', post)
  await api('PUT', `/api/blogs/${_id}`, { ...post, excerpt: 'Shorter.' })
  await theirs.goto(`/#/admin/blogs/edit/${_id}`)
  await expect(theirs.getByRole('textbox', { name: 'Title' })).toBeDisabled()
  await theirs.getByRole('button', { name: 'History' }).click()
  const history = theirs.getByRole('dialog', { name: 'History' })
  await history.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
  await expect(history.getByRole('region', { name: 'Excerpt: This version' })).toHaveText('Short.')
  await expect(history.getByRole('checkbox').or(history.getByRole('button', { name: /Tick|Take/ }))).toHaveCount(0)
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Show preview' }).click()
  await theirs.getByRole('button', { name: 'Phone' }).click()
  await expect(theirs.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true')
  await theirs.goto('/#/admin/blogs/new')
  await expect(theirs.getByRole('heading', { name: 'No access' })).toBeVisible()

  await page.getByLabel(`Role of ${person.name}`).selectOption('editor')
  await expect(toast(page, 'Noor Ali: Editor')).toBeVisible()
  await theirs.goto('/#/admin/dashboard')
  await theirs.reload()
  await expect(theirs.getByRole('link', { name: 'New Blog' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Contacts' })).toHaveCount(0)
  await expect(theirs.getByText(/needs? a reply/)).toHaveCount(0)

  await page.getByLabel(`Role of ${person.name}`).selectOption('marketing')
  await expect(toast(page, 'Noor Ali: Marketing')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/needs? a reply/).first()).toBeVisible()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await theirs.getByRole('link', { name: 'Announcement' }).click()
  await expect(theirs.getByRole('button', { name: 'Save' })).toBeVisible()
  const groups = theirs.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const texts = [
    'Key numbers',
    'Response promise',
    'Personal data',
    'Response times',
    'Courses',
    'Newsletter',
    'Analytics',
    'Footer and social',
    'Announcement',
  ]
  await expect(groups).toHaveText(texts)
  await theirs.goto('/#/admin/settings/company')
  await expect(theirs.getByRole('heading', { name: 'No access' })).toBeVisible()

  // A trainer has the dates that they teach, and nothing that would be refused.
  const course = await api('POST', '/api/courses', {
    ...{ title: 'Taught by Noor', slug: `taught-${randomUUID()}`, description: 'What it is.', duration: '8 weeks' },
    ...{ price: 100, category: 'DevOps', level: 'Beginner', enrollmentUrl: 'https://example.com', active: false },
  })
  const date = { startsOn: '2130-01-10', enrolVia: 'request', mode: 'place', place: 'Pune', trainerIds: [person._id] }
  await api('POST', `/api/courses/${course._id}/cohorts`, date)
  await page.getByLabel(`Role of ${person.name}`).selectOption('trainer')
  await expect(toast(page, 'Noor Ali: Trainer')).toBeVisible()
  await theirs.reload()
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'My dates'])
  const refused: string[] = []
  theirs.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await theirs.goto('/#/admin/dashboard')
  await expect(theirs.getByRole('region', { name: 'Next dates' })).toContainText('0 booked')
  await expectAccessible(theirs, 'the dashboard of a trainer')
  await theirs.keyboard.press('ControlOrMeta+k')
  await theirs.getByRole('combobox', { name: 'Search or jump to' }).fill('noor')
  await expect(theirs.getByRole('option')).toHaveText(['Taught by Noor, 10 Jan 2130date'])
  await theirs.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'My dates' }).click()
  await expect(theirs.locator('main [data-row]')).toHaveText([/10 Jan 2130.*Taught by Noor/])
  await expectAccessible(theirs, 'the dates of a trainer')
  expect(refused).toEqual([])
})

test('an owner invites with a link, sends it again, and makes one for a forgotten password', async ({
  page,
  another,
}) => {
  const person = newPerson()
  await page.goto('/#/admin/users')
  await page.getByRole('button', { name: 'New Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Admin' })
  await dialog.getByRole('button', { name: 'Send an invitation' }).click()
  await dialog.getByLabel('Name').fill(person.name)
  await dialog.getByLabel('Email').fill(person.email)
  await expect(dialog.getByLabel('Role')).toHaveValue('editor')
  await dialog.getByLabel('Role').selectOption('sales')
  // As after more than ten minutes: the call is refused once, and made again after the password.
  await page.route(
    '**/api/users/invitations',
    (route) => route.fulfill({ status: 403, json: { message: 'Confirm', code: 'confirm_identity' } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page, 'the question for the password')
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(proof.getByText('Wrong password')).toBeVisible()
  await proof.getByLabel('Your password').fill(admin.password)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  // The site of these tests has no mail server.
  await expect(dialog.getByLabel('shown only once')).toHaveValue(/#\/admin\/welcome\?token=/)
  await expectAccessible(page, 'the link of an invitation')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await search(page, person.email)
  await expect(rowOf(page, person.email)).toContainText(/InvitedLink until \d+ \w{3}/)
  await rowOf(page, person.email)
    .getByRole('button', { name: `Resend invitation to ${person.name}` })
    .click()
  const again = page.getByRole('dialog', { name: 'Invitation link' })
  await expect(again.getByRole('button', { name: 'Copy link' })).toBeFocused()
  const invitation = await again.getByLabel('shown only once').inputValue()
  const guest = await another()
  await guest.goto(invitation)
  await expect(guest.getByText(`Choose a password for ${person.email}.`)).toBeVisible()
  await expectAccessible(guest, 'the welcome of an invited person')
  await guest.getByLabel('Password', { exact: true }).fill(person.password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest).toHaveURL(/admin\/dashboard/)
  await expect(profileLink(guest, person.name)).toBeVisible()
  await guest.goto(invitation)
  await expect(guest.getByText('This invitation has expired or was already used.')).toBeVisible()
  await again.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(rowOf(page, person.email)).not.toContainText('Invited')
  await rowOf(page, person.email)
    .getByRole('button', { name: `Create reset link for ${person.name}` })
    .click()
  const reset = page.getByRole('dialog', { name: 'Reset link' })
  await page.goto(await reset.getByLabel('shown only once').inputValue())
  await page.getByLabel('New password').fill(person.password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
})

test('the requests of a colleague are handed over, and given to another one when they are deleted', async ({
  page,
  api,
  ask,
}) => {
  const leela = await makeColleague(api, 'Leela Hand', 'sales')
  const zoya = await makeColleague(api, 'Zoya Over', 'sales')
  for (const subject of ['Handed one', 'Handed two']) await ask(subject)
  const contacts = await api<{ _id: string; subject: string }[]>('GET', '/api/contact?search=Handed')
  for (const { _id } of contacts) await api('PATCH', `/api/contact/${_id}/desk`, { ownerId: leela._id })

  await page.goto('/#/admin/contacts')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Owner', { exact: true }).selectOption(leela.name)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessible(page, 'the requests of a colleague')
  await page.getByRole('button', { name: 'Reassign 2…' }).click()
  const dialog = page.getByRole('dialog', { name: `Reassign requests of ${leela.name}` })
  await dialog.getByRole('button', { name: 'Reassign' }).click()
  await expect(dialog.getByText('Choose a colleague who may reply to requests')).toBeVisible()
  await expectAccessible(page, 'the question of a hand-over')
  await dialog.getByLabel('New owner').selectOption(zoya.name)
  await dialog.getByRole('button', { name: 'Reassign' }).click()
  await expect(toast(page, '2 requests reassigned')).toBeVisible()
  await expect(page.getByText('No contacts found')).toBeVisible()

  await page.goto(`/#/admin/users?search=${zoya.email}`)
  await page.getByRole('button', { name: 'Active' }).click()
  const deactivation = page.getByRole('alertdialog', { name: 'Deactivate Zoya Over?' })
  await expect(deactivation).toContainText('Zoya Over has 2 open requests.')
  await deactivation.getByRole('link', { name: 'View requests' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${zoya.name}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await question.getByLabel('Zoya Over has 2 open requests. Assign to').selectOption(leela.name)
  await expectAccessible(page, 'the question before a colleague is deleted')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await page.goto(`/#/admin/contacts?owner=${leela._id}&search=two`)
  await expect(page.getByRole('article', { name: 'Handed two' })).toBeVisible()
})

test('a user who is deleted while they work is signed out', { tag: '@all' }, async ({ page, another, api }) => {
  const person = await makeColleague(api)
  const theirs = await openAs(await another(), person, '/admin/services')
  await page.goto('/#/admin/users')
  await search(page, person.email)
  await rowOf(page, person.email).getByRole('button', { name: 'Delete' }).click()
  await agree(page, 'Are you sure you want to delete this user?')
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/#\/admin\/login$/)
})

test('a refused account is corrected at its field, and one that gets no access is deleted or used again', {
  tag: '@all',
}, async ({ page, api }) => {
  const [there, first, second] = [await makeColleague(api), newPerson(), newPerson()]
  const found = async (email: string) => (await api<unknown[]>('GET', `/api/users?search=${email}`)).length
  await page.goto('/#/admin/users')
  const dialog = await invite(page, { ...first, email: 'ravi@evil-example.com' })
  const create = dialog.getByRole('button', { name: 'Create Admin' })
  await expect(toast(page, 'Only example.com email addresses are allowed')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill(there.email)
  await create.click()
  await expect(toast(page, 'An account with this email address already exists.')).toBeVisible()
  await dialog.getByLabel('Email').fill(first.email)
  await dialog.getByLabel('Password').fill('password123')
  await create.click()
  await expect(dialog.getByText('This is a commonly used password.')).toBeVisible()

  await failCalls(page, '**/api/users', 'POST')
  const undone = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/api/identity/accounts/'),
  )
  await dialog.getByLabel('Password').fill(first.password)
  await create.click()
  expect((await undone).status()).toBe(200)
  await expect(toast(page, 'Failed to create user')).toBeVisible()
  await page.unroute('**/api/users')
  await create.click()
  await expect(toast(page, 'User created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await found(first.email)).toBe(1)

  await failCalls(page, '**/api/users', 'POST')
  await failCalls(page, '**/api/identity/accounts/*', 'DELETE')
  await invite(page, second)
  await expect(dialog.getByRole('alert')).toContainText('Press Create Admin again to give them access')
  await page.unroute('**/api/users')
  await create.click()
  await expect(dialog).toBeHidden()
  expect(await found(second.email)).toBe(1)
})

test('every failure shows its message', { tag: '@all' }, async ({ page, api }) => {
  const { email } = await makeColleague(api)
  await page.goto('/#/admin/users')
  await search(page, email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await failCalls(page, '**/api/users/*', 'PUT')
  await rowOf(page, email).getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'Failed to update user status')).toBeVisible()
  await failCalls(page, '**/api/users/*', 'DELETE')
  await rowOf(page, email).getByRole('button', { name: 'Delete' }).click()
  await agree(page, 'Are you sure you want to delete this user?')
  await expect(toast(page, 'Failed to delete user')).toBeVisible()
  await failCalls(page, '**/api/users?*', 'GET')
  await search(page, 'somebody else')
  await expect(toast(page, 'Failed to fetch users').first()).toBeVisible()
})
