import { createScheduledTable } from './make-table.ts'

const columns = {
  quote: 'text',
  name: 'text',
  role: 'text',
  company: 'text',
  photoUrl: 'text?',
  agreedOn: 'text',
} as const

/** What clients say about the company. */
export const testimonials = createScheduledTable('0026-testimonials', 'testimonials', columns)
