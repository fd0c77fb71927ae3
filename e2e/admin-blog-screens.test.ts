import { expect, failedCalls, test } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { editor, post } from './blog-form.ts'

test.use({ allowedConsole: failedCalls })

test('axe finds nothing on the list, the editor in all its states, and the dialogs', async ({ page, api }) => {
  const { _id } = await api(
    'POST',
    '/api/blogs',
    post('Looked over', { content: '## A\n\nb\n\n| c | d |\n| - | - |\n| 1 | 2 |\n\n- [ ] e' }),
  )
  test.setTimeout(180_000)
  await page.goto('/#/admin/blogs')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page, 'list')
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await expect(editor(page)).toBeVisible()
  await expectAccessible(page, 'editor')
  await page.getByRole('button', { name: 'Insert image' }).click()
  await expectAccessible(page, 'image dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Looked over' })).toBeVisible()
  await expectAccessible(page, 'preview')
  await page.getByRole('button', { name: 'Markdown source' }).click()
  await expectAccessible(page, 'source')

  await page.getByLabel('Title').fill('Changed by one')
  await api('PUT', `/api/blogs/${_id}`, post('Looked over', { title: 'Changed by another' }))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'conflict')
  await page.getByRole('button', { name: 'Go on editing' }).click()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expectAccessible(page, 'unsaved changes')
})

test('nothing is wider than the window', async ({ page, api }) => {
  const wide = `${'W'.repeat(90)}\n\n| ${'long heading | '.repeat(9)}\n|${' - |'.repeat(9)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\`\n`
  const { _id } = await api('POST', '/api/blogs', post('Wide', { content: wide }))
  for (const path of ['/#/admin/blogs', `/#/admin/blogs/edit/${_id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path.includes('edit')) await page.getByRole('button', { name: 'Show preview' }).click()
    await expectToFit(page, path)
  }
})
