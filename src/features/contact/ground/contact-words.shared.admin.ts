import { opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { contactWords } from './contact-words.contract.ts'

export const contactTexts = pageTexts<typeof contactWords>()(
  '/contact',
  'Contact',
  'The opening of the page with the form.',
  { Opening: opening },
)
