import { lines, optional, picture, rows, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

const of = {
  one: 'Person',
  most: 12,
  fields: {
    name: text('Name', 120),
    role: text('Role', 120),
    imageUrl: optional(picture()),
    text: optional(lines('Text', 500)),
  },
}

/** The people in the settings of About, which needs none. */
export const peopleOfAbout = rows(
  'People',
  { ...of, least: 0 },
  { hint: 'Without any, the page shows the people who write articles and teach courses.' },
)

export const kind = defineSection('people', {
  words: {
    name: 'People',
    about: 'Up to twelve people, each with a role and an image or initials.',
    also: 'team speakers authors trainers',
  },
  fields: { title: optional(text('Title')), people: rows('People', { ...of, least: 1 }) },
})
