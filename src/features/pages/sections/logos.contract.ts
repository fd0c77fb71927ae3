import * as z from 'zod/mini'
import { optional, picture, rows, target, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('logos', {
  words: {
    name: 'Logos',
    about: 'Two to twelve logos at one height: clients, partners, sponsors.',
    also: 'clients partners sponsors brands',
  },
  fields: {
    title: optional(text('Title')),
    logos: rows('Logos', {
      one: 'Logo',
      least: 2,
      most: 12,
      fields: {
        imageUrl: picture(),
        imageAlt: text('Alternative text', 500, { hint: 'The name of the company.' }),
        to: optional(target()),
      },
    }),
  },
  /** The ids of those in light colours, or on a dark ground of their own. */
  shown: { light: z.optional(z.array(z.string())) },
})
