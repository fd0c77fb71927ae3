import { expect, test, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { picture } from './picture.ts'

type Api = <T>(method: 'GET', path: string) => Promise<T>

const sections = ['blogs', 'products', 'services', 'courses']

const proof = ['cases', 'testimonials', 'questions', 'openings']

/** Every screen behind the sign-in, with empty and filled forms. */
const screens = {
  lists: async () => [
    ...['dashboard', 'contacts', 'users', 'subscribers', 'profile', 'media', 'proof', ...proof, ...sections].map(
      (name) => `/admin/${name}`,
    ),
    '/admin/products?search=zzzz',
    '/admin/settings',
    '/admin/activity',
    '/admin/trash',
    '/admin/system',
    '/admin/nowhere',
  ],
  forms: async (api: Api) => {
    const first = async (path: string) => (await api<{ _id: string }[]>('GET', path))[0]?._id
    const { blogs } = await api<{ blogs: { _id: string }[] }>('GET', '/api/blogs/adminblogs')
    return [
      ...[...sections, ...proof].map((name) => `/admin/${name}/new`),
      ...['company', 'footer', 'announcement'].map((name) => `/admin/settings/${name}`),
      `/admin/blogs/edit/${blogs[0]?._id}`,
      `/admin/products/edit/${await first('/api/products')}`,
      `/admin/services/edit/${await first('/api/services')}`,
      `/admin/courses/edit/${await first('/api/courses/adminCourses')}`,
    ]
  },
}

test.beforeEach(async ({ request }) => {
  await request.post('/api/contact', {
    data: { name: 'Asha', email: 'asha@example.org', subject: 'For the screens', message: 'Hello.' },
  })
  await request.post('/api/newsletter/subscribe', { data: { email: 'for-the-screens@example.org' } })
})

for (const [kind, paths] of Object.entries(screens)) {
  test(`axe finds nothing on the ${kind}, and nothing is wider than the window`, async ({ page, api }) => {
    test.setTimeout(300_000)
    for (const path of await paths(api)) {
      await visit(page, path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expectAccessible(page, path)
      await expectToFit(page, path)
    }
  })
}

test('axe finds nothing in menus and dialogs', async ({ page }) => {
  await page.goto('/#/admin/products')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'question')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'shortcuts')
  await visit(page, '/admin/courses/new')
  await page.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'instructor')
})

test('a picture is put into the library, described with the keyboard, and chosen for a post', async ({ page }) => {
  test.setTimeout(90_000)
  await visit(page, '/admin/media')
  await page.getByLabel('Upload pictures or PDFs').setInputFiles(await picture('Harbour at dawn.png'))
  await page.getByRole('button', { name: /^Harbour at dawn/ }).click()
  const detail = page.getByRole('dialog', { name: 'Harbour at dawn' })
  await detail.getByLabel('Alternative text').fill('Boats at dawn')
  await detail.getByRole('slider', { name: 'Focal point' }).press('ArrowRight')
  await expect(detail.getByRole('slider')).toHaveAttribute('aria-valuetext', '52 % from the left, 50 % from the top')
  await expectAccessible(page, 'media detail')
  await detail.getByRole('button', { name: 'Save' }).click()
  await expect(detail).toBeHidden()

  await visit(page, '/admin/blogs/new')
  await page.getByRole('button', { name: 'Library' }).click()
  const library = page.getByRole('dialog', { name: 'Image: choose a picture' })
  await library.getByLabel('Search the library').fill('boats')
  await expect(library.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'library')
  await library.getByRole('button', { name: 'Harbour at dawn' }).press('Enter')
  await expect(page.getByLabel('Alternative text')).toHaveValue('Boats at dawn')

  await page.getByText('How it looks elsewhere').click()
  await page.getByLabel('Search title').fill('Boats')
  await expect(page.getByRole('figure', { name: 'Google' })).toContainText('Boats')
  await expect(page.getByText('5 of 60 characters')).toBeVisible()
  await expectAccessible(page, 'search appearance')
})
