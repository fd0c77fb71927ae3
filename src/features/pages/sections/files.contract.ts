import * as z from 'zod/mini'
import { file, lines, optional, rows, text } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

/** A file to download. `type` is its kind in words, such as PDF or JPEG; `size` is in bytes; a picture has its address on pages as `imageUrl`, and a logo its `tone`. */
const shownFile = z.object({
  fileUrl: z.string(),
  title: z.string(),
  text: z.optional(z.string()),
  type: z.string(),
  size: z.int(),
  imageUrl: z.optional(z.string()),
  tone: z.optional(z.enum(['light', 'dark', 'deep'])),
})
export type ShownFile = z.infer<typeof shownFile>

export const kind = defineSection('files', {
  words: {
    name: 'Files',
    about: 'PDFs and images to download, one by one or all as one zip.',
    also: 'downloads press kit pdf brochure documents',
    none: 'Every file has been deleted',
  },
  fields: {
    title: optional(text('Title')),
    files: rows('Files', {
      one: 'File',
      least: 1,
      most: 12,
      fields: { fileUrl: file(), title: text('Title', 120), text: optional(lines('Text', 300)) },
    }),
  },
  /** `zip` is the address of all of them in one file; absent for a single one, and while the page is not public. */
  shown: { files: z.array(shownFile), zip: z.optional(z.string()) },
})
