import * as z from 'zod/mini'
import { optionalText, person, pictureAddress, recordStamps, requiredText } from '#contract/fields.ts'

/** Who teaches. Exactly one is the default, for courses that name nobody known. */
export const instructor = z.extend(person, { _id: z.string(), isDefault: z.boolean(), ...recordStamps })
export type Instructor = z.infer<typeof instructor>

/** What is left out stays as it is. An empty `avatarUrl` takes the picture away. */
export const instructorInput = z.object({
  name: requiredText('Name', 200),
  avatarUrl: z.optional(pictureAddress()),
  bio: optionalText('Bio', 2_000),
  isDefault: z.optional(z.boolean()),
})
export type InstructorInput = z.infer<typeof instructorInput>
