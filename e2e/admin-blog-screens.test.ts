import AxeBuilder from '@axe-core/playwright'
import { expect, failedCalls, test } from './admin-fixtures.ts'
import { editor, post } from './blog-form.ts'

test.use({ allowedConsole: failedCalls })

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
      await expect(
        page.frameLocator('iframe').getByRole('heading', { name: `Looked over in ${colorScheme}` }),
      ).toBeVisible()
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
