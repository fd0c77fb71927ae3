import { alternative, lines, optional, picture, pictureFocus, rows, target, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('opening', {
  words: {
    name: 'Opening',
    about: 'The title of the page, with a short text, up to two buttons and an image.',
    also: 'hero title header heading',
  },
  fields: {
    title: text('Title'),
    text: optional(lines('Text', 500)),
    buttons: optional(
      rows('Buttons', { one: 'Button', least: 0, most: 2, fields: { label: text('Label', 60), to: target() } }),
    ),
    imageUrl: optional(picture()),
    imageAlt: alternative(),
  },
  shown: pictureFocus,
})
