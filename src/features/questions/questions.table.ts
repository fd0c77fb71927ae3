import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { json, optional, orderedTable, type Stored, text } from '#server/database/table.ts'
import type { QuestionPlace } from './questions.contract.ts'

/** `courseId` is no foreign key: a question outlives its course, and is then shown in its other places. */
export const questions = orderedTable('questions', {
  question: text(),
  answer: text(),
  places: json<QuestionPlace[]>(),
  courseId: optional(text()),
  ...lifecycleColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    questions: Stored<typeof questions>
  }
}
