import { expect, failCalls, failedCalls, test } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { fillPost } from './blog-form.ts'
import { makeColleague, openAs } from './colleague.ts'

const figure = (page: import('@playwright/test').Page, label: string) =>
  page.getByRole('region', { name: 'Totals' }).locator('dl').filter({ hasText: label }).locator('dd')

test('sentences say what needs a person, the figures are right, and the cards lead on', async ({ page, api, ask }) => {
  await ask('On the dashboard')
  const answered = page.waitForResponse('**/api/dashboard')
  await page.goto('/#/admin/dashboard')
  const figures = await (await answered).json()
  for (const label of ['Total Blogs', 'Published', 'Draft', 'Contact Requests', 'Total Users', 'Total Subscribers'])
    await expect(figure(page, label)).toHaveText(/^[\d,]+$/)
  await expect(figure(page, 'Published')).toHaveText(String(figures.published))
  // As many as the list has in its states; other tests may add some meanwhile.
  const states = ['', 'published', 'draft', 'scheduled', 'ended']
  await expect(async () => {
    const { blogs, published, drafts } = await api<typeof figures>('GET', '/api/dashboard')
    const [all, ...counts] = await Promise.all(
      states.map(async (status) => {
        const list = await api<{ blogs: unknown[] }>('GET', `/api/blogs/adminblogs?limit=1000&status=${status}`)
        return list.blogs.length
      }),
    )
    expect([all, counts[0], counts[1]]).toEqual([blogs, published, drafts])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(blogs)
  }).toPass()

  const cards = page.getByRole('navigation', { name: 'Screens' })
  await expect(cards.getByRole('link', { name: /^Products/ })).toContainText(/\d+ Products, 4 Categories/)
  await expect(cards.getByRole('link', { name: /^Services/ })).toContainText(
    /\d+ Services, All Active|\d+ of \d+ Active/,
  )
  await expect(cards.getByRole('link', { name: /^Users/ })).toContainText('Manage Roles')
  await expect(cards.getByRole('link', { name: /^Contact Requests/ })).toContainText(/\d+ New Messages, \d+ Total/)
  const leads = [
    ['Blogs', 'blogs'],
    ['Users', 'users'],
    ['Contact Requests', 'contacts'],
    ['Products', 'products'],
    ['Services', 'services'],
    ['Subscribers', 'subscribers'],
  ]
  for (const [name, path] of leads)
    await expect(cards.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', `#/admin/${path}`)

  await expect(page.getByRole('link', { name: 'New Blog' })).toHaveAttribute('href', '#/admin/blogs/new')
  const figureLinks = page.getByRole('region', { name: 'Totals' })
  await expect(figureLinks.getByRole('link', { name: 'Draft' })).toHaveAttribute('href', '#/admin/blogs?status=draft')

  const month = page.getByRole('region', { name: 'Last 30 days' })
  await expect(month.locator('dl')).toHaveText([
    /^Visits\d/,
    /^Enquiries\d/,
    /^Confirmed registrations\d/,
    /^New subscribers\d/,
  ])
  await expect(month.getByRole('link', { name: 'Enquiries' })).toHaveAttribute(
    'href',
    '#/admin/analytics?line=enquiries',
  )

  const request = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').filter({ hasText: 'a reply' })
  await expect(request).toHaveText(/^(1 request needs a reply,|\d+ requests need a reply, the oldest) received today\./)
  await request.getByRole('link', { name: 'Reply' }).click()
  await expect(page).toHaveURL(/#\/admin\/contacts\/[\w-]+\?tab=answer$/)
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeFocused()
})

test('a writer asks for a review, a colleague approves, and the dashboards of both lead there', async ({
  another,
  api,
  made,
}) => {
  const [priya, kavita] = [
    await makeColleague(api, 'Priya Nair', 'writer'),
    await makeColleague(api, 'Kavita Apte', 'editor'),
  ]
  const page = await openAs(await another(), priya, '/admin/blogs/new')
  await fillPost(page, 'Forty servers in review', 'We moved them in one weekend.')
  // It saves first.
  await page.getByRole('button', { name: 'Ask for review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for review' })
  await expect(dialog.getByLabel('Colleague')).toBeFocused()
  made.push(`/api/blogs/${page.url().split('/').pop()}`)
  await dialog.getByRole('button', { name: 'Ask for review' }).click()
  await expect(dialog.getByText('Choose a colleague', { exact: true }).last()).toBeVisible()
  await dialog.getByLabel('Colleague').selectOption('Kavita Apte (Editor)')
  await dialog.getByLabel('Note').fill('Is the number right? <b>Please</b> check.')
  await expectAccessible(page, 'the dialog that asks for a review')
  await dialog.getByRole('button', { name: 'Ask for review' }).click()
  const strip = page.getByRole('region', { name: 'Reviews' })
  await expect(strip).toContainText(/In review with Kavita Apte since \d+ \w+/)
  await expect(strip.getByRole('button')).toHaveText(['Withdraw'])

  const reviewer = await openAs(await another(), kavita, '/admin/dashboard')
  const asked = reviewer
    .getByRole('region', { name: 'Needs you' })
    .getByRole('listitem')
    .filter({ hasText: 'Priya Nair' })
  await expect(asked).toContainText('Priya Nair asks you to review “Forty servers in review”.')
  await asked.getByRole('link', { name: 'Review' }).click()
  const own = reviewer.getByRole('region', { name: 'Reviews' })
  await expect(own).toContainText('Is the number right? <b>Please</b> check.')
  await own.getByRole('button', { name: 'Approve' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(own).toContainText(/Approved by Kavita Apte, \d+ \w+, this version/)
  await expectAccessible(reviewer, 'a form with an approved review')

  await page.goto('/#/admin/dashboard')
  const approved = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').filter({ hasText: 'Kavita' })
  await expect(approved).toContainText('Kavita Apte approved “Forty servers in review”.')
  // A writer may not publish.
  await approved.getByRole('link', { name: 'View' }).click()
  await expect(strip).toContainText('this version')

  await page.goto('/#/admin/blogs')
  const bar = page.getByRole('region', { name: 'Selected' })
  const rows = page.getByRole('main').getByRole('row')
  await rows.filter({ hasText: 'Published' }).first().getByRole('checkbox').check()
  await expect(bar).toContainText('Select drafts to delete them.')
  await rows.filter({ hasText: 'Forty servers' }).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('delete 1 post?')
})

test('the first tasks of an owner link to their screens, and can be dismissed for good', { tag: '@all' }, async ({
  another,
  api,
}) => {
  const page = await openAs(await another(), await makeColleague(api), '/admin/dashboard')
  const steps = page.getByRole('region', { name: 'Getting started' })
  await expect(steps).toContainText(/\d of 6 done/)
  await expect(steps.getByRole('listitem')).toHaveCount(6)
  await expect(steps.getByRole('link', { name: 'Two-factor authentication' })).toHaveAttribute(
    'href',
    '#/admin/profile',
  )
  const dismissed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await steps.getByRole('button', { name: 'Dismiss' }).press('Enter')
  expect((await dismissed).status()).toBe(200)
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  const asked = page.waitForResponse('**/api/users/me/first-steps')
  await page.reload()
  await asked
  await expect(page.getByRole('region', { name: 'Needs you' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test.describe('a failure', () => {
  test.use({ allowedConsole: new RegExp(`${failedCalls.source}|The figures could not be fetched`) })
  test('is only logged, and every count stays 0', async ({ page }) => {
    await failCalls(page, '**/api/dashboard')
    await page.goto('/#/admin/dashboard')
    for (const label of ['Total Blogs', 'Published', 'Draft', 'Contact Requests', 'Total Users', 'Total Subscribers'])
      await expect(figure(page, label)).toHaveText('0')
    await expect(page.getByText(/^Failed/)).toHaveCount(0)
    await expect(page.getByText('all caught up')).toHaveCount(0)
  })
})
