import { textsColumns } from '#content/render/stored-rendering.ts'
import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { json, optional, orderedTable, type Stored, text } from '#server/database/table.ts'
import { appearanceColumns } from '#server/record/shared-fields.ts'
import type { Figure } from './cases.contract.ts'

/** Case studies. `pastSlugs` are former addresses of a public one, which lead to the current address. `problem` and `solution` are texts by `format`. */
export const cases = orderedTable('cases', {
  title: text(),
  slug: text(),
  pastSlugs: json<string[]>(),
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

declare module '#server/database/schema.ts' {
  interface Schema {
    cases: Stored<typeof cases>
  }
}
