import { expect, test } from './admin-fixtures.ts'
import { longPost } from './long-post.ts'

test('a post of 20,000 words is edited and saved whole', { tag: '@all' }, async ({ page, api }) => {
  expect(longPost.split(/\s+/).length).toBeGreaterThan(20_000)
  const post = {
    title: 'Long',
    slug: `long-${Date.now()}`,
    excerpt: 'x',
    category: 'Cloud',
    content: longPost,
    published: false,
  }
  const { _id } = await api('POST', '/api/blogs', post)
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await page.getByRole('textbox', { name: 'Content' }).locator('p').first().click()
  await page.keyboard.type('The quick brown fox')
  await page.keyboard.press('Control+s')
  // On a busy machine the worker process takes a while to render so long a text.
  await expect(page.getByText('Blog updated successfully')).toBeVisible({ timeout: 60_000 })
  const saved = (await api<{ content: string }>('GET', `/api/blogs/id/${_id}`)).content
  expect(saved).toContain('The quick brown fox')
  expect(saved.length).toBeGreaterThan(longPost.length * 0.99)
})
