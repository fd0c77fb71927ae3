import type { Page } from '@playwright/test'
import { expect, test, toast } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { editor, openNew, openTab, post, source, startWith, tool } from './blog-form.ts'
import { makeColleague, openAs } from './colleague.ts'

/** Chooses from a menu of the toolbar, and waits until the cursor is back in the text. */
async function choose(page: Page, menu: RegExp, choice: string) {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menu').getByText(choice, { exact: true }).click()
  await expect(editor(page)).toBeFocused()
}

test('the editor is high and dark, its toolbar follows the keys, and both views and focus mode keep the text', {
  tag: '@all',
}, async ({ page }) => {
  await openNew(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const body = page.locator('.editor-body')
  expect((await body.boundingBox())?.height).toBe(500)
  // Writing begins in the upper third, and the tools fit into one row.
  expect((await body.boundingBox())?.y).toBeLessThanOrEqual(310)
  expect((await page.locator('.editor-toolbar').boundingBox())?.height).toBeLessThan(50)
  const lightness = await editor(page).evaluate((element) => {
    const [red = 255] =
      getComputedStyle(element.closest('.content-editor') as Element).backgroundColor.match(/\d+/g) ?? []
    return Number(red)
  })
  expect(lightness).toBeLessThan(40)

  // The toolbar is one stop of the Tab key, and the arrow keys move inside it.
  await expect(tool(page, 'Undo')).toBeDisabled()
  await page.keyboard.type('words')
  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Undo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Block: Paragraph' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('in bold')
  await expect(editor(page).locator('strong')).toHaveText('in bold')
  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, 'Markdown source')).toBeFocused()

  // The source and the visual view show the same text, also after it was undone and redone.
  expect(await source(page)).toBe('words**in bold**')
  await startWith(page, '# Big\n\nSome **bold** <span class="color-teal">teal</span> paint.')
  await expect(editor(page).locator('strong')).toHaveText('bold')
  await expect(editor(page).locator('.color-teal')).toHaveText('teal')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Words')
  await tool(page, 'Undo').click()
  await expect(editor(page)).not.toContainText('Words')
  await tool(page, 'Redo').click()
  await expect(editor(page)).toContainText('Words')
  expect(await source(page)).toBe('# Big\n\nSome **bold** <span class="color-teal">teal</span> paint. Words')

  // A slash offers blocks, selected text offers its tools, and focus mode leaves title and text.
  await startWith(page, '')

  await page.keyboard.type('/numb')
  const menu = page.getByRole('listbox', { name: 'Insert a block' })
  await expect(menu.getByRole('option', { name: 'Numbered list' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the menu of blocks')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and/or')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Shift+Home')
  const bubble = page.getByRole('group', { name: 'Selected text' })
  await bubble.getByRole('button', { name: 'Bold' }).click()
  await expect(editor(page).locator('ol strong')).toHaveText('and/or')

  await page.keyboard.press('Control+Shift+F')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toHaveCount(0)
  await expect(page.getByLabel('Category')).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved' })).toBeVisible()
  await expectAccessible(page, 'focus mode')
  await page.keyboard.press('End')
  await page.keyboard.type(' more')
  // A heading moves with its section; Escape puts it back, and does not leave the focus mode.
  await page.keyboard.press('Control+End')
  for (const line of ['', '## One', 'first', '### Deeper', 'second', '## Two', 'third']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(line)
  }
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await expect(outline.getByRole('listitem')).toHaveText(['One', 'Deeper', 'Two'])
  const handle = outline.getByRole('button', { name: 'Move One' })
  await handle.focus()
  const lifted = page.getByText('Lifted One, at position 1 of 3.')
  await page.keyboard.press('Space')
  await expect(lifted).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('One stays at position 1.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(lifted).toBeAttached()
  for (const position of [2, 3]) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(`One: position ${position} of 3.`)).toBeAttached()
  }
  await page.keyboard.press('Space')
  await expect(outline.getByRole('listitem')).toHaveText(['Two', 'One', 'Deeper'])

  await page.keyboard.press('Escape')
  expect(await source(page)).toBe('1. **and/or more**\n\n## Two\n\nthird\n\n## One\n\nfirst\n\n### Deeper\n\nsecond')
  await page.keyboard.press('Control+Shift+F')
  await expectAccessible(page, 'focus mode over the source')
})

