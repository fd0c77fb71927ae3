import { opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { coursesWords } from './courses-words.contract.ts'

export const coursesTexts = pageTexts<typeof coursesWords>()(
  '/courses',
  'Courses',
  'The opening of the list of courses.',
  { Opening: opening },
)
