import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { admin, agree, expect, failCalls, failedCalls, test, toast } from './office-fixtures.ts'
import { picture } from './picture.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const post = (title: string, more: object = {}) => ({
  title,
  slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  excerpt: 'What it is about.',
  category: 'Cloud',
  content: 'The first words.',
  published: true,
  ...more,
})

async function fillPost(page: Page, title: string, words: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Excerpt').fill('What it is about.')
  await page.getByLabel('Category').selectOption('Cloud')
  await editor(page).click()
  await page.keyboard.type(words)
}

test.use({ allowedConsole: failedCalls })

test('a post with pictures is written, published, seen on the site at once, changed and deleted', async ({ page, context }) => {
  await page.goto('/#/admin/blogs')
  await page.getByRole('link', { name: 'New Post' }).click()
  await expect(page.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible()
  await expect(page.getByLabel('Publish this post')).toBeChecked()
  await expect(page.getByLabel('Send email notification')).not.toBeChecked()
  await expect(page.getByLabel('Excerpt')).toHaveAttribute('rows', '3')

  await page.getByRole('button', { name: 'Save' }).click()
  for (const name of ['Title', 'Slug', 'Excerpt', 'Category']) await expect(page.getByText(`${name} is required`)).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await fillPost(page, 'Lighthouses, and what they cost', '## Why\nWords with **weight**.\n')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('cover.png'))
  await expect(page.getByRole('button', { name: 'Replace image' })).toBeVisible()
  await page.getByLabel('Alternative text').fill('A lighthouse')

  await page.getByRole('button', { name: 'Insert image' }).click()
  await page.getByLabel('Choose an image, or drop it here').setInputFiles(await picture('inside.png'))
  await page.getByRole('dialog').getByLabel('Alternative text').fill('A lamp')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(editor(page).getByRole('img', { name: 'A lamp' })).toBeVisible()
  await expect(page.getByText('4 words · 1 min read')).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Blog created successfully')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/blogs$/)
  const row = page.getByRole('row', { name: /Lighthouses/ })
  await expect(row).toContainText('Published')
  await expect(row).toContainText('Cloud')

  const seen = context.waitForEvent('page')
  await row.getByRole('link', { name: /^View/ }).click()
  const site = await seen
  await expect(site).toHaveURL(/#\/blog\/lighthouses-and-what-they-cost$/)
  await expect(site.getByRole('heading', { name: 'Lighthouses, and what they cost' })).toBeVisible()
  await expect(site.locator('.prose strong')).toHaveText('weight')
  await expect(site.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await site.goto('/blog/lighthouses-and-what-they-cost')
  await expect(site.getByRole('img', { name: 'A lighthouse' })).toBeVisible()
  await site.close()

  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible()
  await editor(page).getByText('weight').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' And more of them.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this blog?')
  await expect(toast(page, 'Blog deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a post saved while its picture is on its way waits for it', async ({ page, api }) => {
  await page.goto('/#/admin/blogs/new')
  await fillPost(page, 'Saved in haste', 'Words.')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('haste.png'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Blog created successfully')).toBeVisible()
  const { blogs } = await api<{ blogs: { title: string; imageUrl?: string }[] }>('GET', '/api/blogs/adminblogs')
  expect(blogs.find(({ title }) => title === 'Saved in haste')?.imageUrl).toMatch(/^\/media\//)
})

test.describe('a picture that cannot be uploaded', () => {
  test.use({ allowedConsole: /415|blob:/ })
  test('keeps the post from being saved without it', async ({ page }) => {
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Never saved', 'Words.')
    const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    await page.getByLabel('Image', { exact: true }).setInputFiles(fake)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('group', { name: 'Image' }).getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible()
  })
})

test('the list is searched by title and category, and the address keeps the words', async ({ page, api }) => {
  await api('POST', '/api/blogs', post('Zebra crossing', { category: 'Development' }))
  await page.goto('/#/admin/blogs')
  await page.getByPlaceholder('Search blogs...').fill('ZEBRA')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=ZEBRA/)
  await page.reload()
  await expect(page.getByPlaceholder('Search blogs...')).toHaveValue('ZEBRA')
  await page.getByPlaceholder('Search blogs...').fill('development')
  await expect(page.getByRole('row', { name: /Zebra crossing/ })).toBeVisible()
})

test('the slug follows the title until it is written by hand', async ({ page }) => {
  await page.goto('/#/admin/blogs/new')
  const slug = page.getByLabel('Slug')
  await page.getByLabel('Title').fill('  Ça va? C++ & Go -- 2026!  ')
  await expect(slug).toHaveValue('a-va-c-go-2026')
  await slug.fill('by-hand')
  await page.getByLabel('Title').fill('Another title')
  await expect(slug).toHaveValue('by-hand')
})

test.describe('a failure is said', () => {
  test('when the list cannot be loaded', async ({ page }) => {
    await failCalls(page, '**/api/blogs/adminblogs*')
    await page.goto('/#/admin/blogs')
    await expect(toast(page, 'Failed to fetch blogs')).toBeVisible()
  })

  test('when a post cannot be deleted', async ({ page, api }) => {
    await api('POST', '/api/blogs', post('Undeletable'))
    await failCalls(page, '**/api/blogs/*', 'DELETE')
    await page.goto('/#/admin/blogs')
    const row = page.getByRole('row', { name: /Undeletable/ })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await agree(page, 'Are you sure you want to delete this blog?')
    await expect(toast(page, 'Failed to delete blog')).toBeVisible()
    await expect(row).toBeVisible()
  })

  test('when a post cannot be loaded, and the list is shown', async ({ page }) => {
    await failCalls(page, '**/api/blogs/id/*')
    await page.goto('/#/admin/blogs/edit/nothing')
    await expect(toast(page, 'Failed to fetch blog')).toBeVisible()
    await expect(page).toHaveURL(/#\/admin\/blogs$/)
  })

  test('when it cannot be saved, and nothing is lost', async ({ page }) => {
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Unsaveable', 'Words that stay.')
    await failCalls(page, '**/api/blogs', 'POST')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Failed to save blog')).toBeVisible()
    await expect(editor(page)).toContainText('Words that stay.')
    await page.unroute('**/api/blogs')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
  })

  test('when the server refuses a field, at the field', async ({ page, api }) => {
    await api('POST', '/api/blogs', post('Taken already'))
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Taken already', 'Words.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Failed to save blog')).toBeVisible()
    await expect(page.getByLabel('Slug')).toBeFocused()
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/already used/)
  })
})

test.describe('no word is lost', () => {
  const title = (page: Page) => page.getByLabel('Title')

  test('leaving asks first, and what was typed is offered back, also after the tab was closed', async ({ page, context, api }) => {
    const { _id } = await api('POST', '/api/blogs', post('Kept in the browser'))
    await page.goto(`/#/admin/blogs/edit/${_id}`)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Unsaved words.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(editor(page)).toContainText('Unsaved words.')
    await page.close({ runBeforeUnload: false })

    const again = await context.newPage()
    await again.goto(`/#/admin/blogs/edit/${_id}`)
    const banner = again.getByRole('region', { name: 'Unsaved changes' })
    await expect(editor(again)).not.toContainText('Unsaved words.')
    await banner.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(again)).toContainText('The first words. Unsaved words.')
    await expect(banner).toBeHidden()
    await again.getByRole('button', { name: 'Save' }).click()
    await expect(toast(again, 'Blog updated successfully')).toBeVisible()
    await again.goto(`/#/admin/blogs/edit/${_id}`)
    await expect(editor(again)).toContainText('Unsaved words.')
    await expect(again.getByText('You have unsaved changes')).toHaveCount(0)
  })

  test('work in another open tab is not offered; once that tab is gone it is', async ({ page, context, api }) => {
    const { _id } = await api('POST', '/api/blogs', post('In two tabs'))
    await page.goto(`/#/admin/blogs/edit/${_id}`)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' From the first tab.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    const other = await context.newPage()
    await other.goto(`/#/admin/blogs/edit/${_id}`)
    await expect(other.getByText('Saved', { exact: true })).toBeVisible()
    await expect(other.getByText('You have unsaved changes')).toHaveCount(0)
    await page.close()
    await other.reload()
    await other.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(other)).toContainText('From the first tab.')
  })

  test('work from before a colleague saved says so, and becomes a conflict, not a loss', async ({ page, context, api }) => {
    const stored = post('Overtaken')
    const { _id } = await api('POST', '/api/blogs', stored)
    await page.goto(`/#/admin/blogs/edit/${_id}`)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Old work.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.close()
    await api('PUT', `/api/blogs/${_id}`, { ...stored, content: 'The first words. A newer sentence.' })
    const again = await context.newPage()
    await again.goto(`/#/admin/blogs/edit/${_id}`)
    await expect(again.getByText('It has been saved by somebody since')).toBeVisible()
    await again.getByRole('button', { name: 'Restore' }).click()
    await again.getByRole('button', { name: 'Save' }).click()
    const dialog = again.getByRole('dialog', { name: 'Somebody else changed this' })
    await expect(dialog).toContainText('A newer sentence.')
    await expect(dialog).toContainText('Old work.')
  })

  test('a reload in the middle of a new post loses nothing, and Discard forgets it', async ({ page }) => {
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Reloaded', 'Half a thought')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(title(page)).toHaveValue('Reloaded')
    await expect(editor(page)).toContainText('Half a thought')
    await expect(page.getByLabel('Category')).toHaveValue('Cloud')
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await expect(title(page)).toHaveValue('')
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
  })

  test('when the session ends while somebody types, signing in again over the page saves it', async ({ page, request }) => {
    const { token } = await (await request.post('/api/identity/sign-in', { data: admin })).json()
    await page.addInitScript((own) => {
      if (!sessionStorage.getItem('signed-in')) localStorage.setItem('token', own)
      sessionStorage.setItem('signed-in', 'yes')
    }, token)
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Through the end of a session', 'Still here.')
    await request.post('/api/identity/sign-out', { headers: { authorization: `Bearer ${token}` } })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
  })
  test('when the session has ended for good, what was typed is offered after the next sign-in', async ({ page, request }) => {
    const { token } = await (await request.post('/api/identity/sign-in', { data: admin })).json()
    await page.addInitScript((own) => {
      if (!sessionStorage.getItem('signed-in')) localStorage.setItem('token', own)
      else if (sessionStorage.getItem('signed-in') === 'out') localStorage.removeItem('token')
      sessionStorage.setItem('signed-in', 'yes')
    }, token)
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Signed out in between', 'Words before the end.')
    await request.post('/api/identity/sign-out', { headers: { authorization: `Bearer ${token}` } })
    await page.evaluate(() => sessionStorage.setItem('signed-in', 'out'))
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(page)).toContainText('Words before the end.')
  })
  test.use({ allowedConsole: /Failed to load resource/ })
})

test.describe('two people at one post', () => {
  for (const choice of ['Keep mine', 'Take theirs'] as const) {
    test(`the second sees both versions: ${choice}`, async ({ page, api }) => {
      const stored = post(`Written by two, ${choice}`)
      const { _id } = await api('POST', '/api/blogs', stored)
      await page.goto(`/#/admin/blogs/edit/${_id}`)
      await editor(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' Mine.')
      await api('PUT', `/api/blogs/${_id}`, { ...stored, content: 'The first words. Theirs.' })
      await page.getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' })
      await expect(dialog).toContainText('Administrator saved it on')
      await expect(dialog.locator('mark', { hasText: 'Theirs' })).toBeVisible()
      await expect(dialog.locator('mark', { hasText: 'Mine' })).toBeVisible()
      await expect(dialog.getByRole('heading', { name: 'Content' })).toBeVisible()
      await expect(dialog.getByRole('heading', { name: 'Excerpt' })).toHaveCount(0)
      await dialog.getByRole('button', { name: choice }).click()
      if (choice === 'Keep mine') {
        await expect(toast(page, 'Blog updated successfully')).toBeVisible()
        expect((await api<{ content: string }>('GET', `/api/blogs/id/${_id}`)).content).toBe('The first words. Mine.')
      } else {
        await expect(editor(page)).toContainText('The first words. Theirs.')
        await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      }
    })
  }
})

test('two people in different fields: both changes are kept', async ({ page, api }) => {
  const stored = post('Written in two places')
  const { _id } = await api('POST', '/api/blogs', stored)
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Mine.')
  await api('PUT', `/api/blogs/${_id}`, { ...stored, excerpt: 'Their excerpt.' })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' })
  await expect(dialog.getByRole('heading', { name: 'Excerpt' })).toContainText('only Administrator changed this')
  await expect(dialog.getByRole('heading', { name: 'Content' })).toContainText('only you changed this')
  await dialog.getByRole('button', { name: 'Combine' }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  expect(await api('GET', `/api/blogs/id/${_id}`)).toMatchObject({ content: 'The first words. Mine.', excerpt: 'Their excerpt.' })
})

test('Ctrl-S saves, stays, and the next save changes the same post', async ({ page, api }) => {
  await page.goto('/#/admin/blogs/new')
  await fillPost(page, 'Saved in between', 'One.')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Blog created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible()
  await page.keyboard.type(' Two.')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  await page.reload()
  await expect(editor(page)).toContainText('One. Two.')
  const { blogs } = await api<{ blogs: { title: string }[] }>('GET', '/api/blogs/adminblogs')
  expect(blogs.filter(({ title }) => title === 'Saved in between')).toHaveLength(1)
})

test.describe('drafts', () => {
  // Visitors' own call finds nothing.
  test.use({ allowedConsole: /404/ })
  test('are seen by staff alone, under a banner', async ({ page, api, browser, baseURL }) => {
    const { _id } = await api('POST', '/api/blogs', post('Not yet for all', { published: false }))
    await page.goto('/#/blog/not-yet-for-all')
    await expect(page.getByRole('heading', { name: 'Not yet for all' })).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(new RegExp(_id))

    const visitor = await browser.newPage({ baseURL })
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.goto('/#/blog/not-yet-for-all')
    await expect(visitor.getByRole('heading', { name: 'Blog post not found' })).toBeVisible()
    expect(asked.filter((url) => /draft/.test(url))).toEqual([])
    await visitor.close()
  })

  test('inactive courses too', async ({ page, api }) => {
    const { _id } = await api('POST', '/api/courses', {
      title: 'Not yet taught',
      slug: 'not-yet-taught',
      description: 'What it is about.',
      duration: '2 weeks',
      price: 100,
      category: 'DevOps',
      level: 'Beginner',
      enrollmentUrl: 'https://example.com/enrol',
      active: false,
    })
    await page.goto('/#/courses/not-yet-taught')
    await expect(page.getByRole('heading', { name: 'Not yet taught' })).toBeVisible()
    await expect(page.getByText('This course is inactive: only staff see it.')).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(new RegExp(_id))
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} scheme`, () => {
    test.use({ colorScheme })
    test('axe finds nothing on the list, the editor in all its states, and the dialogs', async ({ page, api }) => {
      const { _id } = await api(
        'POST',
        '/api/blogs',
        post(`Looked over in ${colorScheme}`, { content: '## A\n\nb\n\n| c | d |\n| - | - |\n| 1 | 2 |\n\n- [ ] e' }),
      )
      const clean = async (what: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          what,
        ).toEqual([])
      }
      test.setTimeout(120_000)
      await page.goto('/#/admin/blogs')
      await expect(page.getByRole('table')).toBeVisible()
      await clean('list')
      await page.goto(`/#/admin/blogs/edit/${_id}`)
      await expect(editor(page)).toBeVisible()
      await clean('editor')
      await page.getByRole('button', { name: 'Insert image' }).click()
      await clean('image dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Show preview' }).click()
      await expect(page.frameLocator('iframe').getByRole('heading', { name: `Looked over in ${colorScheme}` })).toBeVisible()
      await clean('preview')
      await page.getByRole('button', { name: 'Markdown source' }).click()
      await clean('source')

      await page.getByLabel('Title').fill('Changed by one')
      await api('PUT', `/api/blogs/${_id}`, post(`Looked over in ${colorScheme}`, { title: 'Changed by another' }))
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean('conflict')
      await page.getByRole('button', { name: 'Go on editing' }).click()
      page.on('dialog', (dialog) => dialog.accept())
      await page.reload()
      await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
      await clean('unsaved changes')
    })
  })
}

for (const width of [320, 390, 768, 1440]) {
  test(`nothing is wider than the window at ${width}`, async ({ page, api }) => {
    await page.setViewportSize({ width, height: 900 })
    const wide = `${'W'.repeat(90)}\n\n| ${'long heading | '.repeat(9)}\n|${' - |'.repeat(9)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\`\n`
    const { _id } = await api('POST', '/api/blogs', post(`Wide at ${width}`, { content: wide }))
    for (const path of ['/#/admin/blogs', `/#/admin/blogs/edit/${_id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path.includes('edit')) await page.getByRole('button', { name: 'Show preview' }).click()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}
