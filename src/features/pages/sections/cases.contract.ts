import { caseList } from '#features/cases/cases.contract.ts'
import { optional, records } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('cases', {
  words: {
    name: 'Case studies',
    about: 'Case studies with their results.',
    also: 'work projects clients portfolio references',
    none: 'No case study is active',
  },
  fields: {
    caseIds: optional(records('Case studies', 'cases', 12, { hint: 'Leave blank for the first three.' })),
  },
  shown: { cases: caseList },
})
