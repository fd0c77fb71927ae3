import { expect, hydrate, test } from './fixtures.ts'

const lists = [
  { screen: 'products', api: '**/api/products', failure: 'Failed to load products' },
  { screen: 'services', api: '**/api/services', failure: 'Failed to load services' },
  { screen: 'blog', api: '**/api/blogs?*', failure: 'Failed to load blog posts' },
  { screen: 'courses', api: '**/api/courses?*', failure: 'Failed to load courses' },
]

test.describe('when the API fails', () => {
  test.use({ allowedConsole: /Failed to load resource/ })

  for (const { screen, api, failure } of lists) {
    // All lists share the screen of a failure.
    const tag = screen === 'blog' ? [] : '@all'
    test(`${screen}: a spinner while it loads, the failure, and Try Again`, { tag }, async ({ page }) => {
      const asked = Promise.withResolvers<void>()
      await page.route(api, async (route) => {
        await asked.promise
        await route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } })
      })
      await page.goto(`/#/${screen}`)
      await expect(page.locator('main').getByRole('status').first()).toBeVisible()
      asked.resolve()
      await expect(page.getByText(failure)).toBeVisible()
      await page.unroute(api)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByText(failure)).toBeHidden()
      await expect(page.locator('main li, main article').first()).toBeVisible()
    })
  }

  test('a post and a course say so and link back', async ({ page }) => {
    await page.route('**/api/blogs/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.route('**/api/courses/*', (route) => route.abort())
    await page.goto('/#/blog/some-post')
    await expect(page.getByText('Failed to load blog post')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', /#\/blog$/)
    await page.goto('/#/courses/some-course')
    await expect(page.getByText('Failed to load course details')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Courses' })).toHaveAttribute('href', /#\/courses$/)
  })

  test('names what does not exist', async ({ page }) => {
    await page.goto('/#/blog/no-such-post')
    await expect(page.getByText('Blog post not found')).toBeVisible()
    await page.goto('/#/courses/no-such-course')
    await expect(page.getByText('Course not found')).toBeVisible()
    for (const path of ['no-such-page', 'no/page', 'no/such/page']) {
      await page.goto(`/#/${path}`)
      await expect(page.getByRole('heading', { level: 1 }), path).toContainText(/not found/i)
    }
  })
})

test.describe('missing pages', () => {
  test.use({ allowedConsole: /Failed to load resource.*40[14]/ })

  test('the client says the same about them as the document', async ({ page }) => {
    const check = async (path: string, text: string) => {
      await page.goto(path)
      const message = page.getByRole('main').getByText(text)
      await expect(message, path).toBeVisible()
      await hydrate(page)
      await expect(message, path).toBeVisible()
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Services' }).first()).toBeVisible()
    }
    await check('/blog?category=Foo', 'No posts found')
    await check('/courses?page=999', 'No courses found')
    // The client would have to render these again, so it only loads for staff; this token has expired.
    await page.addInitScript(() => localStorage.setItem('token', 'expired'))
    await check('/nowhere', 'Page not found')
    await check('/nowhere/at-all', 'Page not found')
    await check('/nowhere/at/all', 'Page not found')
    await check('/%3Cx%3E%0D%0Ay', 'Page not found')
    await check('/blog/no-such-post', 'Blog post not found')
    await check('/courses/no-such-course', 'Course not found')
    await check('/newsletter/unsubscribe?token=no-such-token', 'This link does not work')
  })
})

test.describe('when a screen fails', () => {
  test.use({ allowedConsole: /./ })

  test('it says so, and has a link back', async ({ page }) => {
    await page.route('**/api/products', (route) => route.fulfill({ json: { not: 'a list' } }))
    await page.goto('/#/products')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empower Your Startup Business With Cloud & AI')
  })
})
