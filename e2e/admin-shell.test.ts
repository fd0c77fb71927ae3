import { screensFor } from '#admin/shell/screen.tsx'
import { screens } from '#app/screens.admin.tsx'
import { admin, expect, failCalls, failedCalls, test, toast } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'

const specified = ['Dashboard', 'Blogs', 'Contacts', 'Products', 'Services', 'Courses', 'Users', 'Subscribers']
const named = screensFor(screens, 'owner').flatMap(({ path, nav }) => (nav ? [{ path, label: nav.label }] : []))

test.describe('navigation', () => {
  // The router logs this when a changed address leaves a form.
  test.use({ allowedConsole: /You are trying to use a blocker on a POP navigation/ })

  test('leads to every screen and marks the current one, and the breadcrumb follows the address', {
    tag: '@all',
  }, async ({ page, api }) => {
    await page.goto('/#/admin/dashboard')
    const bar = page.getByRole('navigation', { name: 'Admin' })
    await expect(bar.getByRole('link')).toHaveText(named.map(({ label }) => label))
    expect(named.flatMap(({ label }) => (specified.includes(label) ? [label] : []))).toEqual(specified)
    for (const { path, label } of named) {
      await bar.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`#${path}$`))
      await expect(bar.locator('[aria-current]')).toHaveText([label])
      await expect(page.locator('h1')).toHaveCount(1)
    }
    await page.goto('/#/admin/products/new')
    await expect(bar.locator('[aria-current]')).toHaveText(['Products'])

    const [course] = await api<{ _id: string; title: string }[]>('GET', '/api/courses/adminCourses')
    await page.goto(`/#/admin/courses/edit/${course?._id}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('listitem')).toHaveText(['Admin', 'Courses', 'Edit', course?.title ?? ''], {
      ignoreCase: true,
    })
    await expect(crumbs.getByRole('link')).toHaveCount(3)
    await crumbs.getByRole('link', { name: 'Courses' }).click()
    await expect(page).toHaveURL(/#\/admin\/courses$/)
    await crumbs.getByRole('link', { name: 'Admin' }).click()
    await expect(page).toHaveURL(/#\/admin\/dashboard$/)
    // A segment without a screen is plain text.
    await page.goto('/#/admin/cases')
    await expect(crumbs.getByRole('listitem')).toHaveText(['Admin', 'Case studies'])
    await page.goto('/#/admin/nowhere')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
})

test('the column folds to icons, and stays folded; a warning of the system marks its entry', { tag: '@all' }, async ({
  page,
}) => {
  const [warning, state] = ['The disk is nearly full.', '**/api/system']
  await page.route(state, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), warnings: [warning] } })
  })
  await page.goto('/#/admin/products')
  const bar = page.getByRole('navigation', { name: 'Admin' })
  const system = bar.getByRole('link', { name: 'System', exact: true })
  await expect(system).toHaveAccessibleDescription(warning)
  await expect(bar.getByRole('link', { name: 'Activity log' })).toHaveAccessibleDescription('')
  const width = async () => (await page.getByRole('banner').boundingBox())?.width
  expect(await width()).toBe(208)
  const fold = page.getByRole('button', { name: 'Collapse sidebar' })
  await fold.click()
  await expect.poll(width).toBe(60)
  await page.reload()
  await expect(fold).toHaveAttribute('aria-pressed', 'true')
  expect(await width()).toBe(60)
  await expect(bar.getByRole('link')).toHaveText(named.map(({ label }) => label))
  await expectAccessible(page, 'the folded column')
  await fold.click()
  await expect.poll(width).toBe(208)
})

test('Ctrl+K finds records, screens and actions, and remembers where one was', async ({ page, api, ask }) => {
  for (const message of ['Hello.', 'Hello again.']) await ask('Quince trees', message)
  const { _id } = await api('POST', '/api/products', {
    name: 'Quince marmalade',
    category: 'AI & Automation Solutions',
    description: 'Keeps.',
    active: false,
  })
  await page.goto('/#/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: 'Find anything' })
  await finder.getByRole('combobox').fill('quince')
  const request = 'Quince treescontact request'
  await expect(finder.getByRole('option')).toHaveText(['Quince marmaladeproduct', request, request])
  await expectAccessible(page, 'the finder')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/admin/products/edit/${_id}$`))
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(finder.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
    'Quince marmaladeproduct',
  )
  await expect(finder.getByRole('group', { name: 'Screens' }).getByRole('option').first()).toHaveText('Dashboard')
  await expect(finder.getByRole('group', { name: 'System' }).getByRole('option').last()).toHaveText('Trash')
  await expect(finder.getByRole('group', { name: 'Actions' }).getByText('Keyboard shortcuts')).toBeVisible()
  await expectAccessible(page, 'the finder without a search')
  await finder.getByRole('combobox').fill('new po')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/admin\/blogs\/new$/)
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill('announce')
  await finder.getByRole('option', { name: 'Announcement settings', exact: true }).click()
  await expect(page).toHaveURL(/#\/admin\/settings\/announcement$/)
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill('ends')
  await finder.getByRole('option', { name: 'Announcement: ends settings', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Schedule…' })).toBeFocused()
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill('phone')
  await finder.getByRole('option', { name: 'Company: contact phone settings', exact: true }).click()
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByPlaceholder('Search settings...').fill('four layers, one')
  await expectAccessible(page, 'the settings found')
  await page.getByRole('link', { name: 'Title', exact: true }).click()
  await expect(page.frameLocator('iframe').getByLabel('Four layers: Title')).toBeFocused()
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill(admin.email)
  await finder.getByRole('option', { name: /user$/ }).click()
  await expect(page).toHaveURL(/#\/admin\/users\?search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill('export sub')
  const download = page.waitForEvent('download')
  await finder.getByRole('option', { name: 'Export subscribers' }).click()
  expect((await download).suggestedFilename()).toBe('subscribers.csv')
})

// The server's own redirects are in `serve-pages.test.ts`; here one of them leads to its screen.
test('former addresses redirect to their screens', { tag: '@all' }, async ({ page, baseURL }) => {
  for (const [from, to] of [
    ['/admin/products?search=cloud', '/#/admin/products?search=cloud'],
    ['/#/subscribers', '/#/admin/subscribers'],
    ['/#/admin', '/#/admin/dashboard'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(from)
    await expect(page).toHaveURL(`${baseURL}${to}`)
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  }
})

test('an account without access is signed out with a message, without a redirect loop', async ({ page }) => {
  const user = { uid: '1', email: 'asha@example.com.evil.org', name: 'Asha' }
  await page.route('**/api/identity/session', (route) =>
    route.fulfill({ json: { user, expiresAt: '2099-01-01T00:00:00.000Z' } }),
  )
  await page.goto('/#/admin/products')
  await expect(toast(page, 'Only example.com email addresses are allowed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/login$/)
})

test.describe('signed out', () => {
  test.use({ beginSignedIn: false })
  test('every address redirects to the sign-in', { tag: '@all' }, async ({ page }) => {
    for (const path of ['/admin/products', '/admin/nowhere']) {
      await page.goto('about:blank')
      await page.goto(`/#${path}`)
      await expect(page).toHaveURL(/#\/admin\/login$/)
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    }
  })
})

test.describe('Logout', () => {
  test.use({ allowedConsole: failedCalls })
  test('signs out and confirms it; a failure shows a message', async ({ page, playwright, baseURL }) => {
    // It has a separate session, so that parallel tests stay signed in.
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { token } = await (await request.post('/api/identity/sign-in', { data: admin })).json()
    await page.goto('/#/admin/dashboard')
    await page.evaluate((own) => localStorage.setItem('token', own), token)
    await page.addInitScript((own) => localStorage.setItem('token', own), token)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await failCalls(page, '**/api/identity/sign-out')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Failed to log out')).toBeVisible()
    await page.unroute('**/api/identity/sign-out')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Successfully logged out')).toBeVisible()
    await expect(page).toHaveURL(/#\/admin\/login$/)
  })
})

test('shortcuts: / searches, n creates, ? lists them all', async ({ page }) => {
  await page.goto('/#/admin/services')
  await expect(page.getByRole('link', { name: 'New Service' })).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('New Service')).toBeVisible()
  await expect(list.getByText('Search')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search services...')).toBeFocused()
  await page.keyboard.type('n')
  await expect(page.getByPlaceholder('Search services...')).toHaveValue('n')
  await page.keyboard.press('Escape')
  await page.locator('#main').focus()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/#\/admin\/services\/new$/)
})

test('visitors of public pages load nothing of the back office', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/#/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(
    page
      .getByRole('button', { name: 'Request Demo' })
      .or(page.getByRole('link', { name: 'Request Demo' }))
      .first(),
  ).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(loaded.filter((url) => /admin|office/.test(url))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the menu opens, leads on and closes', async ({ page }) => {
    await page.goto('/#/admin/dashboard')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Courses', exact: true }).click()
    await expect(page).toHaveURL(/#\/admin\/courses$/)
    await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
  })
})
