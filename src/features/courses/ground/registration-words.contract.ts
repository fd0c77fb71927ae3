export const registrationKinds = ['enrol', 'waitlist', 'nextDate', 'question'] as const
export type RegistrationKind = (typeof registrationKinds)[number]

/** A request in words. */
export const kindNames: Record<RegistrationKind, string> = {
  enrol: 'a seat',
  waitlist: 'a place on the waitlist',
  nextDate: 'to hear about the next date',
  question: 'a question',
}

/**
 * `enrol`: new, then confirmed or declined. `waitlist`: waiting, then offered, then accepted, declined or lapsed. `nextDate`: waiting, then notified.
 * The person can withdraw each. A question stays new; the lead desk answers it.
 */
export const registrationStates = [
  'new',
  'confirmed',
  'declined',
  'waiting',
  'offered',
  'accepted',
  'lapsed',
  'withdrawn',
  'notified',
] as const
export type RegistrationState = (typeof registrationStates)[number]

/** What staff can do with a registration. `move` is to another date; `toList` is to wait, or to wait again; `correct` is of what they asked with. */
export const registrationActs = [
  'offer',
  'confirm',
  'decline',
  'move',
  'toList',
  'correct',
  'note',
  'withdraw',
] as const
export type RegistrationAct = (typeof registrationActs)[number]

/** The states in words. Someone with the state `waiting` and no date is interested in the next one (`statusName`). */
export const stateNames: Record<RegistrationState, string> = {
  new: 'New',
  confirmed: 'Enrolled',
  declined: 'Declined',
  waiting: 'Waitlist',
  offered: 'Offered',
  accepted: 'Enrolled',
  lapsed: 'Offer expired',
  withdrawn: 'Withdrawn',
  notified: 'Notified',
}

/** The status of a registration in a word. @param hasDate whether it is for a date */
export const statusName = (state: RegistrationState, hasDate: boolean): string =>
  state === 'waiting' && !hasDate ? 'Interested' : stateNames[state]

/** The states in which a registration has its seats for good. */
export const enrolledStates: RegistrationState[] = ['confirmed', 'accepted']

/** Why someone gets no message, and is not in line, yet. */
export const emailNotConfirmed = 'Email not confirmed'
/** Why someone whom a colleague has entered gets no message. */
export const noAddress = 'No email address'

/** A number of people or seats in words: '1 person', '3 seats'. */
export const seatWords = (count: number, noun: 'person' | 'seat') =>
  `${count} ${count === 1 ? noun : { person: 'people', seat: 'seats' }[noun]}`

/** The buttons on the page of a registration's person. */
export const linkActions = ['confirm', 'take', 'change', 'decline', 'withdraw'] as const
export type LinkAction = (typeof linkActions)[number]

/**
 * The address only of someone whom a colleague has entered, before a message has gone to it. Otherwise its owner has confirmed the registration from it,
 * and links, messages and the erasure follow it.
 */
export const correctable = [
  'name',
  'phone',
  'people',
  'company',
  'gstin',
  'email',
  'poNumber',
  'invoiceNo',
  'paidOn',
] as const

/** The answer to everyone who sends the form, also repeatedly: true for a registration that was confirmed before, and for one that was not. */
export const pressButton =
  'Open our email and confirm your request, or the change to an earlier one. An address gets at most four such emails a day.'

/** What staff correct, or someone who asks again has changed; null for a value that was missing. */
type Details = { people?: number | undefined; message?: string | undefined; wanted?: object | undefined } & {
  [Name in Exclude<(typeof correctable)[number], 'people'>]?: string | null | undefined
}

/** The new values in words: '3 people, Kelp & Co'; empty for a text only. */
export const proposalWords = ({ name, phone, people, company, gstin, wanted }: Details) =>
  [
    name,
    phone,
    people !== undefined && seatWords(people, 'person'),
    company,
    gstin && `GSTIN ${gstin}`,
    wanted && 'other months or days',
  ]
    .filter(Boolean)
    .join(', ')

/** The new values and the message: '3 people · We are one more'. */
export const proposalLine = (proposed: Details) =>
  [proposalWords(proposed), proposed.message].filter(Boolean).join(' · ')

/** The values before a correction, each in words: 'GSTIN 27AAPFU0939F1ZV', '2 people', 'no company'. */
export function correctionWords({ people, ...before }: Details): string[] {
  const worded = (value: string | null | undefined, missing: string, label = '') =>
    value === undefined ? [] : [value === null ? missing : `${label}${value}`]
  return [
    ...worded(before.name, ''),
    ...worded(before.email, 'no email'),
    ...worded(before.phone, 'no phone'),
    ...(people === undefined ? [] : [seatWords(people, 'person')]),
    ...worded(before.company, 'no company'),
    ...worded(before.gstin, 'no GSTIN', 'GSTIN '),
    ...worded(before.poNumber, 'no PO number', 'PO number '),
    ...worded(before.invoiceNo, 'no invoice number', 'invoice number '),
    ...worded(before.paidOn, 'not paid', 'paid on '),
  ]
}

/** What a registration asks for, as the title of a value. */
export const kindTitles = { enrol: 'Seat', waitlist: 'Waitlist', nextDate: 'Next date', question: 'Question' } as const
