import { rows, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('numbers', {
  words: {
    name: 'Numbers',
    about: 'One to four large numbers in a row, each with a few words about it.',
    also: 'statistics figures metrics facts',
  },
  fields: {
    numbers: rows('Numbers', {
      one: 'Number',
      least: 1,
      most: 4,
      fields: { number: text('Number', 20), label: text('Label', 120) },
    }),
  },
})
