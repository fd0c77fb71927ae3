import { textsColumns } from '#content/render/stored-rendering.ts'
import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { orderedTable, type Stored, table, text } from '#server/database/table.ts'
import { publicationColumns } from '#server/record/publication.ts'
import type { openingKinds } from './openings.contract.ts'

export const openings = orderedTable('openings', {
  title: text(),
  slug: text(),
  place: text(),
  kind: text<(typeof openingKinds)[number]>(),
  description: text(),
  closesOn: text(),
  ...lifecycleColumns,
  ...publicationColumns,
  ...textsColumns,
})

/** The slug history: requests for a former slug are redirected to the opening. */
export const openingPastSlugs = table('openingPastSlugs', { slug: text(), openingId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    openingPastSlugs: Stored<typeof openingPastSlugs>
    openings: Stored<typeof openings>
  }
}
