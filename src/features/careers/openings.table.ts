import { textsColumns } from '#content/render/stored-rendering.ts'
import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { orderedTable, type Stored, text } from '#server/database/table.ts'
import { publicationColumns } from '#server/record/publication.ts'
import type { openingKinds } from './openings.contract.ts'

export const openings = orderedTable('openings', {
  title: text(),
  place: text(),
  kind: text<(typeof openingKinds)[number]>(),
  description: text(),
  closesOn: text(),
  ...lifecycleColumns,
  ...publicationColumns,
  ...textsColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    openings: Stored<typeof openings>
  }
}
