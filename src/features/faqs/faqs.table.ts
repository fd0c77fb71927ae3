import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { json, optional, orderedTable, type Stored, text } from '#server/database/table.ts'
import type { FaqPlace } from './faqs.contract.ts'

/** `courseId` is no foreign key: a question outlives its course, and is then shown in its other places. */
export const faqs = orderedTable('faqs', {
  question: text(),
  answer: text(),
  places: json<FaqPlace[]>(),
  courseId: optional(text()),
  ...lifecycleColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    faqs: Stored<typeof faqs>
  }
}
