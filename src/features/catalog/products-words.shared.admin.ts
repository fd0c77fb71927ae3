import { callToAction, opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { productsWords } from './products-words.contract.ts'

export const productsTexts = pageTexts<typeof productsWords>()(
  '/products',
  'Products',
  'The opening and the call to action.',
  { Opening: opening, 'Call to action': callToAction },
)
