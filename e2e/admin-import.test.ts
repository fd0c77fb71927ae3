import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ZipFile } from 'yazl'
import { wxrBegin, wxrEnd, wxrItem } from '../src/testing/wordpress-export.ts'
import { agree, expect, test, visit } from './admin-fixtures.ts'
import { expectAccessible, expectReach, expectToFit } from './appearance.ts'
import { picture } from './picture.ts'

const uploads = 'https://old.example/news/wp-content/uploads/2021/03/harbour.png'

/** A small export of WordPress with the picture of its post, as a ZIP file. */
async function exported() {
  const text = `<p>Boats leave <strong>at dawn</strong>.</p><img src="${uploads}" alt="Boats in the harbour"/><form><p>Ask the harbour</p><input name="q"></form>`
  const zip = new ZipFile()
  const items = [
    wxrItem({
      id: 11,
      title: 'Harbour of the old site',
      name: 'harbour-of-the-old-site',
      text,
      terms: [{ slug: 'cloud', name: 'Cloud' }],
    }),
    wxrItem({ id: 12, title: 'A thought that waits', name: 'a-thought-that-waits', status: 'draft' }),
    wxrItem({
      ...{ id: 14, type: 'attachment', status: 'inherit', title: 'Harbour', name: 'harbour', link: uploads },
      more: `<wp:attachment_url>${uploads}</wp:attachment_url>`,
    }),
    wxrItem({ id: 13, title: 'Thrown away', status: 'trash' }),
  ]
  zip.addBuffer(Buffer.from(wxrBegin() + items.join('') + wxrEnd), 'export.xml')
  zip.addBuffer((await picture('harbour.png')).buffer, 'wp-content/uploads/2021/03/harbour.png')
  zip.end()
  return { name: 'old-site.zip', mimeType: 'application/zip', buffer: await buffer(zip.outputStream as Readable) }
}

/** An export of Ghost, which does not say the address of its site. */
const ghost = () => {
  const image = '<img src="__GHOST_URL__/content/images/a.png" alt="A">'
  const link = '<a href="https://ghost.example/gone/">gone</a>'
  const post = { id: '1', title: 'Of Ghost', slug: 'of-ghost', status: 'draft', html: `<p>${image} ${link}</p>` }
  const json = JSON.stringify({ db: [{ meta: { exported_on: 1 }, data: { posts: [post] } }] })
  return { name: 'ghost.json', mimeType: 'application/json', buffer: Buffer.from(json) }
}

async function expectSound(page: Page, what: string) {
  await expectAccessible(page, what)
  await expectToFit(page, what)
  await expectReach(page, what)
}

test('a site of WordPress is uploaded, checked, imported with its picture, and undone', async ({ page, another }) => {
  test.setTimeout(240_000)
  await visit(page, '/admin/system')
  await page.getByRole('link', { name: 'Import content' }).click()
  const files = page.getByLabel('Choose files, or drop them here')
  await files.setInputFiles({ name: 'holiday.xml', mimeType: 'text/xml', buffer: Buffer.from('<holiday/>') })
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByText('“holiday.xml” could not be read.')).toBeVisible()
  await page.getByRole('link', { name: 'Try another file' }).click()

  await files.setInputFiles(ghost())
  await page.getByRole('button', { name: 'Upload and check' }).click()
  const address = page.getByRole('textbox', { name: 'Address of the old site' })
  await address.fill('ghost')
  await page.getByRole('button', { name: 'Import 1 item' }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Enter an address such as/)
  await expectSound(page, 'an address that is none')
  await address.fill('https://ghost.example')
  await address.blur()
  // The report is made again: the link is one of the old site now.
  await expect(page.getByText('https://ghost.example/gone/', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue('https://ghost.example')
  await expect(page.getByText(/Uploads that are not imported are deleted after 7 days/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard import' }).click()
  await agree(page, 'Discard this import?', 'Discard import')

  await files.setInputFiles(await exported())
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('old-site.zip')
  await page.getByRole('button', { name: 'Upload and check' }).press('Enter')
  await expect(page.getByText('2 posts will be added.')).toBeVisible()
  await page.getByText('form', { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Harbour of the old site/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show in the list' }).click()
  await expect(page.getByRole('heading', { name: /^Items/ })).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Show all items' }).click()
  await expect(page.getByRole('row', { name: /Thrown away/ })).toContainText('Left out')
  await page.getByLabel(/^Cloud/).selectOption('Security')
  await expectSound(page, 'the report of an import')

  await page.getByRole('button', { name: 'Import 2 items' }).click()
  const question = page.getByRole('alertdialog', { name: 'Import 2 items?' })
  await expect(question).toContainText('Nobody gets an email about it')
  await expectAccessible(page, 'the question before an import')
  await agree(page, 'Import 2 items?', 'Import 2 items')
  await expect(page.getByText('2 posts were added.')).toBeVisible({ timeout: 30_000 })
  await expectSound(page, 'the result of an import')
  await expect(page.getByRole('row', { name: /A thought that waits/ })).toContainText('Draft')

  const visitor = await another()
  await visitor.goto('/blog/harbour-of-the-old-site')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Harbour of the old site' })).toBeVisible()
  await expect(visitor.getByText('Security', { exact: true }).first()).toBeVisible()
  const shown = visitor.getByRole('img', { name: 'Boats in the harbour' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'A thought that waits' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('A thought that waits')
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await agree(page, 'Undo import?', 'Undo import')
  await expect(page.getByText(/^This import was undone/)).toBeVisible({ timeout: 30_000 })
  await expectSound(page, 'an import that was undone')
  const gone = await visitor.goto('/blog/harbour-of-the-old-site')
  expect(gone?.status()).toBe(404)
})
