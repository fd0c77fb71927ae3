import { callToAction, opening, pageTexts } from '#admin/fields/described-settings.ts'
import type { servicesWords } from './services-words.contract.ts'

export const servicesTexts = pageTexts<typeof servicesWords>()(
  '/services',
  'Services',
  'The opening, the way to the courses, and the call to action.',
  {
    Opening: opening,
    Training: { trainingTitle: { label: 'Title' }, trainingText: { label: 'Text' }, courses: { label: 'Button' } },
    'Call to action': callToAction,
  },
)
