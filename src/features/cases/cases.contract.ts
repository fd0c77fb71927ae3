import * as z from 'zod/mini'
import {
  clearable,
  optionalText,
  pictureAddress,
  recordId,
  requiredDay,
  requiredRichText,
  requiredText,
  scheduleInput,
  slug,
  textFormat,
} from '#contract/fields.ts'
import { searchAppearanceInput } from '#contract/search-appearance.ts'
import { previewInfo } from '#contract/unpublished.ts'

export const mostFigures = 3

/** A result in numbers, such as `−62 %` of `the monthly bill`, and the day of the measurement, YYYY-MM-DD. */
const figure = z.object({ figure: z.string(), name: z.string(), asOf: z.string() })
export type Figure = z.infer<typeof figure>

const summary = {
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  client: z.string(),
  industry: z.string(),
  summary: z.string(),
  figures: z.array(figure),
  serviceIds: z.array(z.string()),
  imageUrl: z.optional(z.string()),
  imageAlt: z.optional(z.string()),
  /** The focal point of the picture, as CSS positions it; absent for its middle. */
  imageFocus: z.optional(z.string()),
}
const texts = {
  problem: z.string(),
  solution: z.string(),
  quote: z.optional(z.string()),
  quoteBy: z.optional(z.string()),
}
export const caseStudy = z.object({ ...summary, ...texts, active: z.boolean(), order: z.int() })
export type CaseStudy = z.infer<typeof caseStudy>

/** `anchor` is the id of the service on the page of the services. */
const usedService = z.object({ title: z.string(), anchor: z.string(), category: z.optional(z.string()) })
/** A case study in the overview of the work. */
const shownSummary = z.object({ ...summary, services: z.optional(z.array(usedService)) })
export type CaseSummary = z.infer<typeof shownSummary>
export const caseList = z.array(shownSummary)
/** A case study with its texts rendered and sanitised, and with the public services that it used. */
export const shownCase = z.object({
  ...summary,
  ...texts,
  problemHtml: z.string(),
  solutionHtml: z.string(),
  updatedAt: z.string(),
  services: z.array(usedService),
})
export type ShownCase = z.infer<typeof shownCase>
/** A case study as a preview link shows it, before it is public. */
export const previewedCase = z.object({
  ...previewInfo,
  case: z.omit(shownCase, { problem: true, solution: true }),
})
export type PreviewedCase = z.infer<typeof previewedCase>

const figureInput = z.object({
  figure: requiredText('Number', 40),
  name: requiredText('Label', 200),
  asOf: requiredDay('As of'),
})

export const caseInput = z.object({
  title: requiredText('Title', 200),
  slug: slug(),
  client: requiredText('Client', 200),
  industry: requiredText('Industry', 100),
  summary: requiredText('Summary', 500),
  problem: requiredRichText('Problem'),
  solution: requiredRichText('Solution'),
  format: textFormat,
  figures: z.optional(z.array(figureInput).check(z.maxLength(mostFigures, `At most ${mostFigures} results`))),
  quote: optionalText('Quote', 1_000, true),
  quoteBy: optionalText('Attribution', 300),
  serviceIds: z.optional(z.array(recordId('Service')).check(z.maxLength(100, 'Too many services'))),
  imageUrl: clearable(pictureAddress()),
  imageAlt: optionalText('Alternative text', 500),
  active: z.optional(z.boolean()),
  ...scheduleInput,
  ...searchAppearanceInput,
})
