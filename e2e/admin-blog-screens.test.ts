import { expect, failedCalls, test } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { post } from './blog-form.ts'

test.use({ allowedConsole: failedCalls })

test('axe finds nothing on the editor in all its states, and the dialogs', { tag: '@all' }, async ({ page, api }) => {
  const { _id } = await api(
    'POST',
    '/api/blogs',
    post('Looked over', { content: '## A\n\nb\n\n| c | d |\n| - | - |\n| 1 | 2 |\n\n- [ ] e' }),
  )
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await page.getByRole('button', { name: 'Insert image' }).click()
  await expectAccessible(page, 'image dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Looked over' })).toBeVisible()
  await expectAccessible(page, 'preview')
  await page.getByRole('button', { name: 'Markdown source' }).click()
  await expectAccessible(page, 'source')

  await page.getByLabel('Title', { exact: true }).fill('Changed by one')
  await api('PUT', `/api/blogs/${_id}`, post('Looked over', { title: 'Changed by another' }))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'conflict')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expectAccessible(page, 'unsaved changes')
})

test('the preview of a wide post is not wider than the window', { tag: '@all' }, async ({ page, api }) => {
  const wide = `${'W'.repeat(90)}\n\n| ${'long heading | '.repeat(9)}\n|${' - |'.repeat(9)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\`\n`
  const { _id } = await api('POST', '/api/blogs', post('Wide', { content: wide }))
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.frameLocator('iframe').getByText('long heading').first()).toBeAttached()
  await expectToFit(page, 'the preview of a wide post')
})
