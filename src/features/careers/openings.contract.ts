import * as z from 'zod/mini'
import {
  choice,
  requiredDay,
  requiredRichText,
  requiredText,
  scheduleInput,
  slug,
  textFormat,
} from '#contract/fields.ts'
import { previewInfo } from '#contract/unpublished.ts'

export const openingKinds = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const

/** `closesOn` is the last day on which visitors see it, YYYY-MM-DD in the company's time zone. */
export const opening = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  place: z.string(),
  kind: z.enum(openingKinds),
  description: z.string(),
  closesOn: z.string(),
  active: z.boolean(),
  order: z.int(),
})
export type Opening = z.infer<typeof opening>

/** An opening that visitors can apply for, with its description rendered and sanitised. `postedOn` is a day, YYYY-MM-DD. */
export const shownOpening = z.object({
  ...z.omit(opening, { active: true, order: true }).shape,
  descriptionHtml: z.string(),
  postedOn: z.string(),
})
export type ShownOpening = z.infer<typeof shownOpening>
export const openingList = z.array(shownOpening)
/** An opening as a preview link shows it, before it is public. */
export const previewedOpening = z.object({
  ...previewInfo,
  opening: z.omit(shownOpening, { description: true }),
})
export type PreviewedOpening = z.infer<typeof previewedOpening>

/** A new opening without a slug gets one from its title. */
export const openingInput = z.object({
  title: requiredText('Title', 200),
  slug: z.optional(slug()),
  place: requiredText('Location', 200),
  kind: choice('Type', openingKinds),
  description: requiredRichText('Description'),
  format: textFormat,
  closesOn: requiredDay('The closing date'),
  active: z.optional(z.boolean()),
  ...scheduleInput,
})
