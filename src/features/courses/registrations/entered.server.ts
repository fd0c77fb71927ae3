import { phoneConsent } from '#features/consent/consent.shared.server.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { insertRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { dayAndYear } from '../cohorts/cohort-words.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { cohorts, registrations } from '../ground/courses.table.ts'
import { belongsTo, findOffer } from '../ground/offers.server.ts'
import { keepSeats } from '../ground/participant-rows.server.ts'
import { enrolledStates } from '../ground/registration-words.contract.ts'
import type { EnteredInput } from '../ground/registrations.contract.ts'
import { tellCreated, tellState } from './registration.event.ts'
import { queueAnswer } from './registration-notice.server.ts'
import {
  type Company,
  isOfSame,
  lockCohorts,
  openRegistration,
  openStates,
  otherDate,
  requireCohort,
  requireSeats,
} from './seats.server.ts'

/**
 * Enters a registration for someone who has phoned. It is confirmed at once, or on the waitlist, and its address counts as confirmed, since a colleague
 * has spoken with its owner.
 * @returns its id
 * @throws HttpError 409 when no seat is free, for a date that is over, or for an address that has a registration for it already
 */
export async function enterRegistration(
  trx: Transaction,
  company: Company,
  { courseId, pageId, cohortId, askedOn, waiting, again, tell = true, ...input }: EnteredInput,
  actor: Pick<Staff, 'name'>,
): Promise<string> {
  const today = dayIn(company.timeZone)(nowIn(trx))
  if (askedOn !== undefined && askedOn > today) throw invalid('askedOn', 'This day is still to come')
  const owner = { courseId, pageId }
  const date = await lockedDate(trx, company, owner, cohortId)
  if (waiting && !date) throw invalid('cohortId', 'Choose a date')
  if (date) requireCohort(date)
  if (input.email !== undefined && !again) await refuseKnown(trx, { ...owner, cohortId, email: input.email })
  if (waiting && (await openRegistration(trx, { ...input, ...owner, cohortId })))
    throw new HttpError(409, 'This person already has an open registration for this.')
  if (date && !waiting) requireSeats(date, input.people)
  const now = nowIn(trx)
  const state = waiting ? 'waiting' : 'confirmed'
  const { id } = await insertRow(trx, registrations, {
    ...{ ...input, ...owner, cohortId, state },
    ...{ stateAt: now, verifiedAt: now, enteredBy: actor.name },
    ...{ consentText: await phoneConsent(trx, dayAndYear(askedOn ?? today)), consentAt: now },
  })
  await keepSeats(trx, id)
  await tellCreated(trx, id)
  await tellState(trx, id, undefined, state)
  if (tell && input.email !== undefined) await queueAnswer(trx, { id, state, cohortId })
  return id
}

type Owner = Pick<EnteredInput, 'courseId' | 'pageId'>

/** The date of a registration; undefined for a course without dates. @throws HttpError 404 for an unknown course or page, 422 for a date that it does not have */
async function lockedDate(
  trx: Transaction,
  company: Company,
  owner: Owner,
  cohortId: string | undefined,
): Promise<Cohort | undefined> {
  const offer = await findOffer(trx, offerIdOf(owner)).executeTakeFirst()
  if (!offer || (offer.entity === 'pages') !== (owner.pageId !== undefined))
    throw notFound(owner.pageId === undefined ? 'Course not found' : 'Page not found')
  if (cohortId === undefined) {
    const dates = trx
      .selectFrom('cohorts')
      .select('id')
      .where(belongsTo('cohorts', [offer.id]))
      .where(isPresent(cohorts))
    if (owner.pageId !== undefined || (await dates.executeTakeFirst())) throw invalid('cohortId', 'Choose a date')
    return undefined
  }
  const date = (await lockCohorts(trx, company, [cohortId])).get(cohortId)
  if (!isOfSame(date, owner)) throw otherDate(owner)
  return date
}

type Known = Owner & { cohortId: string | undefined; email: string }

/** @throws HttpError 409 `registered` when the address has a registration for the date already */
async function refuseKnown(trx: Transaction, { cohortId, email, ...owner }: Known): Promise<void> {
  const found = await trx
    .selectFrom('registrations')
    .select(['name', 'state'])
    .where(belongsTo('registrations', [offerIdOf(owner)]))
    .where('cohortId', cohortId === undefined ? 'is' : '=', cohortId ?? null)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('state', 'in', [...enrolledStates, ...openStates])
    .where('kind', 'in', ['enrol', 'waitlist'])
    .where(isPresent(registrations))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  if (!found) return
  const isEnrolled = enrolledStates.includes(found.state)
  const message = `${found.name} ${isEnrolled ? 'is already enrolled' : 'already has an open registration'} with this address.`
  throw new HttpError(409, message, [{ path: 'email', message }], { code: 'registered' })
}
