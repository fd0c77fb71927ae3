import { defineSection, group, lines, optional, target, text } from './section.contract.ts'

export const kind = defineSection('action', {
  words: {
    name: 'Call to action',
    about: 'A dark band with a title and one button.',
    also: 'button cta invitation',
  },
  fields: {
    title: text('Title'),
    text: optional(lines('Text', 500)),
    button: group('Button', { label: text('Label', 60), to: target() }),
  },
})
