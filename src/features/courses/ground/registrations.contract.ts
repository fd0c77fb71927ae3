import * as z from 'zod/mini'
import {
  clearable,
  clearableEmail,
  clearableText,
  emailAddress,
  formList,
  isDay,
  optionalText,
  recordId,
  requiredText,
} from '#contract/fields.ts'
import { gstinError } from '#contract/gstin.ts'
import { pageNumber } from '#contract/lists.ts'
import { formSignals, optionalLine, visit, visitInput } from '#contract/visit.ts'
import { offerFields } from './offers.contract.ts'
import { registrationActs, registrationKinds, registrationStates } from './registration-words.contract.ts'

/** The months (YYYY-MM) and weekdays (1 is Monday) that someone wishes for. */
const wanted = z.object({ months: z.optional(z.array(z.string())), weekdays: z.optional(z.array(z.int())) })
export type Wanted = z.infer<typeof wanted>

/** What someone asks with. */
const details = z.object({
  name: z.string(),
  phone: z.optional(z.string()),
  people: z.int(),
  company: z.optional(z.string()),
  gstin: z.optional(z.string()),
  message: z.optional(z.string()),
  wanted: z.optional(wanted),
})

/** What someone who has asked again wants instead: the values that differ from those of the registration. `at` is when they asked. */
const proposal = z.extend(z.partial(details), { at: z.string() })
export type Proposal = z.infer<typeof proposal>

/** The values before a correction; null for one that was missing. */
const correction = z.object({
  at: z.string(),
  by: z.string(),
  before: z.object({
    name: z.optional(z.string()),
    phone: z.nullish(z.string()),
    people: z.optional(z.int()),
    company: z.nullish(z.string()),
    gstin: z.nullish(z.string()),
    email: z.nullish(z.string()),
    poNumber: z.nullish(z.string()),
    invoiceNo: z.nullish(z.string()),
    paidOn: z.nullish(z.string()),
  }),
})
export type Correction = z.infer<typeof correction>

/** The tax number of a company, in upper case. */
export const gstin = z.string('GSTIN must be a text').check(
  z.trim(),
  z.toUpperCase(),
  z.refine((value) => gstinError(value) === undefined, { error: ({ input }) => gstinError(String(input)) }),
)

const peopleError = 'People must be a number from 1 to 50'
const isPeople = (value: number) => Number.isInteger(value) && value >= 1 && value <= 50

/**
 * The values that a visitor sends from the form of a course, or of a page with an event, which has one date. `cohortId` names the date of a course; `months` and `weekdays` are wishes for the next one.
 */
