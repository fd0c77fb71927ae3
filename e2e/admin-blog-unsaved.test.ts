import type { Page } from '@playwright/test'
import { admin, expect, failedCalls, test, toast } from './admin-fixtures.ts'
import { editor, fillPost, post } from './blog-form.ts'

test.use({ allowedConsole: failedCalls })

test.describe('drafts of forms', () => {
  const title = (page: Page) => page.getByLabel('Title', { exact: true })

  test('leaving asks first, and the draft is offered again, even after the tab was closed', async ({
    page,
    context,
    api,
  }) => {
    const { _id } = await api('POST', '/api/blogs', post('Kept in the browser'))
    await page.goto(`/#/admin/blogs/edit/${_id}`)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Unsaved words.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Leave without saving?' })
    const leave = [
      () => page.getByRole('link', { name: 'Dashboard' }).click(),
      // Like an address that a person types.
      () => page.evaluate(() => window.location.assign('#/admin/products')),
    ]
    for (const go of leave) {
      await go()
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(page).toHaveURL(new RegExp(`/edit/${_id}$`))
      await expect(editor(page)).toContainText('Unsaved words.')
    }
    await page.close({ runBeforeUnload: false })

    const again = await context.newPage()
    // Entries that are no drafts hide none.
    await again.addInitScript(() => {
      for (const [name, entry] of Object.entries({ broken: '{not json', empty: 'null', list: '[1]' }))
        localStorage.setItem(`atrium-unsaved ${name}`, entry)
    })
    await again.goto(`/#/admin/blogs/edit/${_id}`)
    const banner = again.getByRole('region', { name: 'Unsaved changes' })
    await expect(editor(again)).not.toContainText('Unsaved words.')
    await banner.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(again)).toContainText('The first words. Unsaved words.')
    await expect(banner).toBeHidden()
    await again.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(again, 'Blog updated successfully')).toBeVisible()
    await again.goto(`/#/admin/blogs/edit/${_id}`)
    await expect(editor(again)).toContainText('Unsaved words.')
    await expect(again.getByText('You have unsaved changes')).toHaveCount(0)
  })

  test('the draft of another open tab is not offered until that tab is closed', { tag: '@all' }, async ({
    page,
    context,
    api,
  }) => {
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

  test('a draft that is older than a colleague’s save says so, and becomes a conflict', async ({
    page,
    context,
    api,
  }) => {
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
    await expect(again.getByText('Someone else has saved since')).toBeVisible()
    await again.getByRole('button', { name: 'Restore' }).click()
    await again.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = again.getByRole('dialog', { name: 'Someone else changed this' })
    await expect(dialog).toBeFocused()
    await expect(dialog.locator('mark')).toHaveText(['A newer sentence', 'Old work'])
  })

  test('a reload in the middle of a new post loses nothing, and Discard deletes the draft', { tag: '@all' }, async ({
    page,
  }) => {
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

  test('a sign-in over the page saves the text typed before the session ended', { tag: '@all' }, async ({
    page,
    request,
  }) => {
    const { token } = await (await request.post('/api/identity/sign-in', { data: admin })).json()
    await page.addInitScript((own) => {
      if (!sessionStorage.getItem('signed-in')) localStorage.setItem('token', own)
      sessionStorage.setItem('signed-in', 'yes')
    }, token)
    await page.goto('/#/admin/blogs/new')
    await fillPost(page, 'Through the end of a session', 'Still here.')
    await request.post('/api/identity/sign-out', { headers: { authorization: `Bearer ${token}` } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Blog Posts')
    await expect(page.getByRole('main')).toContainText('Through the end of a session')
  })
  test('the next sign-in offers the text typed before the session ended for good', { tag: '@all' }, async ({
    page,
    request,
  }) => {
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
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(page)).toContainText('Words before the end.')
  })
  test.use({ allowedConsole: /Failed to load resource/ })
})

test.describe('two people edit one post', () => {
  for (const choice of ['Keep mine', 'Use theirs'] as const) {
    test(`the second sees both versions: ${choice}`, { tag: '@all' }, async ({ page, api }) => {
      const stored = post(`Written by two, ${choice}`)
      const { _id } = await api('POST', '/api/blogs', stored)
      await page.goto(`/#/admin/blogs/edit/${_id}`)
      await editor(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' Mine.')
      await api('PUT', `/api/blogs/${_id}`, { ...stored, content: 'The first words. Theirs.' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
      await expect(dialog).toContainText('Administrator saved on')
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

test('changes of two people in different fields are both saved', { tag: '@all' }, async ({ page, api }) => {
  const stored = post('Written in two places')
  const { _id } = await api('POST', '/api/blogs', stored)
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Mine.')
  await api('PUT', `/api/blogs/${_id}`, { ...stored, excerpt: 'Their excerpt.' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
  await expect(dialog.getByRole('heading', { name: 'Excerpt' })).toContainText('Changed by Administrator')
  await expect(dialog.getByRole('heading', { name: 'Content' })).toContainText('Changed by you')
  await dialog.getByRole('button', { name: 'Combine' }).click()
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  expect(await api('GET', `/api/blogs/id/${_id}`)).toMatchObject({
    content: 'The first words. Mine.',
    excerpt: 'Their excerpt.',
  })
})

test('Ctrl+S saves and stays, and the next save changes the same post', async ({ page, api }) => {
  await page.goto('/#/admin/blogs/new')
  await fillPost(page, 'Saved in between', 'One.')
  await page.keyboard.press('Control+s')
  const created = toast(page, 'Blog created successfully')
  await expect(created).toBeVisible()
  // It stays while the pointer is over it.
  await created.dispatchEvent('mouseover')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const [logout, shown] = await Promise.all(
        [page.getByRole('button', { name: 'Logout' }), created].map((place) => place.boundingBox()),
      )
      if (!logout || !shown) throw new Error('One of them is not shown')
      const isBelow = shown.y >= logout.y + logout.height
      const isRight = shown.x >= logout.x + logout.width
      expect(isBelow || isRight, `away from Logout at ${width}`).toBe(true)
    }).toPass()
  }
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Blogs\s*Saved in between$/)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Two.')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  await page.reload()
  await expect(editor(page)).toContainText('One. Two.')
  const { blogs } = await api<{ blogs: { title: string }[] }>('GET', '/api/blogs/adminblogs')
  expect(blogs.filter(({ title }) => title === 'Saved in between')).toHaveLength(1)
})
