import { subscribers } from './newsletter.table.ts'

/** How the finder of the back office finds subscribers. */
export const foundSubscribers = { table: subscribers, nameColumn: 'email' }