export const registrationInput = z.object({
  courseId: z.optional(recordId('courseId')),
  pageId: z.optional(recordId('pageId')),
  cohortId: z.optional(recordId('cohortId')),
  kind: z.enum(registrationKinds, `Kind must be one of ${registrationKinds.join(', ')}`),
  name: requiredText('Name', 200),
  email: emailAddress(),
  phone: optionalLine,
  people: z._default(z.coerce.number(peopleError).check(z.refine(isPeople, peopleError)), 1),
  company: optionalText('Company', 300),
  gstin: z.optional(gstin),
  message: optionalText('Message', 20_000),
  months: formList(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month must be YYYY-MM')), 12),
  weekdays: formList(z.coerce.number('A weekday must be 1 to 7').check(z.minimum(1), z.maximum(7), z.multipleOf(1)), 7),
  ...visitInput,
  ...formSignals,
})

/** A registration as staff see it, with the acts that it allows. `mail` says whether a message about its state was sent, or why not. */
export const registration = z.extend(details, {
  _id: z.string(),
  ...offerFields,
  cohort: z.optional(z.object({ _id: z.string(), startsOn: z.string() })),
  kind: z.enum(registrationKinds),
  email: z.optional(z.string()),
  poNumber: z.optional(z.string()),
  invoiceNo: z.optional(z.string()),
  /** When it was paid, in free words. */
  paidOn: z.optional(z.string()),
  /** The colleague who has entered it, for someone who phoned. */
  enteredBy: z.optional(z.string()),
  proposed: z.optional(proposal),
  /** What staff have corrected, the oldest first. */
  corrections: z.optional(z.array(correction)),
  state: z.enum(registrationStates),
  verifiedAt: z.optional(z.string()),
  stateAt: z.string(),
  reason: z.optional(z.string()),
  /** The place on the waitlist, 1 for the first; absent for others and for those who have not pressed the button. */
  place: z.optional(z.int()),
  offeredPeople: z.optional(z.int()),
  offeredUntil: z.optional(z.string()),
  contactId: z.optional(z.string()),
  note: z.optional(z.string()),
  mail: z.optional(z.string()),
  /** Whether a change can `tell` the person: they have a seat on a date to come, and the site sends mail. */
  tells: z.optional(z.literal(true)),
  /** Whether a correction can set `email`: a colleague has entered it, and no message has gone to the address. */
  setsEmail: z.optional(z.literal(true)),
  acts: z.array(z.enum(registrationActs)),
  /** The act that is due: to confirm an enrollment, or to offer a free seat. */
  next: z.optional(z.enum(registrationActs)),
  consent: z.optional(z.string()),
  ...visit,
  version: z.int(),
  createdAt: z.string(),
})
export type Registration = z.infer<typeof registration>

/** Values that staff correct. Those left out stay; null or an empty text removes one. */
const correctionInput = {
  name: z.optional(requiredText('Name', 200)),
  phone: clearableText('Phone', 300, false),
  people: z.optional(z.number(peopleError).check(z.refine(isPeople, peopleError))),
  company: clearableText('Company', 300, false),
  gstin: clearable(gstin),
  email: clearableEmail(),
  poNumber: clearableText('PO number', 100, false),
  invoiceNo: clearableText('Invoice number', 100, false),
  paidOn: clearableText('Paid on', 100, false),
}
export type CorrectionInput = z.infer<z.ZodMiniObject<typeof correctionInput>>

/** A change by staff. `state` confirms, declines or withdraws, or puts someone back on the list; `cohortId` moves the registration to another date; `tell` confirms the seat again. */
export const registrationChange = z.object({
  state: z.optional(
    z.enum(
      ['new', 'confirmed', 'declined', 'waiting', 'withdrawn'],
      'State must be new, confirmed, declined, waiting or withdrawn',
    ),
  ),
  cohortId: z.optional(recordId('cohortId')),
  note: clearableText('Note', 5_000),
  tell: z.optional(z.boolean('Send true or false')),
  ...correctionInput,
})

/**
 * A registration that a colleague enters for someone who has asked by phone, on the day `askedOn`. `waiting` puts them on the waitlist, `again` enters a
 * second one for the same address, and `tell` that is false sends no confirmation.
 */
export const enteredInput = z.extend(z.object(correctionInput), {
  courseId: z.optional(recordId('courseId')),
  pageId: z.optional(recordId('pageId')),
  cohortId: z.optional(recordId('cohortId')),
  kind: z._default(z.literal('enrol', 'Only a seat can be entered'), 'enrol'),
  name: requiredText('Name', 200),
  people: z._default(z.number(peopleError).check(z.refine(isPeople, peopleError)), 1),
  note: clearableText('Note', 5_000),
  askedOn: clearable(
    z.string('Day must be a date').check(
      z.trim(),
      z.refine((day) => day === '' || isDay(day), 'Day must be a date'),
    ),
  ),
  waiting: z.optional(z.boolean('Send true or false')),
  again: z.optional(z.boolean('Send true or false')),
  tell: z.optional(z.boolean('Send true or false')),
})
export type EnteredInput = z.infer<typeof enteredInput>

/** `people` offers fewer seats than were asked for. */
export const offerInput = z.object({ people: z.optional(z.int().check(z.minimum(1), z.maximum(50))) })

/** `link` is the address to send to the person where the site sends no mail. */
export const registrationOffer = z.extend(registration, { link: z.optional(z.string()) })

/** `confirm` says that a button in a message is to be pressed; without it, `place` is the place on the waitlist. */
export const registrationDone = z.object({
  message: z.string(),
  confirm: z.optional(z.boolean()),
  place: z.optional(z.int()),
})

/** The list of staff: `group` is a tab of the people of a course, or of a page with an event; `event` is the id of such a page; without it and `course` it is that of all. */
export const registrationListQuery = z.object({
  course: z.optional(recordId('course')),
  event: z.optional(recordId('event')),
  cohort: z.optional(recordId('cohort')),
  dates: z.optional(z.enum(['open', 'over'], 'dates must be open or over')),
  kind: z.optional(z.enum(registrationKinds)),
  state: z.optional(z.enum(registrationStates)),
  group: z.optional(
    z.enum(['enrollments', 'waiting', 'interested'], 'group must be enrollments, waiting or interested'),
  ),
  search: z.optional(z.string().check(z.maxLength(200))),
  page: z.optional(pageNumber),
  limit: z.optional(z.coerce.number().check(z.minimum(1), z.maximum(100), z.multipleOf(1))),
})

/** How many people each weekday (1 is Monday) of a month (YYYY-MM) fits. `unverified` of them have not pressed the button in their message. */
export const demand = z.object({
  people: z.int(),
  unverified: z.int(),
  months: z.array(z.string()),
  cells: z.array(z.object({ month: z.string(), weekday: z.int(), people: z.int() })),
})
export type Demand = z.infer<typeof demand>
export const demandQuery = z.object({ course: recordId('course') })
