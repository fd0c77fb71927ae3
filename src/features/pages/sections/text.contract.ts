import * as z from 'zod/mini'
import { rich } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('text', {
  words: {
    name: 'Text',
    about: 'Text with headings, lists, tables and everything else in the editor.',
    also: 'paragraph editor prose',
  },
  fields: { content: rich('Text') },
  shown: { html: z.string() },
})
