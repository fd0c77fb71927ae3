import { agree, expect, failCalls, failedCalls, test, toast } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { editor, fillPost, openTab, post, save } from './blog-form.ts'
import { picture } from './picture.ts'

test.use({ allowedConsole: failedCalls })

test('a post with pictures is written, published, shown on the site at once, changed and deleted', async ({
  page,
  context,
}) => {
  await page.goto('/#/admin/blogs')
  await page.getByRole('link', { name: 'New Post' }).click()
  await expect(page.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible()
  await expect(page.getByLabel('Publish this post')).toBeChecked()
  await expect(page.getByLabel('Send email notification')).not.toBeChecked()
  await expect(page.getByLabel('Excerpt')).toHaveAttribute('rows', '3')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const name of ['Title', 'Excerpt', 'Category']) await expect(page.getByText(`${name} is required`)).toBeVisible()
  await expect(page.getByText('Slug is required')).toHaveCount(0)
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()

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

  await save(page)
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
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this blog?')
  await expect(toast(page, 'Blog deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('group', { name: 'Last change' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this blog?')
  await expect(row).toHaveCount(0)
  await page.goto('/#/admin/trash')
  await page.getByRole('button', { name: /^Restore Lighthouses/ }).click()
  await expect(toast(page, 'Blog post restored')).toBeVisible()
  await expect(page.getByRole('row', { name: /Lighthouses/ })).toHaveCount(0)
})

test('several drafts are found, sorted, published and taken back together, and one is copied, by the keyboard', async ({
  page,
  api,
}) => {
  const titles = ['Ocelot one', 'Ocelot two', 'Ocelot three']
  const made: { _id: string }[] = []
  for (const title of titles) {
    const slug = title.toLowerCase().replace(' ', '-')
    made.push(await api('POST', '/api/blogs', { title, slug, excerpt: 'Short.', category: 'Cloud', published: false }))
  }
  await page.goto('/#/admin/blogs?search=Ocelot&status=draft')
  const shown = page.locator('tbody tr').getByRole('link', { name: /^Ocelot/ })
  await expect(shown).toHaveText(titles.toReversed())
  await page.getByRole('columnheader', { name: /Title/ }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(shown).toHaveText(['Ocelot one', 'Ocelot three', 'Ocelot two'])
  await expect(page.getByRole('columnheader', { name: /Title/ })).toHaveAttribute('aria-sort', 'ascending')

  for (const key of ['j', 'x', 'j', 'k', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('row', { name: /Ocelot three/ })).toBeFocused()
  await page.keyboard.press('#')
  await page
    .getByRole('alertdialog')
    .filter({ hasText: '“Ocelot three”' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await page.getByRole('row', { name: /Ocelot three/ }).focus()
  const bar = page.getByRole('region', { name: 'Selected' })
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page, 'selected posts')
  await bar.getByRole('button', { name: 'Select all 3 on this page' }).click()
  // A colleague is faster with one of them.
  const [one, two, three] = made
  await api('PUT', `/api/blogs/${two?._id}`, {
    title: 'Ocelot two',
    slug: 'ocelot-two',
    excerpt: 'Longer.',
    category: 'Cloud',
  })
  await bar.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toast(page, '2 posts published')).toBeVisible()
  await expect(bar.getByRole('alert')).toContainText('“Ocelot two”: Administrator has changed this in the meantime.')
  await expect(bar).toContainText('1 selected')
  await expect(shown).toHaveText(['Ocelot two'])
  for (const slug of ['ocelot-one', 'ocelot-three']) expect((await page.request.get(`/blog/${slug}`)).ok()).toBe(true)

  await page.getByRole('group', { name: 'Last change' }).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(shown).toHaveText(['Ocelot one', 'Ocelot three', 'Ocelot two'])
  expect((await page.request.get('/blog/ocelot-one')).status()).toBe(404)

  await page.getByRole('button', { name: 'Actions for Ocelot two' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Newsletter', 'Duplicate'])
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Copy of Ocelot two')
  await expect(page.getByLabel('Publish this post')).not.toBeChecked()
  for (const post of [one, two, three]) await api('DELETE', `/api/blogs/${post?._id}`)
})

test('Save publishes with one press, and the bar takes it back', { tag: '@all' }, async ({ page, api }) => {
  await page.goto('/#/admin/blogs/new')
  await page.getByLabel('Title', { exact: true }).fill('Out at once')
  await openTab(page, 'SEO & sharing')
  const card = page.getByRole('figure', { name: 'LinkedIn' }).getByRole('img', { name: 'Out at once' })
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await expectAccessible(page, 'appearance of a post')
  const unknown = '\u{10fffd}\u{10fffc}'
  await page.getByLabel('Title', { exact: true }).fill(`Out at once ${unknown}`)
  await expect(page.getByRole('status').filter({ hasText: `The link preview cannot show “${unknown}”` })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Publish 1 issue' })).toBeVisible()
  await save(page)
  await expect(page.getByText('Excerpt is required')).toBeVisible()
  await expect(page.getByLabel('Excerpt')).toBeFocused()

  // The findings are counted on their tab, and do not open it.
  await fillPost(page, 'Out at once', 'The beginning of the text, word by word.')
  await page.getByLabel('Excerpt').fill('The beginning of the text')
  await expect(page.getByRole('tab', { name: 'Publish 1 issue' })).toHaveAttribute('aria-selected', 'false')
  await expectAccessible(page, 'a post with an issue')
  await expectToFit(page, 'a post with an issue')
  await save(page)
  await expect(toast(page, 'Blog created successfully')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/blogs$/)
  const bar = page.getByRole('group', { name: 'Last change' })
  await expect(bar).toContainText('Published')
  await expectAccessible(page, 'the offer to undo')
  const [opened] = await Promise.all([page.waitForEvent('popup'), bar.getByRole('link', { name: 'View' }).click()])
  await expect(opened.getByRole('heading', { name: 'Out at once' })).toBeVisible()
  await opened.close()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  const row = page.getByRole('row', { name: /Out at once/ })
  await expect(row).toContainText('Draft')
  expect((await page.request.get('/blog/out-at-once')).status()).toBe(404)

  // By the keyboard the form stays, and follows the undo.
  await row.getByRole('link', { name: /^Edit/ }).click()
  await openTab(page, 'Publish')
  const published = page.getByLabel('Publish this post')
  await published.check()
  await page.keyboard.press('Control+s')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(published).not.toBeChecked()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Out later')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Blog updated successfully').last()).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await api('GET', '/api/blogs/id/out-at-once').catch(() => null)).toBeNull()

  // The next new post does not open in the form of the one that was saved.
  await page.getByRole('link', { name: 'Back to blogs' }).click()
  await page.getByRole('link', { name: 'New Post' }).click()
  await fillPost(page, 'First of two', 'Words.')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/edit\//)
  await page.getByRole('button', { name: /^Find anything/ }).click()
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').fill('New post')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
})

test('a post is planned for a time in the company’s zone, and only then on the site', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/#/admin/blogs/new')
  await fillPost(page, 'Planned for spring', 'Words.')
  await openTab(page, 'Publish')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByLabel('Appears').fill('2099-03-01T00:15')
  await expect(page.getByText('Asia/Kolkata (IST)')).toBeVisible()
  await save(page)
  await page.getByRole('button', { name: /^Scheduled/ }).click()
  const row = page.getByRole('row', { name: /Planned for spring/ })
  await expect(row.getByText('Scheduled · Sun 1 Mar 2099, 00:15 IST')).toBeVisible()
  await row.getByRole('link', { name: /^Edit/ }).click()
  await openTab(page, 'Publish')
  await expect(page.getByLabel('Appears')).toHaveValue('2099-03-01T00:15')
  expect((await page.request.get('/blog/planned-for-spring')).status()).toBe(404)
})

test.describe('a picture that is uploaded', () => {
  test.use({ allowedConsole: /415|blob:/ })
  test('is waited for by the save, and a failed upload prevents it', { tag: '@all' }, async ({ page, api }) => {
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Saved in haste', 'Words.')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('haste.png'))
    await save(page)
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
    const { blogs } = await api<{ blogs: { title: string; imageUrl?: string }[] }>('GET', '/api/blogs/adminblogs')
    expect(blogs.find(({ title }) => title === 'Saved in haste')?.imageUrl).toMatch(/^\/media\//)

    await page.getByRole('link', { name: 'New Post' }).click()
    await fillPost(page, 'Never saved', 'Words.')
    const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    await page.getByLabel('Image', { exact: true }).setInputFiles(fake)
    await save(page)
    await expect(page.getByRole('group', { name: 'Image' }).getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible()
  })
})

test('the list is searched by title and category, and the address keeps the search', { tag: '@all' }, async ({
  page,
  api,
}) => {
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

test('the slug follows the title until it is edited by hand', { tag: '@all' }, async ({ page }) => {
  await page.goto('/#/admin/blogs/new')
  const slug = page.getByLabel('Slug')
  await page.getByLabel('Title', { exact: true }).fill('  Ça va? C++ & Go -- 2026!  ')
  await expect(slug).toHaveValue('ca-va-c-go-2026')
  // A title in another script gets Latin letters, and one of both is offered them.
  await page.getByLabel('Title', { exact: true }).fill('नमस्ते दुनिया')
  await expect(slug).toHaveValue('nmste-duniya')
  await page.getByLabel('Title', { exact: true }).fill('Größe नमस्ते')
  await expect(slug).toHaveValue('grosse')
  await page.getByRole('button', { name: 'Use /blog/grosse-nmste' }).click()
  await expect(slug).toHaveValue('grosse-nmste')
  await slug.fill('by-hand')
  await page.getByLabel('Title', { exact: true }).fill('Another title')
  await expect(slug).toHaveValue('by-hand')
})

test('a copy that is retitled has the address of its new title; a published post keeps its own, unless one asks', {
  tag: '@all',
}, async ({ page, api }) => {
  const { _id } = await api('POST', '/api/blogs', post('Charge nobody twice'))
  const copy = await api<{ _id: string; slug: string }>('POST', `/api/blogs/${_id}/duplicate`)
  expect(copy.slug).toBe('charge-nobody-twice-copy')
  const [title, slug] = [page.getByLabel('Title', { exact: true }), page.getByLabel('Slug')]
  await page.goto(`/#/admin/blogs/edit/${copy._id}`)
  // Key by key, since the address follows each of them.
  await title.press('ControlOrMeta+a')
  await title.pressSequentially('Refund at once')
  await expect(slug).toHaveValue('refund-at-once')
  await openTab(page, 'Publish')
  await page.getByLabel('Publish this post').check()
  await save(page)
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  expect(await api('GET', `/api/blogs/id/${copy._id}`)).toMatchObject({ slug: 'refund-at-once' })

  await page
    .getByRole('row', { name: /Refund at once/ })
    .getByRole('link', { name: /^Edit/ })
    .click()
  await expect(slug).toHaveValue('refund-at-once')
  await title.fill('Refund at least once')
  await expect(slug).toHaveValue('refund-at-once')
  await page.getByRole('button', { name: 'Use /blog/refund-at-least-once' }).click()
  await expect(slug).toHaveValue('refund-at-least-once')
})

test.describe('a failure shows its message', () => {
  test('when a post or the list cannot be loaded, and when a post cannot be deleted', { tag: '@all' }, async ({
    page,
    api,
  }) => {
    await api('POST', '/api/blogs', post('Undeletable'))
    await failCalls(page, '**/api/blogs/id/*')
    await failCalls(page, '**/api/blogs/adminblogs*')
    await failCalls(page, '**/api/blogs/*', 'DELETE')
    await page.goto('/#/admin/blogs/edit/nothing')
    await expect(toast(page, 'Failed to fetch blog')).toBeVisible()
    await expect(page).toHaveURL(/#\/admin\/blogs$/)
    await expect(toast(page, 'Failed to fetch blogs')).toBeVisible()

    await page.unroute('**/api/blogs/adminblogs*')
    await page.getByPlaceholder('Search blogs...').fill('undeletable')
    const row = page.getByRole('row', { name: /Undeletable/ })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await agree(page, 'Are you sure you want to delete this blog?')
    await expect(toast(page, 'Failed to delete blog')).toBeVisible()
    await expect(row).toBeVisible()
  })

  test('when a post cannot be saved, with the reason if there is one, and loses nothing', async ({ page }) => {
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Unsaveable', 'Words that stay.')
    // The first toast of the session.
    await page.context().setOffline(true)
    await save(page)
    await expect(toast(page, 'No connection. Nothing is lost: try again once you are online.')).toBeVisible()
    await page.context().setOffline(false)
    await failCalls(page, '**/api/blogs', 'POST')
    await save(page)
    await expect(toast(page, 'Failed to save blog')).toBeVisible()
    await expect(editor(page)).toContainText('Words that stay.')
    await page.unroute('**/api/blogs')

    // The disk of the server is full.
    const message = 'The server cannot save anything right now: its disk is full. What you typed has not been saved.'
    await page.route('**/api/blogs', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 507, json: { message, code: 'storage_full' } })
        : route.fallback(),
    )
    await save(page)
    await expect(toast(page, message)).toBeVisible()
    await expect(toast(page, 'Failed to save blog').last()).toBeVisible()
    await expect(editor(page)).toContainText('Words that stay.')
    await page.unroute('**/api/blogs')
    await save(page)
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
  })

  test('when the server refuses a field, at the field', { tag: '@all' }, async ({ page, api }) => {
    const { _id } = await api('POST', '/api/blogs', post('Taken already'))
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Taken already', 'Words.')
    await save(page)
    await expect(toast(page, 'Failed to save blog')).toBeVisible()
    await expect(page.getByLabel('Slug')).toBeFocused()
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/already used/)
    await page.getByRole('button', { name: 'Use /blog/taken-already-2' }).click()
    await expect(page.getByLabel('Slug')).toHaveValue('taken-already-2')

    // A record in the trash gives its address away, or comes back.
    await api('DELETE', `/api/blogs/${_id}`)
    await page.getByLabel('Slug').fill('taken-already')
    await save(page)
    const taken = page.getByRole('region', { name: 'The address is taken' })
    await expect(taken).toContainText('“Taken already” uses this address. It has been in the trash since')
    await expect(taken.getByRole('button', { name: 'Restore “Taken already”' })).toBeVisible()
    await expectAccessible(page, 'a slug in the trash')
    await taken.getByRole('button', { name: 'Free the address' }).click()
    await expect(taken).toBeHidden()
    await save(page)
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
  })
})

test.describe('drafts', () => {
  // The visitors’ own call answers 404.
  test.use({ allowedConsole: /404/ })
  test('are shown to staff only, under a banner', { tag: '@all' }, async ({ page, api, browser, baseURL }) => {
    const { _id } = await api('POST', '/api/blogs', post('Not yet for all', { published: false }))
    await page.goto('/#/blog/not-yet-for-all')
    await expect(page.getByRole('heading', { name: 'Not yet for all' })).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(new RegExp(_id))

    const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.goto('/#/blog/not-yet-for-all')
    await expect(visitor.getByRole('heading', { name: 'Blog post not found' })).toBeVisible()
    expect(asked.filter((url) => /draft/.test(url))).toEqual([])
    await visitor.close()
  })

  test('and inactive courses as well', { tag: '@all' }, async ({ page, api }) => {
    const { _id } = await api('POST', '/api/courses', {
      title: 'Not yet taught',
      slug: 'not-yet-taught',
      description: 'What it is about.',
      duration: '2 weeks',
      price: 100,
      category: 'DevOps',
      level: 'Beginner',
      enrollmentUrl: 'https://example.com/enroll',
      active: false,
    })
    await page.goto('/#/courses/not-yet-taught')
    await expect(page.getByRole('heading', { name: 'Not yet taught' })).toBeVisible()
    await expect(page.getByText('This course is inactive: only staff see it.')).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(new RegExp(_id))
  })
})

test('a paragraph of an earlier version is taken back, as a change that is saved like any other', async ({
  page,
  api,
}) => {
  const first = post('With a history', { content: 'Kept.\n\nLost by accident.\n\nThe end.' })
  const { _id } = await api('POST', '/api/blogs', first)
  await api('PUT', `/api/blogs/${_id}`, { ...first, title: 'With another title', content: 'Kept.\n\nThe very end.' })
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect(history).toBeFocused()
  await expect(versions.first()).toContainText('Live')
  await expect(versions.first()).toContainText('Title, Content')
  const comparison = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await comparison.promise
    await route.continue()
  })
  await versions.last().press('Enter')
  await expect(history.getByRole('checkbox', { name: 'Title' })).not.toBeChecked()
  // A checkbox does not move away from the pointer when the comparison has loaded.
  const content = history.getByRole('checkbox', { name: 'Content' })
  const before = await content.boundingBox()
  comparison.resolve()
  await expect(history.getByText('Lost by accident.')).toBeVisible()
  expect(await content.boundingBox()).toEqual(before)
  await content.check()
  await expectAccessible(page, 'an earlier version')
  await expectToFit(page, 'an earlier version')
  await history.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(editor(page)).toContainText('Lost by accident.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  expect(await api('GET', `/api/blogs/id/${_id}`)).toMatchObject({
    title: 'With another title',
    content: first.content,
  })
})

test('changes to a live post are saved as draft, shared, and then published', async ({ page, api, browser }) => {
  const live = post('Rewritten at leisure')
  const { _id } = await api('POST', '/api/blogs', live)
  const shown = async () => (await api<{ title: string }>('GET', `/api/blogs/${live.slug}`)).title
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await page.getByLabel('Title', { exact: true }).fill('Rewritten')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(page, 'Changes saved as draft')).toBeVisible()
  const row = page.getByRole('row', { name: /Rewritten at leisure/ })
  await expect(row).toContainText('Unpublished changes')
  expect(await shown()).toBe(live.title)

  await row.getByRole('link', { name: live.title, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Unpublished changes' })).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Rewritten')
  await expectAccessible(page, 'changes that wait')
  // A person outside sees the changes through a link, until it is revoked.
  await page.getByRole('button', { name: 'Share preview' }).click()
  const share = page.getByRole('dialog', { name: 'Share a preview' })
  await share.getByRole('button', { name: '7 days' }).click()
  const address = await share.getByLabel('shown only once').inputValue()
  await expectAccessible(page, 'a shared preview')
  const outside = await (await browser.newContext()).newPage()
  const opened = await outside.goto(address)
  expect(opened?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  await expect(outside.getByRole('heading', { level: 1, name: 'Rewritten', exact: true })).toBeVisible()
  await expect(outside.getByText('Preview of changes, shared by')).toBeVisible()
  await expectAccessible(outside, 'a preview for a person outside')
  await expectToFit(outside, 'a preview for a person outside')
  await share.getByRole('button', { name: 'Revoke' }).click()
  await expect(share.getByText('No active links.')).toBeVisible()
  expect((await outside.goto(address))?.status()).toBe(404)
  await outside.context().close()
  await page.keyboard.press('Escape')
  // A colleague changes the live version: publishing is then a conflict.
  await api('PUT', `/api/blogs/${_id}`, { ...live, excerpt: 'By a colleague.' })
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' })
  await conflict.getByRole('button', { name: 'Combine' }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  expect(await api('GET', `/api/blogs/id/${_id}`)).toMatchObject({ title: 'Rewritten', excerpt: 'By a colleague.' })
  await expect(page.getByText('Unpublished changes', { exact: true })).toHaveCount(0)
})

test.describe('a guest on a phone without scripts', () => {
  test.use({
    javaScriptEnabled: false,
    beginSignedIn: false,
    viewport: { width: 390, height: 844 },
    // The browser mentions a page that answers 409 or 422 in its console.
    allowedConsole: /status of 4(09|22)/,
  })

  test('reviews the version of a link', async ({ page, api, browser }) => {
    const { _id } = await api('POST', '/api/blogs', { ...post('For the client'), published: false })
    const review = { entity: 'blogs', id: _id, of: { name: 'R. Kulkarni' }, note: 'Is it right?' }
    const { link } = await api<{ link: string }>('POST', '/api/reviews', review)
    await page.goto(link)
    await page.getByRole('link', { name: /asks you to review this version/ }).click()
    const panel = page.getByRole('region', { name: /asks you to review this version/ })
    await expect(panel.getByText('Is it right?')).toBeInViewport()
    await expect(panel.getByLabel('Your name')).toHaveValue('R. Kulkarni')
    await expect(panel.getByText('The name you enter is recorded with your answer.')).toBeVisible()
    // Axe is a script.
    const look = await (await browser.newContext({ javaScriptEnabled: true, bypassCSP: true })).newPage()
    await look.goto(page.url())
    await expectAccessible(look, 'a version to review')
    await expectToFit(look, 'a version to review')

    await panel.getByLabel('Your name').fill('R. Kulkarni, Pune Sahakari Bank')
    // The Enter key approves nothing.
    await panel.getByLabel('Your name').press('Enter')
    await panel.getByRole('button', { name: 'Please change' }).click()
    await expect(panel.getByText('Please say what should change.')).toBeInViewport()
    await expect(panel.getByLabel('Your message')).toBeFocused()
    await panel.getByLabel('Your message').fill('Now it is fine.')
    await panel.getByRole('button', { name: 'Approve' }).click()
    await expect(
      page.getByText(/^Thank you\. You approved this version on .* as R\. Kulkarni, Pune Sahakari Bank\.$/),
    ).toBeInViewport()

    // A second device has the form still open.
    await look.getByLabel('Your message').fill('Please wait with it.')
    await look.getByRole('button', { name: 'Please change' }).click()
    await expect(
      look.getByText(/^R\. Kulkarni, Pune Sahakari Bank approved .* Your answer was not recorded\.$/),
    ).toBeInViewport()
    await expect(look.getByLabel('Your message, which was not sent')).toHaveValue('Please wait with it.')
    await expectAccessible(look, 'a version that was reviewed')
    await look.context().close()
  })
})
