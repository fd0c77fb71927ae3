import { optional, picture, pictureFocus, rows, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('gallery', {
  words: { name: 'Gallery', about: 'Two to eight images next to each other.', also: 'images pictures photos' },
  fields: {
    pictures: rows('Images', {
      one: 'Image',
      least: 2,
      most: 8,
      fields: { imageUrl: picture(), imageAlt: text('Alternative text', 500), caption: optional(text('Caption', 300)) },
    }),
  },
  shown: pictureFocus,
})
