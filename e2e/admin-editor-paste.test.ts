import type { Page } from '@playwright/test'
import { expect, test, toast } from './admin-fixtures.ts'
import { editor, fillPost, openNew, save, source, startWith, tool } from './blog-form.ts'
import { give, picture } from './picture.ts'

/** Puts HTML on the clipboard and pastes it, as a browser does. */
const paste = (page: Page, html: string) =>
  editor(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    clipboardData.setData('text/plain', 'plain')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test.describe('pasted and dropped content', () => {
  // The site refuses one file. Playwright’s tracing requests the preview of its picture once more.
  test.use({ allowedConsole: /415|blob:/ })
  test('becomes a described picture, a link to a PDF or clean text, and other files are refused with a message', async ({
    page,
  }) => {
    await openNew(page)
    for (const kind of ['paste', 'drop'] as const) {
      await give(editor(page), kind, await picture(`${kind}ed.png`))
      const dialog = page.getByRole('dialog', { name: 'Insert picture' })
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
    await expect(page.getByText('figures.xlsx was not added: Only pictures and PDFs can be added.')).toBeVisible()
    await give(editor(page), 'drop', pdf('Plan.pdf'))
    await expect(editor(page).getByRole('link', { name: 'Plan' })).toBeVisible()
    await expect(page.getByText('figures.xlsx')).toBeHidden()
    expect(await source(page)).toMatch(/\[Price list\]\(\/files\/[0-9a-f]{32}\/price-list\.pdf\)/)

    // A file that is no picture is refused with a message.
    await startWith(page, '')
    await tool(page, 'Insert picture').click()
    await page
      .getByLabel('Choose a picture, or drop it here')
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

test.describe('content of other sites', () => {
  const kept = { status: 201, json: { url: '/media/0123456789abcdef-40x30.webp', width: 40, height: 30 } }
  test.use({ allowedConsole: /status of (404|422)/ })
  test('is copied if it is a picture, also while the post is saved, and plays at a click if it is a video', async ({
    page,
    api,
    browser,
  }) => {
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
    await expect(page.getByText('A pasted picture stays a link: The site did not answer. (docs.test)')).toBeVisible()
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
    await expect(editor(page)).toContainText('The picture could not be fetched from YouTube.')
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
