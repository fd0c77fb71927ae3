import AxeBuilder from '@axe-core/playwright'
import { expect, test, visit } from './admin-fixtures.ts'

type Api = <T>(method: 'GET', path: string) => Promise<T>

/** Every screen behind the sign-in, with empty and filled forms. */
async function allScreens(api: Api) {
  const first = async (path: string) => (await api<{ _id: string }[]>('GET', path))[0]?._id
  const { blogs } = await api<{ blogs: { _id: string }[] }>('GET', '/api/blogs/adminblogs')
  const sections = ['blogs', 'products', 'services', 'courses']
  const edited = [
    `/admin/blogs/edit/${blogs[0]?._id}`,
    `/admin/products/edit/${await first('/api/products')}`,
    `/admin/services/edit/${await first('/api/services')}`,
    `/admin/courses/edit/${await first('/api/courses/adminCourses')}`,
  ]
  const lists = ['dashboard', 'contacts', 'users', 'subscribers', 'profile', ...sections].map(
    (name) => `/admin/${name}`,
  )
  return [
    ...lists,
    ...sections.map((name) => `/admin/${name}/new`),
    ...edited,
    '/admin/products?search=zzzz',
    '/admin/nowhere',
  ]
}

test.beforeEach(async ({ request }) => {
  await request.post('/api/contact', {
    data: { name: 'Asha', email: 'asha@example.org', subject: 'For the screens', message: 'Hello.' },
  })
  await request.post('/api/newsletter/subscribe', { data: { email: 'for-the-screens@example.org' } })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} scheme`, () => {
    test.use({ colorScheme })
    test('axe finds nothing on any screen', async ({ page, api }) => {
      test.setTimeout(180_000)
      for (const path of await allScreens(api)) {
        await visit(page, path)
        await expect(page.locator('h1')).toHaveCount(1)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect
          .soft(
            violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
            path,
          )
          .toEqual([])
      }
    })
  })
}

test('axe finds nothing in menus and dialogs', async ({ page }) => {
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  await page.goto('/#/admin/products')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await check()
  await visit(page, '/admin/courses/new')
  await page.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check()
})

for (const width of [320, 390, 768, 1440]) {
  test(`nothing is wider than the window at ${width}`, async ({ page, api }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    for (const path of await allScreens(api)) {
      await visit(page, path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}
