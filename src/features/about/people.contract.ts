import * as z from 'zod/mini'
import { person } from '#contract/fields.ts'

/** A person who writes or teaches: the first sentence of the bio, and their newest public article or else their newest active course. */
const shownPerson = z.object({
  ...z.pick(person, { name: true, avatarUrl: true }).shape,
  intro: z.string(),
  latest: z.object({ kind: z.enum(['post', 'course']), title: z.string(), slug: z.string() }),
})
export type ShownPerson = z.infer<typeof shownPerson>

export const peopleList = z.object({ people: z.array(shownPerson) })
