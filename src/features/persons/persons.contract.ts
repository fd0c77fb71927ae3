import * as z from 'zod/mini'
import { emailAddress } from '#contract/fields.ts'
import { eraseWord, kindCount } from '#contract/persons.ts'

export const findPerson = z.object({ email: emailAddress() })
export const foundPerson = z.object({ key: z.string() })

export const exportQuery = z.object({
  format: z.optional(z.enum(['json', 'html'], 'format must be json or html')),
  notes: z.optional(z.enum(['without'], 'notes must be without')),
})

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
