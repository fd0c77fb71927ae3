import * as z from 'zod/mini'
import {
  auditFields,
  clearable,
  optionalText,
  person,
  pictureAddress,
  recordId,
  requiredText,
} from '#contract/fields.ts'

/** Exactly one is the default, for courses that name no existing one. `userId` is the colleague, who sees who comes to the dates. */
export const instructor = z.extend(person, {
  _id: z.string(),
  isDefault: z.boolean(),
  userId: z.optional(z.string()),
  ...auditFields,
})
export type Instructor = z.infer<typeof instructor>
/** In the list: `courses` counts those that are not in the trash. */
export const listedInstructor = z.extend(instructor, { courses: z.int() })
export type ListedInstructor = z.infer<typeof listedInstructor>

/** Omitted fields keep their values. An empty `avatarUrl` removes the picture, and an empty `userId` the colleague. */
export const instructorInput = z.object({
  name: requiredText('Name', 200),
  avatarUrl: clearable(pictureAddress()),
  bio: optionalText('Bio', 2_000),
  isDefault: z.optional(z.boolean()),
  userId: clearable(recordId('userId')),
})
export type InstructorInput = z.infer<typeof instructorInput>
