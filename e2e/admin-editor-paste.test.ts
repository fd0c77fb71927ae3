import type { Page } from '@playwright/test'
import { expect, test, toast } from './admin-fixtures.ts'
import { editor, fillPost, openNew, save, source, startWith, tool } from './blog-form.ts'
import { give, picture } from './picture.ts'

/** Puts content on the clipboard and pastes it, as a browser does. */
const pasteAll = (page: Page, content: Record<string, string>) =>
  editor(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, content)
const paste = (page: Page, html: string) => pasteAll(page, { 'text/html': html, 'text/plain': 'plain' })

test.describe('pasted and dropped content', () => {
  // The site refuses one file. Playwright’s tracing requests the preview of its picture once more.
  test.use({ allowedConsole: /415|blob:/ })
  test('becomes a described picture, a link to a PDF or clean text, and other files are refused with a message', async ({
    page,
  }) => {
    await openNew(page)
    for (const kind of ['paste', 'drop'] as const) {
      await give(editor(page), kind, await picture(`${kind}ed.png`))
      const dialog = page.getByRole('dialog', { name: 'Insert image' })
      await dialog.getByLabel('Alternative text').fill(`It was ${kind}ed`)
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
      await expect(editor(page).getByRole('img', { name: `It was ${kind}ed` })).toBeVisible()
    }
    const text = await source(page)
    expect(text).toMatch(/!\[It was pasteed\]\(\/media\/[0-9a-f]+-640x360\.webp\)/)

    // A PDF becomes a link to it.
    await startWith(page, '')
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4 ${name}\n%%EOF\n`),
    })
    await page.keyboard.type('Read it: ')
    await give(editor(page), 'paste', pdf('Price list.pdf'))
    await expect(editor(page).getByRole('link', { name: 'Price list' })).toHaveAttribute('href', /price-list\.pdf$/)
    await give(editor(page), 'drop', {
      name: 'figures.xlsx',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('x'),
    })
    await expect(page.getByText('figures.xlsx was not added: Only images and PDFs can be added.')).toBeVisible()
    await give(editor(page), 'drop', pdf('Plan.pdf'))
    await expect(editor(page).getByRole('link', { name: 'Plan' })).toBeVisible()
    await expect(page.getByText('figures.xlsx')).toBeHidden()
    expect(await source(page)).toMatch(/\[Price list\]\(\/files\/[0-9a-f]{32}\/price-list\.pdf\)/)

    // A file that is no picture is refused with a message.
    await startWith(page, '')
    await tool(page, 'Insert image').click()
    await page
      .getByLabel('Choose an image, or drop it here')
      .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') })
    await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('button', { name: 'Insert', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel' }).click()

    // Text from Word and from Google Docs is cleaned.
    await paste(
      page,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{font-family:Calibri}</style></head><body lang=EN-IN><!--StartFragment-->
<h2 style='mso-pagination:none'>Plan<o:p></o:p></h2>
<p class=MsoNormal style='line-height:107%'><span style='font-size:11.0pt;font-family:"Calibri",sans-serif;color:#1F3864'>We <b>move</b> it.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>one<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>deeper<o:p></o:p></p>
<!--EndFragment--></body></html>`,
    )
    expect(await source(page)).toBe('## Plan\n\nWe **move** it.\n\n- one\n  - deeper')
    await startWith(page, '')

    const span = (style: string, text: string) =>
      `<span style="font-size:11pt;font-family:Arial;color:#000;font-weight:400;${style}">${text}</span>`
    await paste(
      page,
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h3 dir="ltr">${span('', 'Plan')}</h3><p dir="ltr">${span('', 'We ')}${span('font-weight:700', 'move')}${span('', ' it.')}</p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('', 'one')}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span('', 'deeper')}</p></li></ul></ul></b><br class="Apple-interchange-newline">`,
    )
    expect(await source(page)).toBe('### Plan\n\nWe **move** it.\n\n- one\n  - deeper')
  })
})

test.describe('pasted texts', () => {
  test.use({ allowedConsole: /415|blob:/ })
  test('keep their code, lists and tasks, and a picture that cannot be copied leaves its place', {
    tag: '@all',
  }, async ({ page }) => {
    await openNew(page)
    await paste(
      page,
      `<h2>Plan</h2><p>See <img src="file:///C:/Temp/clip_image001.png" alt="Costs"> here</p>
<pre><div>python</div><div><button>Copy code</button></div><div><code class="hljs language-python"><span>if a:</span>\n    run()\n</code></div></pre>
<ol start="3"><li>three</li><li>four</li></ol><ol><li>one</li></ol>
<ul><li role="checkbox" aria-checked="true"><p>done</p></li><li role="checkbox" aria-checked="false"><p>to do</p></li></ul>`,
    )
    await expect(page.getByText('1 image could not be copied. Drop the file here.')).toBeVisible()
    const place = editor(page).getByText('“Costs” is missing. Drop the file here.')
    await expect(place).toBeVisible()
    await page.getByRole('tab', { name: 'Publish' }).click()
    await expect(page.getByRole('list', { name: 'Issues' })).toContainText(
      'An image is missing: it could not be copied.',
    )
    const pasted =
      '## Plan\n\nSee ![Costs]() here\n\n```python\nif a:\n    run()\n```\n\n3. three\n4. four\n\n<!-- -->\n\n1. one\n\n- [x] done\n- [ ] to do'
    expect(await source(page)).toBe(pasted)
    await startWith(page, pasted)

    // A file that is dropped at the place fills it, and so does one that is chosen after a press.
    await place.click()
    await page.getByRole('dialog', { name: 'Edit image' }).getByRole('button', { name: 'Cancel' }).click()
    await give(place, 'drop', await picture('costs.png'))
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(editor(page).getByRole('img', { name: 'Costs' })).toBeVisible()
    await expect(place).toBeHidden()
    await expect(page.getByText('could not be copied')).toBeHidden()
    expect(await source(page)).toMatch(/See !\[Costs\]\(\/media\/[0-9a-f]+-640x360\.webp\) here/)

    // The clipboard names the language of an editor's file. A line of it is a word in a sentence.
    const code = (lines: string) =>
      `<div style="font-family:Menlo,monospace;white-space:pre;"><div><span>${lines.replaceAll('\n', '</span></div><div><span>')}</span></div></div>`
    const fromEditor = (mode: string, text: string) =>
      pasteAll(page, { 'text/html': code(text), 'text/plain': text, 'vscode-editor-data': JSON.stringify({ mode }) })
    await startWith(page, '')
    await fromEditor('typescript', '# no heading\n\n- a\n- b')
    expect(await source(page)).toBe('```typescript\n# no heading\n\n- a\n- b\n```')
    await startWith(page, '')
    await page.keyboard.type('Set ')
    await fromEditor('json', 'retries')
    expect(await source(page)).toBe('Set `retries`')

    // A picture that was copied alone is its file, and an embedded one is stored.
    await startWith(page, '')
    const { buffer } = await picture('embedded.png')
    const embedded = `data:image/png;base64,${buffer.toString('base64')}`
    await paste(page, `<p>In it: <img src="${embedded}" alt="Embedded"></p>`)
    await expect(editor(page).getByRole('img', { name: 'Embedded' })).toBeVisible()
    expect(await source(page)).toMatch(/^In it: !\[Embedded\]\(\/media\/[0-9a-f]+-640x360\.webp\)$/)
    await editor(page).fill(`Typed: ![Again](${embedded}) and ![Broken](data:image/png;base64,aGVsbG8=)`)
    await expect(editor(page)).toHaveValue(
      /^Typed: !\[Again\]\(\/media\/[0-9a-f]+-640x360\.webp\) and !\[Broken\]\(data:/,
    )
    await expect(page.getByText('A pasted image was not added: Please choose an image')).toBeVisible()
    await page.getByRole('button', { name: 'Visual editor' }).click()
    await expect(editor(page).getByText('“Broken” is missing. Drop the file here.')).toBeVisible()
  })

  test('that are Markdown become what they say, fill the form from their front matter, and can be undone', {
    tag: '@all',
  }, async ({ page }) => {
    await openNew(page)
    const markdown = '## Costs\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |'
    const plain = '\\## Costs\n\n\\- one\n\n\\- two\n\n\\| a | b |\n\n\\| - | - |\n\n\\| 1 | 2 |'
    const kinds: Record<string, string>[] = [
      { 'text/plain': markdown },
      {
        'text/plain': markdown,
        'text/html': `<meta charset="utf-8"><span style="white-space:pre-wrap">${markdown}</span>`,
      },
      { 'text/plain': markdown, 'text/html': `<pre>${markdown}</pre>` },
      {
        'text/plain': markdown,
        'text/html': `<div style="font-family:monospace;white-space:pre"><div>${markdown.replaceAll('\n', '</div><div>')}</div></div>`,
        'vscode-editor-data': '{"mode":"markdown"}',
      },
    ]
    for (const content of kinds) {
      await pasteAll(page, content)
      await expect(editor(page).getByRole('heading', { name: 'Costs' })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(editor(page)).toContainText('## Costs')
      await page.keyboard.press('ControlOrMeta+Shift+z')
      expect(await source(page)).toBe(markdown)
      await startWith(page, '')
    }
    await pasteAll(page, { 'text/plain': markdown })
    await page.keyboard.press('ControlOrMeta+z')
    expect(await source(page)).toBe(plain)

    // In a sentence, and as it is where it is no Markdown.
    await startWith(page, '')
    await page.keyboard.type('So: ')
    await pasteAll(page, { 'text/plain': 'a **clear** [sign](https://example.com/)' })
    expect(await source(page)).toBe('So: a **clear** [sign](https://example.com/)')
    await startWith(page, '')
    await pasteAll(page, { 'text/plain': '1986. A great year.\n* only 5 * 3 my_own_name' })
    expect(await source(page)).toBe('1986\\. A great year.\n\n\\* only 5 \\* 3 my_own_name')

    // Facts fill empty fields; the others are named. The text has neither.
    await startWith(page, '')
    await page.getByLabel('Excerpt').fill('Typed before')
    const facts = (title: string) =>
      `---\ntitle: ${title}\ndate: 2025-04-01\ndescription: Pasted\ntags: [news, cloud]\nlayout: post\n---\n`
    await pasteAll(page, { 'text/plain': `${facts('A pasted plan')}\nWords and *more words*.\n\n- one\n- two` })
    await expect(
      page.getByText('Front matter: filled in Title, Publish date and Category; left out description and layout.'),
    ).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A pasted plan')
    await expect(page.getByLabel('Category')).toHaveValue('Cloud')
    await expect(page.getByLabel('Excerpt')).toHaveValue('Typed before')
    expect(await source(page)).toBe('Words and *more words*.\n\n- one\n- two')
    await editor(page).fill('')
    await pasteAll(page, { 'text/plain': `+++\ntitle = "Another"\n+++\nIn the source` })
    await expect(editor(page)).toHaveValue('In the source')
    await expect(page.getByText('Front matter: left out title.')).toBeVisible()
  })
})

