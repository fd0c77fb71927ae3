import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { setColumns, updateRow } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { lockRow } from '#server/record/versions.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { minute } from '#server/security/counters.ts'
import { cohortRows, momentOf, takesPeople, toCohort } from './cohorts/cohort-queries.server.ts'
import type { Cohort } from './cohorts/cohorts.contract.ts'
import { cohorts, courseRequests, type StoredCourseRequest } from './courses.table.ts'
import {
  enrolledStates,
  type RequestLinkAction,
  type RequestState,
  seatWords,
} from './requests/course-requests.contract.ts'

declare module '#server/mail/deliveries.table.ts' {
  /** The subject of each is the request. */
  interface DeliveryKinds {
    /** To the company. Without a subject it lists those in its payload. */
    courseRequestNotice: true
    courseRequestConfirm: true
    /** Its payload is the end of the offer. */
    courseOffer: true
    /** Its payload is the end of the offer. */
    courseOfferLapsed: true
    /** Its payload is the state that staff have set, and the date. */
    courseRequestAnswer: true
  }
}

/** Every change of a seat happens while its date is locked, so no seat is given to two. */
type Locked = { request: StoredCourseRequest; date: Cohort | undefined }

/** The company's time zone decides on which day a date begins. */
type Company = { timeZone: string }

export const unknownCourseRequest = () => notFound('Course request not found')
const isEnrolled = (state: RequestState) => enrolledStates.includes(state)
const isOver = ({ state }: Cohort) => state === 'cancelled' || state === 'past'
const changedMeanwhile = () => new HttpError(409, 'Someone has changed this in the meantime.')

/** How many seats of its date a request has, for good or by an open offer. */
const seatsOf = ({ state, people, offeredPeople = people }: StoredCourseRequest) =>
  isEnrolled(state) ? people : state === 'offered' ? offeredPeople : 0

/** The free seats of a date; endless without a number of seats, and below zero if it has too many people. */
export const freeSeats = ({ seats = Number.POSITIVE_INFINITY, taken }: Pick<Cohort, 'seats' | 'taken'>) => seats - taken

type DateParts = Pick<AppContext, 'database' | 'config' | 'site'>

/** Those of some dates that take people, also on a waiting list. */
export async function openDates(parts: DateParts, ids: string[]): Promise<Map<string, Cohort>> {
  if (ids.length === 0) return new Map()
  const rows = await cohortRows(parts.database.db, await momentOf(parts))
    .where('cohorts.id', 'in', ids)
    .execute()
  return new Map(rows.flatMap((row) => (takesPeople.includes(row.state) ? [[row.id, toCohort(row)]] : [])))
}

/** A date in any state. */
export async function readDate(parts: DateParts, id: string): Promise<Cohort | undefined> {
  const rows = cohortRows(parts.database.db, await momentOf(parts)).where('cohorts.id', '=', id)
  const row = await rows.executeTakeFirst()
  return row && toCohort(row)
}

