import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { optional, orderedTable, type Stored, text } from '#server/database/table.ts'

export const testimonials = orderedTable('testimonials', {
  quote: text(),
  name: text(),
  role: text(),
  company: text(),
  photoUrl: optional(text()),
  agreedOn: text(),
  ...lifecycleColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    testimonials: Stored<typeof testimonials>
  }
}
