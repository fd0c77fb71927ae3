import * as z from 'zod/mini'
import { hasNoNul } from '#contract/fields.ts'

const id = z.string().check(z.minLength(1), z.maxLength(100), hasNoNul)

/**
 * Who gets a letter, of the confirmed subscribers who have not paused: everyone, those with one of the topics, those who asked about a course,
 * those of an import, or those who did not get another letter (its notification's id).
 */
export const audience = z.discriminatedUnion(
  'to',
  [
    z.object({ to: z.literal('everyone') }),
    z.object({ to: z.literal('topics'), topics: z.array(id).check(z.minLength(1, 'Choose at least one topic')) }),
    z.object({ to: z.literal('course'), courseId: id }),
    z.object({ to: z.literal('import'), importId: id }),
    z.object({ to: z.literal('without'), notificationId: id }),
  ],
  'Choose who gets it',
)
export type Audience = z.infer<typeof audience>

/** A letter as it is sent. `body` is rich text as typed. */
export type LetterContent = {
  title: string
  subject: string
  preheader?: string | undefined
  greeting?: string | undefined
  body: string
}
