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

/** Opens a tab of the settings. */
export const openTab = (page: Page, name: 'Post' | 'Course' | 'Case study' | 'Appearance' | 'Publish') =>
  page.getByRole('tab', { name }).click()

/** Saves a post that becomes public, and agrees to the consequences. */
export async function publish(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await agreeToPublish(page)
}
export const agreeToPublish = (page: Page) =>
  page.getByRole('region', { name: 'Ready to publish?' }).getByRole('button', { name: 'Publish' }).click()

/** Fills in the required fields of a post. */
export async function fillPost(page: Page, title: string, content: string) {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Excerpt').fill('What it is about.')
  await page.getByLabel('Category').selectOption('Cloud')
  await editor(page).click()
  await page.keyboard.type(content)
}
