import type * as z from 'zod/mini'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { setColumns, updateRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { lockRow } from '#server/record/versions.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { type CohortContext, cohortRows, momentOf, readCohort, toCohort } from '../cohorts/cohort-queries.server.ts'
import { isOver, offerIdOf, takesPeople } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { registrations, type StoredRegistration } from '../ground/courses.table.ts'
import { belongsTo } from '../ground/offers.server.ts'
import { keepSeats } from '../ground/participant-rows.server.ts'
import { enrolledStates, type RegistrationState, seatWords } from '../ground/registration-words.contract.ts'
import type { registrationChange } from '../ground/registrations.contract.ts'
import { tellState } from './registration.event.ts'
import { actsOf, actTo, correctionOf, hasSeatToCome, needsNoDate } from './registration-acts.server.ts'
import { queueAnswer, repeatConfirmation } from './registration-notice.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  /** The subject of each is the registration. */
  interface DeliveryKinds {
    registrationConfirm: undefined
    /** To someone who has asked again. */
    registrationRepeat: undefined
    /** Its payload is the end of the offer. */
    courseOffer: string
    courseOfferLapsed: string
  }
}

/** The company's time zone decides on which day a date begins. */
export type Company = { timeZone: string }

export const unknownRegistration = () => notFound('Registration not found')
export const isEnrolled = (state: RegistrationState) => enrolledStates.includes(state)

/** Whether the time of an offer is over, also before the regular job has written so. @param now ISO 8601 in UTC */
export const hasLapsed = ({ state, offeredUntil }: Pick<StoredRegistration, 'state' | 'offeredUntil'>, now: string) =>
  state === 'offered' && (offeredUntil ?? '') <= now

/** How many seats of its date a registration has, for good or by an open offer. */
export const seatsOf = ({ state, people, offeredPeople = people }: StoredRegistration) =>
  isEnrolled(state) ? people : state === 'offered' ? offeredPeople : 0

/** The free seats of a date; endless without a number of seats, and below zero if it has too many people. */
export const freeSeats = ({ seats = Number.POSITIVE_INFINITY, booked }: Pick<Cohort, 'seats' | 'booked'>) =>
  seats - booked

/** The date with this id, if it takes people, also on a waitlist. */
export async function openCohort(context: CohortContext, id: string): Promise<Cohort | undefined> {
  const cohort = await readCohort(context.database.db, await momentOf(context), id)
  return cohort && takesPeople.includes(cohort.state) ? cohort : undefined
}

/** Locks dates in the order of their ids, and then reads them. A date in the trash is left out. */
export async function lockCohorts(
  trx: Transaction,
  { timeZone }: Company,
  ids: (string | null | undefined)[],
): Promise<Map<string, Cohort>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  if (wanted.length === 0) return new Map()
  await trx.selectFrom('cohorts').select('id').where('id', 'in', wanted).orderBy('id').forUpdate().execute()
  // The time after the lock: an offer that another transaction has seen as open is open here too, or its time is over.
  const now = nowIn(trx)
  const rows = cohortRows(trx, { now, today: dayIn(timeZone)(now), few: 0 }).where('cohorts.id', 'in', wanted)
  return new Map((await rows.execute()).map((row) => [row.id, toCohort(row)]))
}

/** Locks the dates of a registration before the registration, so that no seat is given twice. An expired offer has lapsed. @throws HttpError 404 for an unknown registration */
export async function lockRegistration(
  trx: Transaction,
  company: Company,
  id: string,
  { to, version }: { to?: string | undefined; version?: number | undefined } = {},
): Promise<{ registration: StoredRegistration; date: Cohort | undefined; target: Cohort | undefined }> {
  const found = trx.selectFrom('registrations').select('cohortId').where('id', '=', id)
  const { cohortId } = await found.where(isPresent(registrations)).executeTakeFirstOrThrow(unknownRegistration)
  const dates = await lockCohorts(trx, company, [cohortId, to])
  const stored = (await lockRow(trx, registrations, id, version)) as StoredRegistration | undefined
  if (!stored) throw unknownRegistration()
  if ((stored.cohortId ?? null) !== cohortId) throw new HttpError(409, 'Someone has changed this in the meantime.')
  const date = dates.get(stored.cohortId ?? '')
  const registration = hasLapsed(stored, nowIn(trx)) ? { ...stored, state: 'lapsed' as const } : stored
  return { registration, date, target: to === undefined ? date : dates.get(to) }
}