test('every tool works', async ({ page }) => {
  await openNew(page)
  const line = async (name: string, text: string) => {
    await tool(page, name).click()
    await page.keyboard.type(text)
    await tool(page, name).click()
    await page.keyboard.press('Enter')
  }
  for (const [name, text] of [
    ['Bold', 'bold'],
    ['Italic', 'italic'],
    ['Underline', 'underlined'],
    ['Strikethrough', 'gone'],
    ['Code', 'code'],
  ] as const)
    await line(name, text)
  await choose(page, /^Text colour/, 'Red')
  await page.keyboard.type('red')
  await choose(page, /^Text colour/, 'None')
  await page.keyboard.press('Enter')
  await choose(page, /^Block:/, 'Heading 3')
  await page.keyboard.type('Heading')
  await page.keyboard.press('Enter')
  for (const [name, text] of [
    ['Align centre', 'middle'],
    ['Align right', 'right'],
    ['Justify', 'both'],
    ['Align left', 'left'],
  ] as const) {
    await choose(page, /^Alignment/, name)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  // Chosen once more, the alignment is removed from the paragraph.
  await choose(page, /^Alignment/, 'Align left')
  await choose(page, /^Indent/, 'Increase indent')
  await choose(page, /^Indent/, 'Increase indent')
  await choose(page, /^Indent/, 'Decrease indent')
  await page.keyboard.type('indented')
  await page.keyboard.press('Enter')
  await choose(page, /^Indent/, 'Decrease indent')
  for (const [name, text] of [
    ['Bullet list', 'point'],
    ['Numbered list', 'first'],
    ['Task list', 'to do'],
    ['Quote', 'said'],
  ] as const) {
    await tool(page, name).click()
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }
  await tool(page, 'Code block').click()
  await page.keyboard.type('const a = 1')
  await page.keyboard.press('Control+Enter')
  await choose(page, /^Insert$/, 'Divider')
  await tool(page, 'Link').click()
  await page.getByRole('dialog').getByLabel('Text').fill('a link')
  await page.getByRole('dialog').getByLabel('Address').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByText('Please enter an address')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Address').fill('example.com/a')
  await page.getByRole('button', { name: 'Add link' }).click()
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await choose(page, /^Table/, 'Insert table')
  await page.keyboard.type('cell')
  await choose(page, /^Table/, 'Delete column')
  // The editor restores the cursor shortly after it gets the focus, which can undo the effect of an early key.
  await expect(async () => {
    await page.keyboard.press('Control+End')
    await expect(tool(page, 'Table')).not.toHaveAttribute('data-pressed', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await choose(page, /^Insert$/, 'Callout: Warning')
  await page.keyboard.type('mind it')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await choose(page, /^Insert$/, 'Toggle')

  const text = await source(page)
  for (const part of [
    '**bold**',
    '*italic*',
    '<u>underlined</u>',
    '~~gone~~',
    '`code`',
    '<span class="color-red">red</span>',
    '### Heading',
    '<p class="align-center">middle</p>',
    '<p class="align-right">right</p>',
    '<p class="align-justify">both</p>',
    '<p class="align-left">left</p>',
    '<p class="indent-1">indented</p>',
    '- point',
    '1. first',
    '- [ ] to do',
    '> said',
    '```\nconst a = 1\n```',
    '---',
    '[a link](https://example.com/a)',
    '| | |\n| - | - |',
    '> [!WARNING]\n> mind it',
    '<details><summary>Summary</summary>',
  ])
    expect(text).toContain(part)
})

test('a table grows by the Tab key, and a record is linked by two brackets, its title or its address', {
  tag: '@all',
}, async ({ page, api }) => {
  await openNew(page)
  await choose(page, /^Table/, 'Insert table')
  for (const cell of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  const rows = editor(page).getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.keyboard.type('j')
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
  await expect(rows).toHaveCount(5)
  // A save with the cursor still in the empty row leaves the row out.
  const table = '| a | b | c |\n| - | - | - |\n| d | e | f |\n| g | h | i |\n| j | | |'
  expect(await source(page)).toBe(table)
  await page.getByRole('button', { name: 'Visual editor' }).click()
  // The editor restores the cursor shortly after it gets the focus, which can undo the effect of an early click.
  await expect(async () => {
    await editor(page).getByText('j').click()
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe('j')
    for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
    await expect(rows).toHaveCount(5, { timeout: 1_000 })
  }).toPass()
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
  await expect(rows).toHaveCount(4)
  await page.keyboard.type('After')
  expect(await source(page)).toBe(`${table}\n\nAfter`)

  // Two brackets in the text find a record, and Escape leaves them as they are.
  await startWith(page, '')
  const numbat = await api('POST', '/api/blogs', post('Numbat nests'))
  await page.keyboard.type('See ([[numbat n')
  const list = page.getByRole('listbox', { name: 'Link to' })
  await expect(list.getByRole('option', { name: 'Numbat nests' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type(') and [[numbat')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.type('s.')
  expect(await source(page)).toBe(`See ([Numbat nests](/go/blogs/${numbat._id}/numbat-nests)) and \\[\\[numbats.`)

  // A link keeps a record that is found by its title, or by its address.
  await startWith(page, '')
  const { _id } = await api('POST', '/api/blogs', post('Wombat burrows', { published: false }))
  await page.keyboard.type('Read on')
  await page.keyboard.press('Shift+Home')
  await expect(page.getByRole('group', { name: 'Selected text' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  const field = dialog.getByRole('combobox', { name: 'Page, file or address' })
  await expect(field).toBeFocused()
  await page.keyboard.type('wombat')
  await expect(dialog.getByRole('group', { name: 'Posts' }).getByRole('option')).toHaveText('Wombat burrowsDraft')
  await expectAccessible(page, 'the dialog of a link')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Wombat burrows')
  await expect(dialog.getByRole('status')).toHaveText('Blog post · Draft')
  await page.keyboard.press('Enter')
  const link = editor(page).getByRole('link', { name: 'Read on' })
  await expect(link).toHaveAttribute('href', `/go/blogs/${_id}/wombat-burrows`)
  await expect(page.getByRole('group', { name: 'Selected text' })).toContainText('Wombat burrowsDraft')
  await openTab(page, 'Publish')
  await expect(page.getByRole('list', { name: 'Issues' })).toContainText('This link leads to a draft: Wombat burrows')

  // A file replaces the record, and the record's address brings it back.
  const change = async (act: () => Promise<unknown>, name: string) => {
    await link.click()
    await page.keyboard.press('Control+k')
    await act()
    await expect(page.getByRole('dialog', { name: 'Edit link' }).getByRole('combobox')).toHaveValue(name)
    await page.getByRole('button', { name: 'Save link' }).click()
  }
  const pdf = { name: 'Wombats.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 wombats\n%%EOF\n') }
  await change(() => page.getByLabel('Upload a PDF, or drop it here').setInputFiles(pdf), 'Wombats')
  await expect(link).toHaveAttribute('href', /^\/files\/[0-9a-f]{32}\/wombats\.pdf$/)
  await change(async () => {
    await page.keyboard.insertText(new URL('/blog/wombat-burrows', page.url()).href)
    await page.getByRole('option', { name: 'Wombat burrows' }).click()
  }, 'Wombat burrows')
  await expect(link).toHaveAttribute('href', `/go/blogs/${_id}/wombat-burrows`)
})

test('problems are listed while typing, and the preview shows the page and its message in any window', async ({
  page,
}) => {
  await openNew(page)
  await page.getByLabel('Title', { exact: true }).fill('A title')
  await openTab(page, 'Publish')
  const list = page.getByRole('list', { name: 'Issues' })
  await page.getByLabel('Title', { exact: true }).fill('')
  await expect(list).toHaveText('Nothing to check yet.')
  await page.getByLabel('Title', { exact: true }).fill('A title')
  await page.route(
    '/api/content/preview',
    async (route) => {
      await expect(list).toHaveText('Checking…')
      await route.fallback()
    },
    { times: 1 },
  )
  await editor(page).click()
  await page.keyboard.type('## One\n```\nplain')
  await list.getByRole('button', { name: 'Code block 1 has no language.' }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('very ')
  await expect(editor(page).locator('pre')).toContainText('very plain')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await expect(list).toContainText('No issues found.')

  // The preview shows the page, also its unsaved changes.
  await page.getByLabel('Title', { exact: true }).fill('Seen before')
  await editor(page).click()
  await page.keyboard.type('```ts\nconst a = 1')
  await page.getByRole('button', { name: 'Show preview' }).click()
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { name: 'Seen before' })).toBeVisible()
  await expect(preview.locator('.code-block .hljs-keyword')).toHaveText('const')
  await editor(page).getByText('const a').click()
  await page.keyboard.press('End')
  await page.keyboard.type('\n// more')
  await expect(preview.locator('.code-block')).toContainText('// more')
  const size = await preview.locator('.prose').evaluate((element) => getComputedStyle(element).fontSize)
  expect(size).toBe('17px')
  await preview.getByRole('link', { name: 'All articles' }).click()
  await expect(preview.getByRole('heading', { name: 'Seen before' })).toBeVisible()
  await expect(page).toHaveURL(/admin\/blogs\/new/)

  // The message of the post is shown as it would be sent.
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  const message = page.frameLocator('iframe[title="The message"]')
  await expect(message.getByRole('heading', { level: 1 })).toHaveText('Seen before')
  await openTab(page, 'Post')
  await page.getByLabel('Excerpt').fill('What it is about.')
  await expect(message.getByText('What it is about.').last()).toBeVisible()
  await expect(message.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
  await page.getByRole('button', { name: 'Desktop', exact: true }).click()

  // A picture of another site is shown by its name, and stays as it is.
  const written = 'See ![A chart](https://elsewhere.test/chart.png)'
  await tool(page, 'Markdown source').click()
  await startWith(page, written)
  await expect(editor(page)).toContainText('A chart (at elsewhere.test, shown as a link)')
  await expect(editor(page).locator('img[src]')).toHaveCount(0)
  const chart = preview.getByRole('link', { name: /^A chart/ })
  await expect(chart).toHaveAttribute('href', 'https://elsewhere.test/chart.png')
  await editor(page).getByText('A chart').dblclick()
  await expect(page.getByRole('dialog', { name: 'Edit image' })).toContainText('This image is on another site')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await source(page)).toBe(written)

  // In a narrow window the preview fills it, and Escape returns to the text.
  await page.getByRole('button', { name: 'Hide preview' }).click()
  await page.setViewportSize({ width: 1024, height: 768 })
  await startWith(page, written)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.locator('iframe[title=Preview]')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
})

/** Selects words, and waits until the editor knows. */
async function selectWords(page: Page, words: string) {
  await editor(page).getByText(words).selectText()
  await expect(page.getByRole('group', { name: 'Selected text' })).toBeVisible()
}

test.describe('remarks', () => {
  test.use({ allowedConsole: /Failed to load resource: net::ERR_FAILED/ })

  test('are written at marked words, also by those who only read, and stay at them until they are gone', async ({
    page,
    api,
    another,
  }) => {
    const content = 'The bank had forty servers in a room.\n\nWe moved *them* at night.\n'
    const { _id } = await api('POST', '/api/blogs', post(`Remarks ${Date.now()}`, { content, published: false }))
    const form = `/admin/blogs/edit/${_id}`
    const remarks = page.getByRole('list', { name: 'Remarks on Content' })
    const inBar = page.getByRole('button', { name: /^Remarks/ })
    const words = page.locator('.remark-words')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/#${form}`)
    await expect(tool(page, 'Remark')).toBeVisible()
    await expect(inBar).toHaveCount(0)

    // A failed call keeps the text, and so does a reload.
    await selectWords(page, 'We moved')
    await page.keyboard.press('Control+Alt+m')
    await page.keyboard.type('At which hour?')
    await page.route('**/api/remarks', (route) => route.abort())
    await page.keyboard.press('Control+Enter')
    await expect(remarks.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/remarks')
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(remarks.getByRole('textbox')).toHaveValue('At which hour?')
    await expect(words).toHaveText(['We moved ', 'them', ' at night.'])
    await remarks.getByRole('button', { name: 'Save' }).click()
    await expect(remarks.getByText('At which hour?')).toBeVisible()
    await expect(inBar).toHaveText('Remarks1')
    await expectAccessible(page, 'a form with remarks')

    // A role that may not write answers, and remarks on the record.
    const viewer = await openAs(await another(), await makeColleague(api, 'Vera Rao', 'viewer'), form)
    await viewer.setViewportSize({ width: 1440, height: 900 })
    await viewer.locator('.remark-words').first().click()
    const seen = viewer.getByRole('list', { name: 'Remarks on Content' })
    await seen.getByRole('button', { name: 'Answer' }).click()
    await viewer.keyboard.type('At two.')
    await seen.getByRole('button', { name: 'Answer' }).click()
    await expect(seen.getByRole('list', { name: 'Answers' })).toContainText('Vera Rao')
    await editor(viewer).getByText('forty servers').selectText()
    await viewer.getByRole('button', { name: 'Remark', exact: true }).click()
    await viewer.keyboard.type('Or fifty?')
    await viewer.keyboard.press('Control+Enter')
    await expect(seen.getByText('Or fifty?')).toBeVisible()

    // The words keep their remark while the text changes, and the source has no trace of it.
    await page.reload()
    await expect(inBar).toHaveText('Remarks2')
    await editor(page).getByText('We moved').click()
    await expect(page.getByRole('status').filter({ hasText: 'Remark by' })).toBeAttached()
    await page.keyboard.press('Home')
    await page.keyboard.type('In May. ')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Blog updated successfully')).toBeVisible()
    await expect(words.last()).toHaveText(' at night.')
    const stored = await api<{ content: string }>('GET', `/api/blogs/id/${_id}`)
    expect(stored.content.trim()).toBe(content.trim().replace('We', 'In May. We'))

    // Keys lead to it, and back into the text.
    await page.keyboard.press('Control+Alt+p')
    await page.keyboard.press('Control+Alt+n')
    await page.keyboard.press('Control+Alt+m')
    await expect(remarks.getByRole('button', { name: 'Answer' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeFocused()

    // One that could not be settled stays open.
    await words.last().click()
    await page.route('**/api/remarks/*', (route) => route.abort())
    await remarks.getByRole('button', { name: 'Done' }).click()
    await expect(toast(page, 'No connection. Nothing is lost: try again once you are online.')).toBeVisible()
    await expect(remarks.getByRole('button', { name: 'Answer' })).toBeVisible()
    await page.unroute('**/api/remarks/*')
    await remarks.getByRole('button', { name: 'Done' }).click()
    await expect(remarks.getByText('At which hour?')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await remarks.getByText('At which hour?').click()
    await remarks.getByRole('button', { name: 'Done' }).click()
    await inBar.click()
    const list = page.getByRole('dialog', { name: 'Remarks' })
    await list.getByRole('button', { name: 'Done (1)' }).click()
    await expect(list.getByText('At which hour?')).toBeVisible()
    await page.keyboard.press('Escape')

    // Without room at its side a remark is in the list.
    await page.setViewportSize({ width: 390, height: 844 })
    await words.first().click()
    await expect(list.getByRole('button', { name: 'Answer' })).toBeVisible()
    await expectAccessible(page, 'the list of remarks')
    await list.getByTitle('Show in the text').click()
    await expect(editor(page)).toBeFocused()

    await selectWords(page, 'forty servers')
    await page.keyboard.press('Control+Alt+m')
    await page.keyboard.type('Or none?')
    const fresh = page.getByRole('dialog', { name: 'New remark' })
    await expect(fresh.getByRole('textbox')).toHaveValue('Or none?')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(fresh).toHaveCount(0)
    await expect(editor(page)).not.toContainText('none')

    await selectWords(page, 'forty servers')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('These words are gone: “The bank had forty servers in a room.”')).toBeVisible()
  })
})

test.describe('a text that the visual editor cannot keep', () => {
  test.use({ allowedConsole: /Failed to load resource: the server responded with a status of 422/ })

  test('opens as its source with the reason, stays to the letter, and is not published if it is too intricate', {
    tag: '@all',
  }, async ({ page, api }) => {
    const content = 'Press <kbd>Ctrl</kbd>.[^1]\n\n[^1]: Or Cmd.\n\n<dl><dt>More</dt><dd>Hidden</dd></dl>\n'
    const { _id } = await api('POST', '/api/blogs', post(`Raw ${Date.now()}`, { content, published: false }))
    await page.goto(`/#/admin/blogs/edit/${_id}`)
    await expect(page.getByText(/The visual editor cannot keep .*<kbd>/)).toBeVisible()
    await expect(editor(page)).toHaveValue(content)
    await page.getByRole('button', { name: 'Visual editor' }).click()
    await expect(page.getByText(/cannot keep .*<dl>/)).toBeVisible()
    await editor(page).fill('<iframe src="https://o.test"></iframe>\n\n<a href="javascript:x()" onclick="x()">y</a>')
    await expect(editor(page)).toHaveAccessibleDescription(
      'Pages will not show <iframe>, the address javascript:x() and “onclick” at <a>.',
    )
    await editor(page).fill(content)
    await expect(editor(page)).toHaveAccessibleDescription('')
    await page.getByLabel('Title', { exact: true }).fill('Raw as ever')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Blog updated successfully')).toBeVisible()
    expect((await api<{ content: string }>('GET', `/api/blogs/id/${_id}`)).content).toBe(content)

    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await page.goto('/#/admin/blogs/new')
    const intricate = `${'* '.repeat(200)}deep`
    await tool(page, 'Markdown source').click()
    await editor(page).fill(intricate)
    await page.getByRole('button', { name: 'Show preview' }).click()
    await expect(page.frameLocator('iframe[title=Preview]').getByRole('alert')).toHaveText(
      'This text is too intricate to show',
    )
    const title = `Deep ${Date.now()}`
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('Excerpt').fill('x')
    await page.getByLabel('Category').selectOption('Cloud')
    await page.keyboard.press('Control+s')
    await expect(
      page.getByText('This text is too intricate to show. Simplify it, or save it as a draft.').first(),
    ).toBeVisible()
    await expect(editor(page)).toHaveValue(intricate)
    await openTab(page, 'Publish')
    await page.getByLabel('Publish this post').uncheck()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Blog created successfully')).toBeVisible()

    const { blogs } = await api<{ blogs: { _id: string; title: string }[] }>('GET', '/api/blogs/adminblogs')
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await page.goto(`/#/admin/blogs/edit/${blogs.find((blog) => blog.title === title)?._id}`)
    await expect(page.getByText('This text is too complex for the visual editor.')).toBeVisible()
    await expect(editor(page)).toHaveValue(intricate)
  })
})
