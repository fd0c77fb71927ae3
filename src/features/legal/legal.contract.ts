import * as z from 'zod/mini'

export const legalDocuments = ['privacy', 'terms', 'cookies'] as const

/** A document from `content/`, rendered. `updated` is a day, YYYY-MM-DD. */
export const legalDocument = z.object({
  title: z.string(),
  description: z.string(),
  updated: z.string(),
  html: z.string(),
})
export type LegalDocument = z.infer<typeof legalDocument>
