import { expect, test, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'

// The server does not render a text that it would refuse.
test.use({ allowedConsole: /422/ })

type Stored = { title?: string; lead?: string; defaults: { title: string; lead: string } }

test('a text is edited on the page itself, saved, and restored', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await api('PUT', '/api/settings/newsletter', { title: null, lead: null })
  await visit(page, '/admin/settings/newsletter')
  const site = page.frameLocator('iframe')
  const title = site.getByRole('textbox', { name: 'Hero: Title' })
  await title.click()
  const note = page.getByRole('note', { name: 'About “Hero: Title”' })
  await expect(note).toHaveText('Hero: Title10 of 200')
  await page.evaluate(() => navigator.clipboard.writeText('News\nthat  we keep'))
  await title.press('ControlOrMeta+a')
  await title.press('ControlOrMeta+v')
  await title.press('Enter')
  await title.pressSequentially('.')
  await expect(title).toHaveText('News that we keep.')
  await expect(note).toContainText('18 of 200')
  await expectAccessible(page, 'a text of the page')
  await expectToFit(page, 'a text of the page')
  await title.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await api<Stored>('GET', '/api/settings/newsletter')).toMatchObject({ title: 'News that we keep.' })

  // A text that is too long is refused where it is.
  const lead = site.getByRole('textbox', { name: 'Hero: Intro' })
  await lead.fill('x'.repeat(1_001))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(lead).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: 'too long' })).toBeVisible()
  // It is still there after a look at the form.
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await page.getByRole('button', { name: 'Edit on page' }).click()
  await lead.click()
  await page.getByRole('button', { name: 'Restore default' }).click()
  await expect(lead).toBeFocused()

  // A text that was emptied returns to its default, and the form has the same values.
  await title.fill('')
  await title.press('Escape')
  await expect(title).toHaveText('Newsletter')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true }).first()).toHaveValue('Newsletter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = await api<Stored>('GET', '/api/settings/newsletter')
  expect([stored.title, stored.lead]).toEqual([undefined, undefined])
})

test('the keyboard goes from text to text, and to the form with what is not on the page', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await visit(page, '/admin/settings/about')
  const site = page.frameLocator('iframe')
  const form = page.getByRole('button', { name: 'in the form' })
  await form.focus()
  await form.press('Tab')
  await expect(site.getByRole('textbox', { name: 'Hero: Title' })).toBeFocused()
  await page.keyboard.press('Tab')
  // The details of the company are in braces while the text is edited.
  const lead = site.getByRole('textbox', { name: 'Hero: Intro' })
  await expect(lead).toHaveText(/^\{brand\} is /)
  await page.keyboard.press('Tab')
  await expect(lead).toHaveText(/^Acme Cloud is /)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await lead.fill('We are in {city}.')
  await page.keyboard.press('Escape')
  await expect(lead).toHaveText('We are in Pune.')
  await expect(page.getByText('1 more field and SEO & sharing are')).toBeVisible()
  await form.press('Enter')
  await expect(page.getByRole('button', { name: 'Add person' })).toBeFocused()

  // The preview follows the fields, and has a text as soon as there is one.
  const year = page.getByLabel('Step 1: year')
  await year.fill('2019')
  await expect(site.locator('[data-current]')).toHaveText('2019')

  // Text is pasted as one line, and Ctrl+Z takes it back.
  await page.evaluate(() => navigator.clipboard.writeText('Twenty\nnineteen'))
  await year.press('ControlOrMeta+a')
  await year.press('ControlOrMeta+v')
  await expect(year).toHaveValue('Twenty nineteen')
  await year.press('ControlOrMeta+z')
  await expect(year).toHaveValue('2019')

  // An emptied text returns to its default here too. One that differs offers to restore it.
  const mission = page.getByLabel('Mission', { exact: true })
  await mission.fill('')
  await mission.press('Tab')
  await expect(mission).toHaveValue(/^To give a company of ten/)
  await mission.fill('Ours')
  await page.getByRole('button', { name: 'Restore default of Mission' }).click()
  await expect(mission).toHaveValue(/^To give a company of ten/)
  await expect(mission).toBeFocused()
})
