import { textsColumns } from '#content/render/stored-rendering.ts'
import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { json, optional, orderedTable, type Stored, table, text } from '#server/database/table.ts'
import { appearanceColumns } from '#server/record/publication.ts'
import type { Figure } from './cases.contract.ts'

/** Case studies. `problem` and `solution` are rich texts. */
export const cases = orderedTable('cases', {
  title: text(),
  slug: text(),
  client: text(),
  industry: text(),
  summary: text(),
  problem: text(),
  solution: text(),
  figures: json<Figure[]>(),
  quote: optional(text()),
  quoteBy: optional(text()),
  serviceIds: json<string[]>(),
  imageUrl: optional(text()),
  imageAlt: optional(text()),
  ...appearanceColumns,
  ...lifecycleColumns,
  ...textsColumns,
})

/** The slug history: requests for a former slug are redirected to the case study. */
export const casePastSlugs = table('casePastSlugs', { slug: text(), caseId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    casePastSlugs: Stored<typeof casePastSlugs>
    cases: Stored<typeof cases>
  }
}
