import * as z from 'zod/mini'
import { emailAddress } from '#contract/fields.ts'
import { eraseWord, kindCount } from '#contract/persons.ts'

export const findPerson = z.object({ email: emailAddress() })
export const foundPerson = z.object({ key: z.string() })

export const exportQuery = z.object({
  format: z.optional(z.enum(['json', 'html'], 'format must be json or html')),
  notes: z.optional(z.enum(['without'], 'notes must be without')),
})

/** Whether a link shows the notes of colleagues, and whether the site emails it to the person. */
export const personLinkInput = z.object({
  notes: z.boolean('notes must be true or false'),
  send: z._default(z.boolean('send must be true or false'), false),
})

const personLink = z.object({
  _id: z.string(),
  by: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  notes: z.boolean(),
})
export type PersonLink = z.infer<typeof personLink>
export const personLinkList = z.object({ links: z.array(personLink) })
/** A new link. `url` is there only once, with a message to send it with, and not at all when the site sends it. */
export const madePersonLink = z.extend(personLink, {
  url: z.optional(z.string()),
  mail: z.optional(z.object({ subject: z.string(), text: z.string() })),
})
export type MadePersonLink = z.infer<typeof madePersonLink>

export const eraseInput = z.object({ word: z.literal(eraseWord, `Type ${eraseWord} to confirm.`) })

/**
 * `overwritten`: no unused part of the database file has the address; false when that waits. Where a database server has the files, it is only there
 * when something waits.
 */
export const eraseAnswer = z.object({
  message: z.string(),
  counts: z.array(kindCount),
  overwritten: z.optional(z.boolean()),
})
export type EraseAnswer = z.infer<typeof eraseAnswer>
