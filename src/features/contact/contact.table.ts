import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'
import type { contactStatuses } from './contact.contract.ts'

/** `flood`: it came after so many others from its sender's network that it was not mailed by itself; `digestId` is the delivery that tells of it. */
export const contactRequests = table('contactRequests', {
  id: text(),
  name: text(),
  email: text(),
  subject: text(),
  message: text(),
  status: text<(typeof contactStatuses)[number]>(),
  createdAt: time(),
  flood: optional(boolean()),
  digestId: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    contactRequests: Stored<typeof contactRequests>
  }
}