/** Locks dates in the order of their ids, and then reads them. A date in the trash is left out. */
async function lockDates(
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

/**
 * Locks the date of a request, and the one that it moves to, and then the request. An offer whose time is over has lapsed.
 * @throws HttpError 404 for a request that does not exist or is in the trash
 */
async function lockRequest(
  trx: Transaction,
  company: Company,
  id: string,
  { to, version }: { to?: string | undefined; version?: number | undefined } = {},
): Promise<Locked & { target: Cohort | undefined }> {
  const found = trx.selectFrom('courseRequests').select('cohortId').where('id', '=', id)
  const { cohortId } = await found.where(isPresent(courseRequests)).executeTakeFirstOrThrow(unknownCourseRequest)
  const dates = await lockDates(trx, company, [cohortId, to])
  const stored = (await lockRow(trx, courseRequests, id, version)) as StoredCourseRequest | undefined
  if (!stored) throw unknownCourseRequest()
  if ((stored.cohortId ?? null) !== cohortId) throw changedMeanwhile()
  const date = dates.get(stored.cohortId ?? '')
  const hasLapsed = stored.state === 'offered' && (stored.offeredUntil ?? '') <= nowIn(trx)
  const request = hasLapsed ? { ...stored, state: 'lapsed' as const } : stored
  return { request, date, target: to === undefined ? date : dates.get(to) }
}

type Changes = Partial<Omit<StoredCourseRequest, 'id' | 'version' | 'createdAt'>>

const setState = (trx: Transaction, id: string, state: RequestState, changes: Changes = {}) =>
  updateRow(trx, courseRequests, id, { state, stateAt: nowIn(trx), reason: undefined, ...changes })

/** @throws HttpError 409 unless so many seats are free */
function requireSeats(date: Cohort, people: number, own = 0): void {
  const free = Math.max(0, freeSeats(date) + own)
  if (people <= free) return
  throw new HttpError(409, `No seat is free: ${seatWords(people, 'person')}, ${seatWords(free, 'seat')}`, undefined, {
    code: 'no_seat',
  })
}

/** @throws HttpError 409 without a date on which someone can have a seat */
function requireDate(date: Cohort | undefined): Cohort {
  if (!date) throw new HttpError(409, 'Choose a date first.')
  if (isOver(date))
    throw new HttpError(409, date.state === 'past' ? 'This date has passed.' : 'This date is cancelled.')
  return date
}

type StaffChange = {
  state?: 'new' | 'confirmed' | 'declined' | 'waiting' | 'withdrawn' | undefined
  cohortId?: string | undefined
  note?: string | null | undefined
}

/**
 * Changes a request as staff want it, and tells the person of a seat or a refusal. Someone who moves to another date keeps the place of the day on
 * which they asked.
 * @throws HttpError 409 when no seat is free
 */
export async function changeRequest(
  trx: Transaction,
  company: Company,
  id: string,
  { state, cohortId, note, version }: StaffChange & { version?: number | undefined },
): Promise<void> {
  const { request, target } = await lockRequest(trx, company, id, { to: cohortId, version })
  const { kind, courseId } = request
  const isMove = cohortId !== undefined && cohortId !== request.cohortId
  if (kind === 'question' && (state || isMove)) throw new HttpError(409, 'This is a question. Answer it as a lead.')
  if (isMove && target?.courseId !== courseId) throw invalid('cohortId', 'This date is not one of the course')
  if (isMove) requireDate(target)
  if (state === 'new' && kind !== 'enrol') throw invalid('state', 'Only a request for a seat can be new')
  // An offer is for its date.
  const after = state ?? (isMove && request.state === 'offered' ? 'waiting' : request.state)
  const isChange = isMove || after !== request.state
  const noteChange = note === undefined ? {} : { note: note || undefined }
  if (!isChange) {
    await updateRow(trx, courseRequests, id, noteChange)
    return
  }
  // An enrolment for a course without dates has no seats to count.
  const needsDate = kind !== 'enrol' || request.cohortId !== undefined || isMove
  if (needsDate && isEnrolled(after) && (isMove || !isEnrolled(request.state)))
    requireSeats(requireDate(target), request.people, isMove ? 0 : seatsOf(request))
  await refuseSecond(trx, isMove ? { ...request, cohortId } : request, after)
  await setState(trx, id, after, { ...noteChange, ...(isMove && { cohortId }), ...noOffer })
  // Someone who comes back is not the first again.
  if (request.state === 'withdrawn' && openStates.includes(after))
    await setColumns(trx, courseRequests, id, { createdAt: nowIn(trx) })
  if (isEnrolled(after) || (after === 'declined' && (target || !needsDate)))
    await queueDelivery(trx, 'courseRequestAnswer', {
      subjectId: id,
      payload: answerOf({ state: after, cohortId: target?._id }),
    })
}

const noOffer = { offeredPeople: undefined, offeredUntil: undefined }

/** The payload of a message about what staff have decided; a later decision makes another. */
export const answerOf = ({ state, cohortId }: Pick<StoredCourseRequest, 'state' | 'cohortId'>) =>
  `${state} ${cohortId ?? ''}`.trim()

const openStates: RequestState[] = ['new', 'waiting', 'offered']

/**
 * @param state which the request is to have
 * @throws HttpError 409 when the person has another open request for the same thing
 */
async function refuseSecond(trx: Transaction, request: StoredCourseRequest, state: RequestState): Promise<void> {
  if (!openStates.includes(state) || request.kind === 'question') return
  const other = await openRequest(trx, request)
  if (other && other.id !== request.id)
    throw new HttpError(409, 'This person has another request for this that is open.')
}

type Asked = Pick<StoredCourseRequest, 'courseId' | 'kind' | 'email'> & { cohortId?: string | undefined }

/** The open request of a person for the same thing, of which there is at most one. */
export async function openRequest(
  db: Database['db'] | Transaction,
  { courseId, cohortId, kind, email }: Asked,
): Promise<StoredCourseRequest | undefined> {
  const row = await db
    .selectFrom('courseRequests')
    .selectAll()
    .where('courseId', '=', courseId)
    .where(({ fn, eb, val }) => eb(fn.coalesce('cohortId', val('')), '=', cohortId ?? ''))
    .where('kind', '=', kind)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('state', 'in', openStates)
    .where(isPresent(courseRequests))
    .executeTakeFirst()
  return row && courseRequests.decode(row)
}

/**
 * Offers a seat to someone who waits, for some hours.
 * @param people fewer than asked for, if the caller says
 * @throws HttpError 409 when so many seats are not free
 */
export async function offerSeat(
  trx: Transaction,
  company: Company,
  id: string,
  { people, hours, version }: { people?: number | undefined; hours: number; version?: number | undefined },
): Promise<void> {
  const { request, date } = await lockRequest(trx, company, id, { version })
  if (request.state !== 'waiting' && request.state !== 'lapsed')
    throw new HttpError(409, 'A seat can be offered to someone who waits.')
  const offeredPeople = people ?? request.people
  if (offeredPeople > request.people) throw invalid('people', `They asked for ${seatWords(request.people, 'seat')}`)
  requireSeats(requireDate(date), offeredPeople)
  await refuseSecond(trx, request, 'offered')
  await offerTo(trx, request.id, offeredPeople, hours)
}

async function offerTo(trx: Transaction, id: string, offeredPeople: number, hours: number): Promise<void> {
  // A whole minute, since the message names it.
  const end = Math.ceil(Date.parse(nowIn(trx)) / minute) * minute + hours * 60 * minute
  const offeredUntil = new Date(end).toISOString()
  await setState(trx, id, 'offered', { offeredPeople, offeredUntil })
  await queueDelivery(trx, 'courseOffer', { subjectId: id, payload: offeredUntil })
}

/** Those in the line of a date who have pressed the button in the message to them, the first first. */
export const inLine = (db: Database['db'] | Transaction, cohortId: string) =>
  db
    .selectFrom('courseRequests')
    .select(['id', 'people'])
    .where('cohortId', '=', cohortId)
    .where('state', '=', 'waiting')
    .where('verifiedAt', 'is not', null)
    .where(isPresent(courseRequests))
    .orderBy('createdAt')
    .orderBy('id')

/**
 * Offers the free seats of a date to those who wait, first come first. A group for whom the seats are too few stops the line, since only staff
 * may pass someone over.
 * @returns how many offers
 */
export async function offerFreeSeats(
  trx: Transaction,
  company: Company,
  cohortId: string,
  hours: number,
): Promise<number> {
  const date = (await lockDates(trx, company, [cohortId])).get(cohortId)
  if (!date || !['open', 'few'].includes(date.state)) return 0
  let [free, offers] = [freeSeats(date), 0]
  for (const { id, people } of await inLine(trx, cohortId).forUpdate().execute()) {
    if (people > free) break
    await offerTo(trx, id, people, hours)
    free -= people
    offers++
  }
  return offers
}

/** Why someone who took an offer waits again. */
export const seatGone = 'The seat went to someone else'

/** The result of a press. `verified`: the request is a person's from now on. `gone`: others have the seats. */
type Pressed = {
  request: StoredCourseRequest
  verified?: boolean
  refused?: 'lapsed' | 'impossible' | 'gone'
}

/** The presses that the state of a request allows. An offer that has lapsed is given as such. */
export function actionsOf(
  { kind, state, verifiedAt }: Pick<StoredCourseRequest, 'kind' | 'state' | 'verifiedAt'>,
  date: Pick<Cohort, 'state'> | undefined,
): RequestLinkAction[] {
  if (kind === 'question' || date?.state === 'past') return []
  if (state === 'offered') return date?.state === 'cancelled' ? ['decline'] : ['take', 'decline']
  if (state !== 'new' && state !== 'waiting' && !isEnrolled(state)) return []
  return [...(verifiedAt === undefined && !isEnrolled(state) ? (['confirm'] as const) : []), 'withdraw']
}

/** Does what a person has pressed on the page of their link. Repeating it changes nothing. */
export async function pressLink(
  trx: Transaction,
  company: Company,
  id: string,
  action: RequestLinkAction,
): Promise<Pressed> {
  const { request, date } = await lockRequest(trx, company, id)
  const { state, verifiedAt } = request
  const done: Record<RequestLinkAction, boolean> = {
    confirm: verifiedAt !== undefined,
    take: isEnrolled(state),
    decline: state === 'declined',
    withdraw: state === 'withdrawn',
  }
  if (done[action]) return { request }
  if (action === 'take' && state === 'lapsed') return { request, refused: 'lapsed' }
  if (!actionsOf(request, date).includes(action)) return { request, refused: 'impossible' }
  // Each press comes from the mailbox.
  const verified = { verifiedAt: verifiedAt ?? nowIn(trx) }
  const set = async (after: RequestState, changes: Changes = {}): Promise<Pressed> => {
    await setState(trx, id, after, { ...verified, ...changes })
    return { request: { ...request, ...verified, ...changes, state: after } }
  }
  if (action === 'confirm') {
    await updateRow(trx, courseRequests, id, { ...verified, reason: undefined })
    return { request: { ...request, ...verified }, verified: true }
  }
  if (action !== 'take')
    return set(action === 'decline' ? 'declined' : 'withdrawn', { reason: 'They pressed the button' })
  const people = seatsOf(request)
  const seats = date?.seats ?? Number.POSITIVE_INFINITY
  if (people > seats - (await enrolledPeople(trx, requireDate(date)))) {
    const pressed = await set('waiting', { ...noOffer, reason: seatGone })
    return { ...pressed, refused: 'gone' }
  }
  const fewer = people < request.people ? { reason: `Asked for ${request.people} seats` } : {}
  return set('accepted', { ...noOffer, people, ...fewer })
}

/** The people with a seat for good. Open offers are left out: of two who were offered one seat, the first to take it has it. */
async function enrolledPeople(trx: Transaction, { _id, takenElsewhere }: Cohort): Promise<number> {
  const { people } = await trx
    .selectFrom('courseRequests')
    .select(({ fn }) => fn.sum<number | null>('people').as('people'))
    .where('cohortId', '=', _id)
    .where('state', 'in', enrolledStates)
    .where(isPresent(courseRequests))
    .executeTakeFirstOrThrow()
  return takenElsewhere + Number(people ?? 0)
}

/** Stores that offers have lapsed whose time is over, and tells the people. @returns how many */
export async function lapseOffers(trx: Transaction): Promise<number> {
  const now = nowIn(trx)
  const lapsed = await trx
    .selectFrom('courseRequests')
    .select(['id', 'offeredUntil'])
    .where('state', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .where(isPresent(courseRequests))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, offeredUntil } of lapsed) {
    await updateRow(trx, courseRequests, id, {
      state: 'lapsed',
      stateAt: offeredUntil ?? now,
      reason: 'The offer was not taken in time',
    })
    await queueDelivery(trx, 'courseOfferLapsed', { subjectId: id, payload: offeredUntil ?? now })
  }
  return lapsed.length
}

