import type { Page } from '@playwright/test'

/** The text of a post, in either view. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })

/** Opens the form of a new post, and puts the cursor into its text. */
export async function openNew(page: Page) {
  await page.goto('/#/admin/blogs/new')
  await editor(page).click()
}

/** A button of the editor's toolbar. */
export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

/** Opens the source view and reads it. */
export async function source(page: Page): Promise<string> {
  await tool(page, 'Markdown source').click()
  return editor(page).inputValue()
}

/** Replaces the text in the source view, and returns to the visual view. */
export async function startWith(page: Page, text: string) {
  await editor(page).fill(text)
  await page.getByRole('button', { name: 'Visual editor' }).click()
  await editor(page).click()
}

/** A post as the API accepts it. */
export const post = (title: string, more: object = {}) => ({
  title,
  slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  excerpt: 'What it is about.',
  category: 'Cloud',
  content: 'The first words.',
  published: true,
  ...more,
})

/** Opens a tab of the settings. */
export const openTab = (page: Page, name: 'Post' | 'Course' | 'Case study' | 'SEO & sharing' | 'Publish') =>
  page.getByRole('tab', { name }).click()

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Fills in the required fields of a post. */
export async function fillPost(page: Page, title: string, content: string) {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Excerpt').fill('What it is about.')
  await page.getByLabel('Category').selectOption('Cloud')
  await editor(page).click()
  await page.keyboard.type(content)
}