export type Changes = Partial<Omit<StoredRegistration, 'id' | 'version' | 'createdAt'>>

/** Changes columns of a registration; its participants follow. */
export async function writeRegistration(trx: Transaction, id: string, changes: Changes): Promise<void> {
  const row = await trx.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst()
  await updateRow(trx, registrations, id, changes)
  await keepSeats(trx, id, row && registrations.decode(row))
  await tellState(trx, id, row, changes.state)
}

export const setState = (trx: Transaction, id: string, state: RegistrationState, changes: Changes = {}) =>
  writeRegistration(trx, id, { state, stateAt: nowIn(trx), reason: undefined, ...changes })

/** @throws HttpError 409 unless so many seats are free */
export function requireSeats(date: Cohort, people: number, own = 0): void {
  const free = Math.max(0, freeSeats(date) + own)
  if (people <= free) return
  const left = Math.max(0, free - own)
  const more = left === 0 ? 'no more are free' : `${left} more ${left === 1 ? 'is' : 'are'} free`
  const message =
    own > 0
      ? `They have ${seatWords(own, 'seat')}, and ${more}`
      : `Not enough seats: ${seatWords(people, 'person')}, ${seatWords(free, 'seat')} left`
  throw new HttpError(409, message, [{ path: 'people', message }], { code: 'no_seat' })
}

/** @throws HttpError 409 without a date on which someone can have a seat */
export function requireCohort(date: Cohort | undefined): Cohort {
  if (!date) throw new HttpError(409, 'Choose a date first.')
  if (isOver(date))
    throw new HttpError(409, date.state === 'past' ? 'This date has passed.' : 'This date is cancelled.')
  return date
}

type Change = z.infer<typeof registrationChange> & { actor: Pick<Staff, 'name'>; version?: number | undefined }

/**
 * Changes a registration, and tells the person of a seat or a refusal, and of a correction with `tell`. Someone who moves keeps the place in the queue.
 * @returns the id of the date before @throws HttpError 409 when no seat is free, or to tell someone without a seat
 */
export async function changeRegistration(
  trx: Transaction,
  company: Company,
  id: string,
  { actor, version, state, cohortId, tell, ...input }: Change,
): Promise<string | undefined> {
  const { registration: stored, target } = await lockRegistration(trx, company, id, { to: cohortId, version })
  const corrected = correctionOf(stored, input, { actor, at: nowIn(trx) })
  const registration = { ...stored, ...corrected }
  const { kind } = registration
  const isMove = cohortId !== undefined && cohortId !== registration.cohortId
  if (kind === 'question' && (state || isMove || corrected))
    throw new HttpError(409, 'This is a question. Reply to it in Contacts.')
  if (isMove && !isOfSame(target, registration)) throw otherDate(registration)
  if (isMove) requireCohort(target)
  if (state === 'new' && kind !== 'enrol') throw invalid('state', 'Only a request for a seat can be new')
  // An offer is for its date.
  const after = state ?? (isMove && registration.state === 'offered' ? 'waiting' : registration.state)
  const isChange = isMove || after !== registration.state
  if (tell && !hasSeatToCome({ ...registration, state: after }, target))
    throw new HttpError(409, 'They have no seat on an upcoming date.')
  if (tell && registration.email === undefined) throw new HttpError(409, 'They have no email address.')
  if (corrected && registration.email !== stored.email) await expectOpenAddress(trx, stored)
  const written = { ...corrected, ...('note' in input && { note: input.note }) }
  if (!isChange) {
    if (target && isEnrolled(after) && registration.people > stored.people)
      requireSeats(target, registration.people, seatsOf(stored))
    await writeRegistration(trx, id, written)
    if (tell) await repeatConfirmation(trx, registration)
    return registration.cohortId
  }
  const needsDate = isMove || !needsNoDate(registration)
  if (needsDate && isEnrolled(after) && (isMove || !isEnrolled(registration.state)))
    requireSeats(requireCohort(target), registration.people, isMove ? 0 : seatsOf(stored))
  const moved = isMove ? { ...registration, cohortId } : registration
  const act = after === registration.state ? 'move' : actTo(after)
  if (act && !actsOf(after === registration.state ? registration : moved, target, isMove).includes(act))
    throw new HttpError(
      409,
      `A registration that is ${registration.state} cannot be ${act === 'move' ? 'moved' : after}.`,
    )
  await refuseSecond(trx, moved, after)
  await setState(trx, id, after, { ...written, ...(isMove && { cohortId }), ...noOffer })
  // Someone who comes back is not the first again.
  if (registration.state === 'withdrawn' && openStates.includes(after))
    await setColumns(trx, registrations, id, { createdAt: nowIn(trx) })
  const lost = seatsOf(registration) > 0 && (isMove || !isEnrolled(after)) ? registration.cohortId : undefined
  const isTold = isEnrolled(after) || (after === 'declined' && (target || !needsDate)) || state === 'waiting'
  if (isTold || lost !== undefined) await queueAnswer(trx, { id, state: after, cohortId: target?._id }, lost)
  return registration.cohortId
}

