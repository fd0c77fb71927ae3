import { createScheduledTable } from './make-table.ts'

const columns = { question: 'text', answer: 'text', places: 'json', courseId: 'text?' } as const

/** Questions that visitors ask, and the pages that answer them. */
export const questions = createScheduledTable('0027-questions', 'questions', columns)
