import { callToAction, opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { workWords } from './work-words.contract.ts'

export const workTexts = pageTexts<typeof workWords>()(
  '/work',
  'Our Work',
  'The overview of case studies. The site has the page while one of them is active.',
  { Opening: opening, 'Call to action': callToAction },
)
