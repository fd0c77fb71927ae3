import * as z from 'zod/mini'
import { group, lines, optional, target, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

const button = group('Button', { label: text('Label', 60), to: target() })

export const kind = defineSection('action', {
  words: {
    name: 'Call to action',
    about: 'A dark band with a title and one button.',
    also: 'button cta invitation',
  },
  fields: {
    title: text('Title'),
    text: optional(lines('Text', 500)),
    button,
  },
  /** The words stay when the button leads nowhere. */
  shown: { button: z.optional(button.rule) },
})
