import * as z from 'zod/mini'
import { clearableEmail, clearableText, isDay, recordId } from '#contract/fields.ts'
import { cohort } from '../ground/cohorts.contract.ts'
import { offerFields } from '../ground/offers.contract.ts'
import { registration } from '../ground/registrations.contract.ts'

/** The days (YYYY-MM-DD) on which someone was there; `false` says that they were not, where attendance was taken. */
const attended = z.record(z.string(), z.boolean())

/** A certificate of a participant. Times are ISO 8601 in UTC. */
const certificate = z.object({
  number: z.string(),
  issuedAt: z.string(),
  withdrawnAt: z.optional(z.string()),
})

/** One seat. `requestId` is the registration that has it; absent for a seat whose registration was erased. Without a name nobody was named yet. */
export const participant = z.object({
  _id: z.string(),
  requestId: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  /** Whether they get the joining details themselves, not only the person who booked. */
  informed: z.boolean(),
  attended,
  certificate: z.optional(certificate),
  version: z.int(),
})
export type Participant = z.infer<typeof participant>

/** A booking of a date as those who teach it see it; `company`, `message` and `people` are of the registration. */
const booking = z.pick(registration, { _id: true, name: true, company: true, people: true, message: true })

/**
 * Who comes to a date. `days` are its days, YYYY-MM-DD, by its schedule. `email` and `phone` of participants are absent for those who may not read
 * registrations. `acts` says what the reader may do.
 */
export const dateParticipants = z.object({
  ...offerFields,
  date: z.omit(cohort, { readsPeople: true, warnings: true }),
  days: z.array(z.string()),
  bookings: z.array(booking),
  participants: z.array(participant),
  acts: z.array(z.enum(['name', 'attend', 'join', 'write', 'certify', 'add'])),
})
export type DateParticipants = z.infer<typeof dateParticipants>

/** What changes of a participant. Values left out stay, also days; null or an empty text removes one. `version` refuses a change of another one. */
export const participantChange = z.object({
  _id: recordId('participants'),
  name: clearableText('Name', 200, false),
  email: clearableEmail(),
  phone: clearableText('Phone', 300, false),
  informed: z.optional(z.boolean('Send true or false')),
  attended: z.optional(
    z.record(
      z.string().check(z.refine(isDay, 'A day must be YYYY-MM-DD')),
      z.nullable(z.boolean('Send true, false or null')),
    ),
  ),
  version: z.optional(z.int()),
})
export type ParticipantChange = z.infer<typeof participantChange>
/** Only the participants that are named change. */
export const participantsInput = z.object({
  participants: z.array(participantChange).check(z.maxLength(1_000, 'Send at most 1,000 participants')),
})
export type ParticipantsInput = z.infer<typeof participantsInput>

const ids = z.array(recordId('participants')).check(z.maxLength(1_000, 'Send at most 1,000 participants'))
/** Who was there on a day. With `absent`, only the people of both lists change; without it, everyone else was absent. */
export const attendanceInput = z.object({
  day: z.string('Day is required').check(z.refine(isDay, 'Day must be a date')),
  present: ids,
  absent: z.optional(ids),
})
