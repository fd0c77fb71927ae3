import * as z from 'zod/mini'
import { clearable, clearableEmail, clearableText, recordId } from '#contract/fields.ts'
import { gstLines } from './cohort-words.contract.ts'
import { publicCohort } from './cohorts.contract.ts'
import { linkActions } from './registration-words.contract.ts'
import { gstin, registration } from './registrations.contract.ts'

const linkParticipant = z.object({
  _id: z.string(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  informed: z.boolean(),
  version: z.int(),
})
export type LinkParticipant = z.infer<typeof linkParticipant>

/** The registration of a signed link. `price` is for one seat, in rupees; `enrollmentUrl` is the page where someone with a seat must still enroll. */
const ofRegistration = z.pick(registration, {
  ...{ kind: true, people: true, company: true, gstin: true, state: true, place: true },
  ...{ offeredPeople: true, offeredUntil: true, proposed: true },
})
export const registrationLink = z.extend(ofRegistration, {
  version: z.int(),
  /** What the person can correct themselves: the details for the invoice, until there is one. */
  correctable: z.boolean(),
  poNumber: z.optional(z.string()),
  /** Whether the company has written its invoice. */
  invoiced: z.optional(z.literal(true)),
  /** The people of an enrolled booking, who can be named until the date is over. */
  participants: z.optional(z.array(linkParticipant)),
  /** How to join, from a day before the date until it is over; `html` is safe to show. */
  joining: z.optional(z.object({ url: z.optional(z.string()), html: z.optional(z.string()) })),
  course: z.optional(z.object({ title: z.string(), slug: z.string() })),
  /** The page with the event, which has no price. */
  event: z.optional(z.object({ _id: z.string(), title: z.string(), path: z.string() })),
  cohort: z.optional(
    z.pick(publicCohort, {
      ...{ _id: true, startsOn: true, endsOn: true, startsAt: true, endsAt: true, timetable: true },
      ...{ mode: true, place: true },
      ...{ language: true, enrolVia: true },
    }),
  ),
  price: z.optional(z.number()),
  gst: z.optional(z.enum(gstLines)),
  enrollmentUrl: z.optional(z.string()),
  /** The time zone of the company, in which times are shown. */
  timeZone: z.optional(z.string()),
  actions: z.array(z.enum(linkActions)),
  message: z.optional(z.string()),
})
export type RegistrationLink = z.infer<typeof registrationLink>

/**
 * What the person of a link changes of their booking. Values left out stay; an empty text removes one. `informed` sends the joining details to the
 * participant too; `release` gives the seat back. With a `version`, a value that someone else has changed since is refused once.
 */
export const registrationDetails = z.object({
  token: z.string().check(z.maxLength(2_000)),
  version: z.optional(z.coerce.number().check(z.multipleOf(1))),
  company: clearableText('Company', 300, false),
  gstin: clearable(gstin),
  poNumber: clearableText('PO number', 100, false),
  participants: z.optional(
    z
      .array(
        z.object({
          _id: recordId('participants'),
          version: z.optional(z.coerce.number().check(z.multipleOf(1))),
          name: clearableText('Name', 200, false),
          email: clearableEmail(),
          informed: z.optional(z.boolean('Send true or false')),
          release: z.optional(z.boolean('Send true or false')),
        }),
      )
      .check(z.maxLength(50, 'Send at most 50 participants')),
  ),
})
export type RegistrationDetails = z.infer<typeof registrationDetails>

export const registrationLinkPress = z.object({
  token: z.string().check(z.maxLength(2_000)),
  action: z.enum(linkActions, 'Action must be confirm, take, change, decline or withdraw'),
  /** Which change the person has seen, for `change`. */
  at: z.optional(z.string().check(z.maxLength(40))),
})
