import * as z from 'zod/mini'
import { formSignals } from '#contract/bot-signals.ts'
import { bulkInput } from '#contract/bulk.ts'
import { emailAddress, requiredText, staffListQuery } from '#contract/fields.ts'

export const contactStatuses = ['pending', 'resolved', 'spam'] as const

/** A message as a visitor sends it. */
export const contactMessage = z.object({
  name: requiredText('Name', 200),
  email: emailAddress(),
  subject: requiredText('Subject', 300),
  message: requiredText('Message', 20_000),
  ...formSignals,
})

/** A message as staff read it. `createdAt` is ISO 8601 in UTC; `flood` is set when many others had come from the same network. */
export const contactRequest = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(contactStatuses),
  createdAt: z.string(),
  flood: z.optional(z.boolean()),
})
export type ContactRequest = z.infer<typeof contactRequest>

export const contactStatusChange = z.object({
  status: z.enum(contactStatuses, 'Status must be pending, resolved or spam'),
})

/** Many requests at once: a status for all of them, or deletion, or restoring from the trash. `status` is the one that the caller has seen. */
export const contactBulk = bulkInput(
  [...contactStatuses, 'delete', 'restore'],
  z.object({ _id: z.string(), status: z.optional(z.enum(contactStatuses)) }),
)

export const contactListQuery = z.extend(staffListQuery, {
  flood: z.optional(z.enum(['true', 'false'], 'flood must be true or false')),
})

/** The part of the list that is exported: `search`, `status` and `flood`. */
export const contactExportQuery = z.omit(contactListQuery, { page: true, limit: true })
export type ContactExportQuery = z.infer<typeof contactExportQuery>
