import * as z from 'zod/mini'
import { recordId } from '#contract/fields.ts'
import { offerFields } from '../ground/offers.contract.ts'

/** What anyone with its number learns of a certificate: not for whom it is. Days are YYYY-MM-DD; `withdrawnAt` is there once it is not valid any more. */
export const publicCertificate = z.object({
  number: z.string(),
  /** The title of the course, or of the event. */
  course: z.string(),
  isEvent: z.optional(z.literal(true)),
  startsOn: z.string(),
  endsOn: z.optional(z.string()),
  issuedAt: z.string(),
  withdrawnAt: z.optional(z.string()),
})
export type PublicCertificate = z.infer<typeof publicCertificate>

/** A certificate as its sheet has it. `hours` are those of the schedule, absent where it has no times; `trainers` are names. */
const certificateSheet = z.extend(z.omit(publicCertificate, { withdrawnAt: true }), {
  participantId: z.string(),
  name: z.string(),
  hours: z.optional(z.number()),
  trainers: z.array(z.string()),
  url: z.string(),
})
export type CertificateSheet = z.infer<typeof certificateSheet>

export const certificateSheets = z.object({
  ...offerFields,
  startsOn: z.string(),
  certificates: z.array(certificateSheet),
})
export type CertificateSheets = z.infer<typeof certificateSheets>

export const issueInput = z.object({
  participants: z
    .array(recordId('participants'))
    .check(z.minLength(1, 'Choose participants'), z.maxLength(1_000, 'Send at most 1,000 participants')),
})
