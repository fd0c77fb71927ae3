import { createScheduledTable } from './make-table.ts'

const columns = { title: 'text', place: 'text', kind: 'text', description: 'text', closesOn: 'text' } as const

/** Places in the company that are open. */
export const openings = createScheduledTable('0032-openings', 'openings', columns)
