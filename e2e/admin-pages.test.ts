import { sectionKinds } from '../src/features/pages/sections/all.contract.ts'
import { validSection } from '../src/testing/valid-section.ts'
import { expect, test, toast, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { picture } from './picture.ts'

test('a page is built from sections by the keyboard, refused at its field, published and moved in its order', async ({
  page,
}) => {
  await page.goto('/#/admin/pages/new?from=blank')
  await page.getByLabel('Title', { exact: true }).first().fill('A page by hand')
  const section = (at: number) => page.locator(`[data-section-at="${at}"]`)
  const head = (at: number) => section(at).locator('[data-section-head]')
  const add = page.getByRole('button', { name: 'Add section' })

  await add.press('Enter')
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a section' }).fill('hero')
  await page.keyboard.press('Enter')
  await expect(section(0).getByLabel('Title')).toBeFocused()
  await expect(section(0).getByLabel('Title')).toHaveValue('A page by hand')
  await section(0).getByLabel('Title').fill('Built by hand')
  await add.press('Enter')
  await page.getByRole('combobox', { name: 'Find a section' }).fill('cards')
  await page.keyboard.press('Enter')
  await expect(head(0)).toHaveAttribute('aria-expanded', 'false')

  // The refused section opens, also when another one is open.
  await head(0).click()
  await page.keyboard.press('Control+s')
  const title = section(1).getByRole('group', { name: 'Card 1', exact: true }).getByLabel('Title')
  await expect(title).toBeFocused()
  await expect(section(1).getByText('Title is required').first()).toBeVisible()
  for (const [card, word] of [
    ['Card 1', 'One'],
    ['Card 2', 'Two'],
  ] as const) {
    const fields = section(1).getByRole('group', { name: card, exact: true })
    await fields.getByLabel('Title').fill(word)
    await fields.getByLabel('Text').fill(`${word} more`)
  }
  await section(1).getByRole('button', { name: 'Move Card 2' }).press('Alt+ArrowUp')
  await expect(title).toHaveValue('Two')
  await expect(section(1).getByRole('button', { name: 'Move Card 1' })).toBeFocused()

  await head(1).press('Alt+ArrowUp')
  await expect(head(0)).toContainText('Cards')
  await expect(head(0)).toBeFocused()
  await page.getByRole('button', { name: /^Actions for Cards/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await expect(head(0)).toContainText('Opening')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(head(0)).toContainText('Cards')
  await head(0).press('Alt+ArrowDown')

  await page.getByRole('tab', { name: /^Publish/ }).click()
  await page.getByLabel('Active').check()
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Page created successfully')).toBeVisible()
  await page.goto('/a-page-by-hand')
  await expect(page.getByRole('heading', { level: 1, name: 'Built by hand' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Two', 'One'])
})

test('a page from a template follows what is typed, and a click in it opens a section', async ({ page }) => {
  await page.goto('/#/admin/pages/new')
  await page.getByRole('link', { name: /^Landing page/ }).click()
  const shown = page.frameLocator('[title="Preview of the page"]')
  const section = (at: number) => shown.locator(`[data-section="${at}"]`)
  await expect(section(3).getByRole('heading', { level: 2 })).toHaveText('How we start')
  const frame = page.getByTitle('Preview of the page')
  const scrolled = () => frame.evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollY ?? 0)

  await section(3).click({ position: { x: 20, y: 20 } })
  const fields = page.locator('[data-section-at="3"]')
  const title = fields.getByLabel('Title', { exact: true }).first()
  await expect(title).toHaveValue('How we start')
  await expect(section(3)).toHaveAttribute('data-selected', '')
  const before = await scrolled()
  // Its elements stay: one that another document replaced would have lost this.
  await shown.locator('h1').evaluate((heading) => Object.assign(heading, { stays: true }))
  await title.fill('How it begins')
  await expect(section(3).getByRole('heading', { level: 2 })).toHaveText('How it begins')
  await expect(section(3)).toHaveAttribute('data-selected', '')
  expect(await scrolled()).toBe(before)
  expect(await shown.locator('h1').evaluate((heading) => 'stays' in heading)).toBe(true)
  await title.fill('')
  await expect(section(3).getByText('How it begins')).toHaveCount(0)

  // A link in it leads nowhere.
  await section(0).getByText('Get in touch').click()
  await expect(page.locator('[data-section-at="0"]').getByLabel('Title', { exact: true }).first()).toBeVisible()
  expect(page.url()).toContain('/admin/pages/new?from=landing')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(shown.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('axe finds nothing in the form with a section of each kind, and all of it fits into each window', {
  tag: '@all',
}, async ({ page, api }) => {
  test.slow()
  const kinds = sectionKinds.map(({ kind }) => kind)
  const sections = kinds.map((kind) => validSection(kind, { idsOf: () => ['none'] }))
  // The library has none of the pictures and files that the sections name.
  const { mimeType: contentType, buffer: body } = await picture('any.png')
  await page.route(/\/media\/(ab){16}/, (route) => route.fulfill({ contentType, body }))
  await page.route(/\/api\/media\/(cd){16}/, (route) =>
    route.fulfill({ json: { kind: 'file', name: 'press-kit.pdf', size: 1_000 } }),
  )
  const { _id } = await api('POST', '/api/pages', { title: 'Each kind', path: 'each-kind', active: false, sections })
  await visit(page, `/admin/pages/edit/${_id}`)
  for (const [at, kind] of kinds.entries()) {
    const head = page.locator(`[data-section-at="${at}"] [data-section-head]`)
    await head.click()
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    await expect(page.locator('[data-section-fields]')).toHaveCount(1)
    await expectAccessible(page, kind)
    await expectToFit(page, kind)
  }
  await page.getByRole('button', { name: 'Add section' }).click()
  await expectAccessible(page, 'the picker')
  await expectToFit(page, 'the picker')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add section' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Add section' })).toBeVisible()
  await visit(page, '/admin/pages')
  await expectAccessible(page, 'the list')
  await expectToFit(page, 'the list')
})