/** @throws HttpError 409 for an address that its owner has confirmed, or to which a message has gone */
async function expectOpenAddress(trx: Transaction, { id, enteredBy }: StoredRegistration): Promise<void> {
  const refuse = (message: string) => new HttpError(409, message, [{ path: 'email', message }])
  if (enteredBy === undefined)
    throw refuse('The address cannot be changed: its owner has confirmed the registration from it.')
  const gone = trx
    .selectFrom('deliveries')
    .select('id')
    .where(({ or, eb }) => or([eb('subjectId', '=', id), eb('recipientId', '=', id)]))
    .where('state', 'in', ['sending', 'sent'])
  if (await gone.executeTakeFirst()) throw refuse('The address cannot be changed: we have written to it.')
}

export const noOffer = { offeredPeople: undefined, offeredUntil: undefined }

/** The reason of a registration that its person has ended. */
export const byButton = 'From the link in their email'

/** The states in which a registration waits for an answer. */
export const openStates: RegistrationState[] = ['new', 'waiting', 'offered']

/** @throws HttpError 409 when the person has another open registration for the same thing, and this one gets an open state */
export async function refuseSecond(
  trx: Transaction,
  registration: StoredRegistration,
  state: RegistrationState,
): Promise<void> {
  if (!openStates.includes(state) || registration.kind === 'question') return
  const other = await openRegistration(trx, registration)
  if (other && other.id !== registration.id)
    throw new HttpError(409, 'This person already has an open registration for this.')
}

type OwnedBy = Parameters<typeof offerIdOf>[0]
type RegistrationKey = Pick<StoredRegistration, 'kind' | 'email'> & OwnedBy & { cohortId?: string | undefined }

/** Whether a date is one of the course or the page of a registration. */
export const isOfSame = (date: Cohort | undefined, owned: OwnedBy): date is Cohort =>
  date !== undefined && offerIdOf(date) === offerIdOf(owned)

/** The refusal of a date that `isOfSame` does not find. */
export const otherDate = ({ pageId }: OwnedBy) =>
  invalid('cohortId', `This date is not ${pageId ? 'that of the event' : 'one of the course'}`)

/** The open registration of a person for the same thing, of which there is at most one. */
export async function openRegistration(
  db: Db,
  { cohortId, kind, email, ...owned }: RegistrationKey,
): Promise<StoredRegistration | undefined> {
  if (email === undefined) return undefined
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where(belongsTo('registrations', [offerIdOf(owned)]))
    .where(({ fn, eb, val }) => eb(fn.coalesce('cohortId', val('')), '=', cohortId ?? ''))
    .where('kind', '=', kind)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('state', 'in', openStates)
    .where(isPresent(registrations))
    .executeTakeFirst()
  return row && registrations.decode(row)
}

/** Prepares a registration for its return from the trash, without seats that others have. @throws HttpError 409 for a second open registration, or a date in the trash */
export async function returnSeats(trx: Transaction, id: string, company: Company): Promise<void> {
  const found = trx.selectFrom('registrations').select('cohortId').where('id', '=', id)
  const { cohortId } = await found.executeTakeFirstOrThrow(unknownRegistration)
  const date = (await lockCohorts(trx, company, [cohortId])).get(cohortId ?? '')
  if (cohortId !== null && !date)
    throw new HttpError(409, 'The date of this registration is in the trash. Restore it first.')
  const row = await trx.selectFrom('registrations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.deletedAt === null) return
  const registration = registrations.decode(row)
  const needed = seatsOf(registration)
  const isShort = needed > 0 && date !== undefined && needed > freeSeats(date)
  const state = isShort ? (registration.kind === 'enrol' ? 'new' : 'waiting') : registration.state
  await refuseSecond(trx, registration, state)
  if (state !== registration.state)
    await setState(trx, id, state, { ...noOffer, reason: 'The seats were given to others while this was in the trash' })
}
