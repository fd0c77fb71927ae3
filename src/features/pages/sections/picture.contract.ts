import { optional, picture, text, tick } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('picture', {
  words: {
    name: 'Image',
    about: 'One image with a caption, as wide as the text or the page.',
    also: 'picture photo figure',
  },
  fields: {
    imageUrl: picture(),
    imageAlt: text('Alternative text', 500),
    caption: optional(text('Caption', 300)),
    wide: tick('As wide as the page'),
  },
})