/** Locks a request that goes to the trash, and cancels the messages about it that have not left. */
export async function removeRequest(trx: Transaction, company: Company, id: string, version?: number): Promise<void> {
  await lockRequest(trx, company, id, { version })
  for (const column of ['subjectId', 'recipientId'] as const)
    await trx.deleteFrom('deliveries').where(column, '=', id).where('state', '=', 'waiting').execute()
}

/**
 * Prepares a request in the trash for its return. One whose seats have gone to others comes back without them.
 * @throws HttpError 409 when the person has asked again meanwhile, or the date is in the trash
 */
export async function returnSeats(trx: Transaction, id: string, company: Company): Promise<void> {
  const found = trx.selectFrom('courseRequests').select('cohortId').where('id', '=', id)
  const { cohortId } = await found.executeTakeFirstOrThrow(unknownCourseRequest)
  const date = (await lockDates(trx, company, [cohortId])).get(cohortId ?? '')
  if (cohortId !== null && !date)
    throw new HttpError(409, 'The date of this request is in the trash. Restore it first.')
  const row = await trx.selectFrom('courseRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.deletedAt === null) return
  const request = courseRequests.decode(row)
  const [needed, isShort] = [seatsOf(request), date !== undefined && seatsOf(request) > freeSeats(date)]
  const state = needed > 0 && isShort ? (request.kind === 'enrol' ? 'new' : 'waiting') : request.state
  await refuseSecond(trx, request, state)
  if (state !== request.state)
    await setState(trx, id, state, { ...noOffer, reason: 'The seats went to others while this was in the trash' })
}

/** Counts the seats of enrolled requests as taken elsewhere, before the requests are deleted for good. */
export async function leaveSeats(trx: Transaction, requestIds: string[]): Promise<void> {
  const locked = await trx
    .selectFrom('cohorts')
    .select(['id', 'takenElsewhere'])
    .where('id', 'in', (db) =>
      db
        .selectFrom('courseRequests')
        .select(({ ref }) => ref('courseRequests.cohortId').$notNull().as('id'))
        .where('courseRequests.id', 'in', requestIds),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const enrolled = await trx
    .selectFrom('courseRequests')
    .select(['cohortId', ({ fn }) => fn.sum<number>('people').as('people')])
    .where('id', 'in', requestIds)
    .where('deletedAt', 'is', null)
    .where('state', 'in', enrolledStates)
    .groupBy('cohortId')
    .execute()
  const people = new Map(enrolled.map((row) => [row.cohortId, Number(row.people)]))
  for (const { id, takenElsewhere } of locked)
    if (people.has(id)) await updateRow(trx, cohorts, id, { takenElsewhere: takenElsewhere + (people.get(id) ?? 0) })
}
