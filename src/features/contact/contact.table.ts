import { type Stored, table, text, time } from '#server/database/table.ts'
import type { contactStatuses } from './contact.contract.ts'

export const contactRequests = table('contactRequests', {
  id: text(),
  name: text(),
  email: text(),
  subject: text(),
  message: text(),
  status: text<(typeof contactStatuses)[number]>(),
  createdAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    contactRequests: Stored<typeof contactRequests>
  }
}
