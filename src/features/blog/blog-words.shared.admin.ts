import { opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { blogWords } from './blog-words.contract.ts'

export const blogTexts = pageTexts<typeof blogWords>()('/blog', 'Blog', 'The opening of the list of articles.', {
  Opening: opening,
})
