import { lines, optional, rows, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('steps', {
  words: {
    name: 'Steps',
    about: 'Two to eight numbered steps, one after the other.',
    also: 'process timeline how agenda schedule',
  },
  fields: {
    title: optional(text('Title')),
    steps: rows('Steps', {
      one: 'Step',
      least: 2,
      most: 8,
      fields: { title: text('Title', 120), text: lines('Text', 600) },
    }),
  },
})
