import { trashColumns } from '#server/database/lifecycle.ts'
import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'
import type { contactStatuses } from './contact.contract.ts'

/** `flood`: the message was part of a flood from its sender's network, and so was not mailed separately; `digestId` is the delivery of the digest that lists it. */
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
  ...trashColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    contactRequests: Stored<typeof contactRequests>
  }
}
