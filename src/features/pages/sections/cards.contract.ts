import { alternative, lines, optional, picture, pictureFocus, rows, target, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('cards', {
  words: {
    name: 'Cards',
    about: 'Two to six short texts next to each other, each with a title.',
    also: 'grid features benefits',
  },
  fields: {
    title: optional(text('Title')),
    cards: rows('Cards', {
      one: 'Card',
      least: 2,
      most: 6,
      fields: {
        title: text('Title', 120),
        text: lines('Text', 600),
        to: optional(target()),
        imageUrl: optional(picture()),
        imageAlt: alternative(),
      },
    }),
  },
  shown: pictureFocus,
})
