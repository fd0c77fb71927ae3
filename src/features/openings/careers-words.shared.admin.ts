import { opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { careersWords } from './careers-words.contract.ts'

export const careersTexts = pageTexts<typeof careersWords>()(
  '/careers',
  'Careers',
  'The list of openings. The site has the page while one of them is open.',
  { Opening: opening },
)
