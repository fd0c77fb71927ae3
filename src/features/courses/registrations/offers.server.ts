import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { updateRow } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { minute } from '#server/security/counters.ts'
import { hasFreeSeats } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { registrations, type StoredRegistration } from '../ground/courses.table.ts'
import {
  enrolledStates,
  type LinkAction,
  type RegistrationState,
  seatWords,
} from '../ground/registration-words.contract.ts'
import { tellCreated } from './registration.event.ts'
import { actsOf, isPressed, pressesOf } from './registration-acts.server.ts'
import { type NoticeEvent, queueAnswer, queueNotice } from './registration-notice.server.ts'
import {
  byButton,
  type Changes,
  type Company,
  freeSeats,
  isEnrolled,
  lockCohorts,
  lockRegistration,
  noOffer,
  refuseSecond,
  requireCohort,
  requireSeats,
  seatsOf,
  setState,
  writeRegistration,
} from './seats.server.ts'

/** Offers a seat, or `people` seats, for some hours. @returns the id of the date @throws HttpError 409 when so many seats are not free */
export async function offerSeat(
  trx: Transaction,
  company: Company,
  id: string,
  { people, hours, version }: { people?: number | undefined; hours: number; version?: number | undefined },
): Promise<string | undefined> {
  const { registration, date } = await lockRegistration(trx, company, id, { version })
  if (registration.email === undefined) throw new HttpError(409, 'They have no email address. Confirm them instead.')
  if (!actsOf(registration, requireCohort(date), false).includes('offer'))
    throw new HttpError(409, 'Only someone on the waitlist can be offered a seat.')
  const offeredPeople = people ?? registration.people
  if (offeredPeople > registration.people)
    throw invalid('people', `They requested ${seatWords(registration.people, 'seat')}`)
  requireSeats(requireCohort(date), offeredPeople)
  await refuseSecond(trx, registration, 'offered')
  await offerTo(trx, registration.id, offeredPeople, hours)
  return registration.cohortId
}

async function offerTo(trx: Transaction, id: string, offeredPeople: number, hours: number): Promise<void> {
  // A whole minute, since the message names it.
  const end = Math.ceil(Date.parse(nowIn(trx)) / minute) * minute + hours * 60 * minute
  const offeredUntil = new Date(end).toISOString()
  await setState(trx, id, 'offered', { offeredPeople, offeredUntil })
  await queueDelivery(trx, 'courseOffer', { subjectId: id, payload: offeredUntil })
}

/** The verified registrations on the waitlist of a date, in order. */
export const queuedRegistrations = (db: Db, cohortId: string) =>
  db
    .selectFrom('registrations')
    .select(['id', 'people', 'email'])
    .where('cohortId', '=', cohortId)
    .where('state', '=', 'waiting')
    .where('verifiedAt', 'is not', null)
    .where(isPresent(registrations))
    .orderBy('createdAt')
    .orderBy('id')

/** Whether someone can be offered seats by mail, if so many are free. Others block the line, since only staff may pass someone over. */
export const canBeOffered = ({ people, email }: { people: number; email: string | null }, free: number) =>
  email !== null && people <= free

/** Offers free seats in the order of the queue. @returns how many offers */
export async function offerFreeSeats(
  trx: Transaction,
  company: Company,
  cohortId: string,
  hours: number,
): Promise<number> {
  const date = (await lockCohorts(trx, company, [cohortId])).get(cohortId)
  if (!date || !hasFreeSeats.includes(date.state)) return 0
  let [free, offers] = [freeSeats(date), 0]
  for (const one of await queuedRegistrations(trx, cohortId).forUpdate().execute()) {
    if (!canBeOffered(one, free)) break
    await offerTo(trx, one.id, one.people, hours)
    free -= one.people
    offers++
  }
  return offers
}

/** Why someone who took an offer waits again. */
export const seatGone = 'The seat went to someone else'

/** `verified`: the mailbox confirms the registration for the first time. `gone`: others have the seats. */
type PressResult = {
  registration: StoredRegistration
  verified?: boolean
  event?: NoticeEvent
  refused?: 'lapsed' | 'impossible' | 'gone'
}