test.describe('content of other sites', () => {
  const kept = { status: 201, json: { url: '/media/0123456789abcdef-40x30.webp', width: 40, height: 30 } }
  test.use({ allowedConsole: /status of (404|422)/ })
  test('is copied if it is a picture, also while the post is saved, and plays at a click if it is a video', {
    tag: '@all',
  }, async ({ page, api, browser }) => {
    await openNew(page)
    await page.route('**/api/images/fetch', (route) =>
      route.request().postDataJSON().url.endsWith('/kept.png')
        ? route.fulfill(kept)
        : route.fulfill({ status: 422, json: { message: 'The site did not answer.', code: 'invalid' } }),
    )
    await paste(
      page,
      '<p>One <img src="https://docs.test/kept.png" alt="Kept"> two <img src="https://docs.test/lost.png" alt="Lost"></p>',
    )
    await expect(page.getByText('A pasted image stays a link: The site did not answer. (docs.test)')).toBeVisible()
    await expect(editor(page)).toContainText('Lost (at docs.test, shown as a link)')
    expect(await source(page)).toBe(
      'One ![Kept](/media/0123456789abcdef-40x30.webp) two ![Lost](https://docs.test/lost.png)',
    )

    // It is in the post that is saved while it is fetched.
    await startWith(page, '')
    await page.unroute('**/api/images/fetch')
    const fetched = Promise.withResolvers<void>()
    await page.route('**/api/images/fetch', async (route) => {
      await fetched.promise
      await route.fulfill(kept)
    })
    await fillPost(page, 'Pasted in haste', 'Words.')
    await paste(page, '<p><img src="https://docs.test/kept.png" alt="Kept"></p>')
    await save(page)
    await expect(page.getByText('Saving…')).toBeVisible()
    fetched.resolve()
    await expect(toast(page, 'Blog created successfully')).toBeVisible()
    const { content } = await api<{ content: string }>('GET', '/api/blogs/pasted-in-haste')
    expect(content).toContain('![Kept](/media/0123456789abcdef-40x30.webp)')

    // The address of a video becomes its picture, and the player comes at a press.
    await page.getByRole('link', { name: 'New Post' }).click()
    const player = 'https://www.youtube-nocookie.com/embed/__e2e_video?autoplay=1&rel=0'
    await page.route('**/api/videos', (route) => route.fulfill({ json: { title: 'A talk' } }))
    await fillPost(page, 'A post with a video', 'Watch it:')
    await page.keyboard.press('Enter')
    await page.keyboard.type('https://youtu.be/__e2e_video')
    await page.keyboard.press('Enter')
    await expect(editor(page).getByText('A talk')).toBeVisible()
    await expect(editor(page)).toContainText('The image could not be fetched from YouTube.')
    await page.keyboard.type('Seen?')
    expect(await source(page)).toBe('Watch it:\n\nhttps://youtu.be/__e2e_video\n\nSeen?')
    await save(page)
    await expect(toast(page, 'Blog created successfully')).toBeVisible()

    const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin })
    const requests: string[] = []
    visitor.on('request', (request) => requests.push(new URL(request.url()).host))
    await visitor.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
    )
    await visitor.goto('/blog/a-post-with-a-video')
    const video = visitor.getByRole('link', { name: /^Play the video: .+ \(YouTube\)$/ })
    await expect(video).toHaveAttribute('href', 'https://www.youtube.com/watch?v=__e2e_video')
    expect(new Set(requests).size).toBe(1)
    await video.click()
    await expect(visitor.locator('.video iframe')).toHaveAttribute('src', player)
    await expect(visitor.locator('.video iframe')).toBeFocused()
    expect(requests.at(-1)).toBe('www.youtube-nocookie.com')
    await visitor.close()
  })
})
