import type { Page } from '@playwright/test'

/** The text of a post, in either view. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })
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

/** Fills in the required fields of a post. */
export async function fillPost(page: Page, title: string, content: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Excerpt').fill('What it is about.')
  await page.getByLabel('Category').selectOption('Cloud')
  await editor(page).click()
  await page.keyboard.type(content)
}