/** Does what a person has pressed on the page of their link. Repeating it changes nothing. @param at the change that the page showed */
export async function pressLink(
  trx: Transaction,
  company: Company,
  id: string,
  action: LinkAction,
  at?: string,
): Promise<PressResult> {
  const { registration, date } = await lockRegistration(trx, company, id)
  const { state, verifiedAt } = registration
  if (isPressed(registration, action)) return { registration }
  if (action === 'take' && state === 'lapsed') return { registration, refused: 'lapsed' }
  if (!pressesOf(registration, date).includes(action)) return { registration, refused: 'impossible' }
  // Each press comes from the mailbox.
  const verified = { verifiedAt: verifiedAt ?? nowIn(trx) }
  const set = async (after: RegistrationState, changes: Changes = {}): Promise<PressResult> => {
    await setState(trx, id, after, { ...verified, ...changes })
    return { registration: { ...registration, ...verified, ...changes, state: after } }
  }
  if (action === 'change' && registration.proposed) {
    const { at: proposedAt, ...wanted } = registration.proposed
    if (at !== undefined && at !== proposedAt) return { registration, refused: 'impossible' }
    const changes: Changes = {
      ...verified,
      ...(wanted as Changes),
      ...(wanted.people !== undefined && { reason: `Requested ${seatWords(registration.people, 'seat')} before` }),
      proposed: undefined,
    }
    await writeRegistration(trx, id, changes)
    if (verifiedAt === undefined) await tellCreated(trx, id)
    return {
      registration: { ...registration, ...changes } as StoredRegistration,
      verified: verifiedAt === undefined,
      event: 'asked',
    }
  }
  if (action === 'confirm') {
    await updateRow(trx, registrations, id, { ...verified, reason: undefined })
    await tellCreated(trx, id)
    return { registration: { ...registration, ...verified }, verified: true, event: 'asked' }
  }
  if (action === 'decline' || action === 'withdraw') {
    const event = action === 'decline' ? 'declined' : 'withdrawn'
    const pressed = await set(event, { reason: byButton })
    if (action === 'decline' || isEnrolled(state)) await queueAnswer(trx, pressed.registration, registration.cohortId)
    return { ...pressed, event }
  }
  const people = seatsOf(registration)
  const seats = date?.seats ?? Number.POSITIVE_INFINITY
  if (people > seats - (await enrolledPeople(trx, requireCohort(date)))) {
    const pressed = await set('waiting', { ...noOffer, reason: seatGone })
    await queueAnswer(trx, pressed.registration, registration.cohortId)
    return { ...pressed, refused: 'gone' }
  }
  const fewer = people < registration.people ? { reason: `Requested ${registration.people} seats` } : {}
  const pressed = await set('accepted', { ...noOffer, people, ...fewer })
  await queueAnswer(trx, pressed.registration)
  return { ...pressed, event: 'taken' }
}

/** The people with a seat for good. Open offers are left out: of two who were offered one seat, the first to take it has it. */
async function enrolledPeople(trx: Transaction, { _id, bookedElsewhere }: Cohort): Promise<number> {
  const { people } = await trx
    .selectFrom('registrations')
    .select(({ fn }) => fn.sum<number | null>('people').as('people'))
    .where('cohortId', '=', _id)
    .where('state', 'in', enrolledStates)
    .where(isPresent(registrations))
    .executeTakeFirstOrThrow()
  return bookedElsewhere + Number(people ?? 0)
}

export const lapsedOffers = (db: Db, now: string) =>
  db
    .selectFrom('registrations')
    .select(['id', 'offeredUntil', 'flood'])
    .where('state', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .where(isPresent(registrations))
    .orderBy('id')

/** Marks an offer whose time is over as lapsed, and tells the person and the company. @returns false when it has changed since */
export async function lapseOffer(
  trx: Transaction,
  context: Parameters<typeof queueNotice>[1],
  id: string,
): Promise<boolean> {
  const now = nowIn(trx)
  const offer = await lapsedOffers(trx, now).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!offer) return false
  const stateAt = offer.offeredUntil ?? now
  await updateRow(trx, registrations, id, { state: 'lapsed', stateAt, reason: 'The offer was not accepted in time' })
  await queueDelivery(trx, 'courseOfferLapsed', { subjectId: id, payload: stateAt })
  await queueNotice(trx, context, { id, flood: Boolean(offer.flood) }, 'lapsed')
  return true
}
