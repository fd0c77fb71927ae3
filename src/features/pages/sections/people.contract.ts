import { defineSection, lines, optional, picture, rows, text } from './section.contract.ts'

/** The people of a section, which About can show too. */
export const people = rows('People', {
  one: 'Person',
  least: 1,
  most: 12,
  fields: {
    name: text('Name', 120),
    role: text('Role', 120),
    imageUrl: optional(picture()),
    text: optional(lines('Text', 500)),
  },
})

export const kind = defineSection('people', {
  words: {
    name: 'People',
    about: 'Up to twelve people, each with a role and an image or the initials.',
    also: 'team speakers authors trainers',
  },
  fields: { title: optional(text('Title')), people },
})
