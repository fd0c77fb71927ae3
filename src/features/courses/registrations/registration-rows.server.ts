import { type RawBuilder, sql } from 'kysely'
import { deliveryState, deliveryWords } from '#contract/deliveries.ts'
import { formatIn, shortTime } from '#contract/zoned-format.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Db } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { DeliveryKind, deliveries } from '#server/mail/deliveries.table.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { momentOf, readCohorts } from '../cohorts/cohort-queries.server.ts'
import { isOver, takesPeople } from '../ground/cohort-words.contract.ts'
import { registrations } from '../ground/courses.table.ts'
import { type RequestState, seatWords } from '../ground/registration-words.contract.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { actsOf, hasSeatToCome } from './registration-acts.server.ts'
import { freeSeats, hasLapsed } from './seats.server.ts'

/** The place on the waiting list, after the verified requests that are in line before it. */
const placeAt = (now: string): RawBuilder<number | null> => sql<number | null>`
  case when "registrations"."cohortId" is not null and "registrations"."verifiedAt" is not null and ${isQueued(sql.table('registrations'), now)}
  then (
    select cast(count(*) + 1 as integer) from "registrations" as "before"
    where "before"."cohortId" = "registrations"."cohortId" and "before"."deletedAt" is null
      and "before"."verifiedAt" is not null and ${isQueued(sql.table('before'), now)}
      and ("before"."createdAt", "before"."id") < ("registrations"."createdAt", "registrations"."id")
  ) end`

const isQueued = (of: RawBuilder<unknown>, now: string) =>
  sql`(${of}."state" = 'waiting' or (${of}."state" = 'offered' and ${of}."offeredUntil" > ${now}))`

/** The requests that are not in the trash, with the title of the course, the day of the date and the place in line. @param now ISO 8601 in UTC */
export const requestRows = (db: Db, now: string) =>
  db
    .selectFrom('registrations')
    .innerJoin('courses', 'courses.id', 'registrations.courseId')
    .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
    .selectAll('registrations')
    .select([
      'courses.title as courseTitle',
      'cohorts.startsOn as cohortStartsOn',
      placeAt(now).as('place'),
      consentTextOf('registrations'),
    ])
    .where(isPresent(registrations))

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>

type BareRequest = Omit<Registration, 'acts' | 'mail' | 'tells'>

/** A row of `requestRows`, with the ids and the state that an answer has. */
export function toRegistration(row: RequestRow, now: string): BareRequest {
  const { courseId, courseTitle, cohortId, cohortStartsOn, ...request } = registrations.decode(row)
  return {
    ...withPublicId(request),
    course: { _id: courseId, title: courseTitle },
    ...(cohortId !== undefined && { cohort: { _id: cohortId, startsOn: cohortStartsOn ?? '' } }),
    ...(hasLapsed(request, now) && { state: 'lapsed', stateAt: request.offeredUntil ?? request.stateAt }),
  }
}

/** The message about each state. Someone who waits was asked to press a button. */
const kindOf: Partial<Record<RequestState, DeliveryKind>> = {
  new: 'registrationConfirm',
  waiting: 'registrationConfirm',
  offered: 'courseOffer',
  lapsed: 'courseOfferLapsed',
  confirmed: 'registrationAnswer',
  accepted: 'registrationAnswer',
  declined: 'registrationAnswer',
}

/** Adds to requests what staff can do with them, and whether a message about their state was sent, or why not. */
export async function forStaff(
  context: Pick<AppContext, 'database' | 'config' | 'site' | 'mailService'>,
  requests: BareRequest[],
): Promise<Registration[]> {
  if (requests.length === 0) return []
  const { database, config, site, mailService } = context
  const ids = requests.map(({ _id }) => _id)
  const cohortIds = [...new Set(requests.flatMap(({ cohort }) => cohort?._id ?? []))]
  const moment = await momentOf(context)
  const [deliveries, notices, dates, settings] = await Promise.all([
    database.db
      .selectFrom('deliveries')
      .select(['subjectId', 'kind', 'state', 'reason', 'attempts', 'dueAt', 'settledAt'])
      .where('subjectId', 'in', ids)
      .where('kind', 'in', [...new Set(Object.values(kindOf))])
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    cohortIds.length === 0
      ? []
      : database.db
          .selectFrom('cohortNotices')
          .innerJoin('deliveries', 'deliveries.subjectId', 'cohortNotices.id')
          .select(['recipientId', 'cohortNotices.kind', 'at', 'state', 'reason'])
          .where('cohortId', 'in', cohortIds)
          .where('recipientId', 'in', ids)
          .orderBy('at')
          .execute(),
    readCohorts(database.db, moment, [...new Set(requests.map(({ course }) => course._id))]),
    site.now(),
  ])
  const last = new Map<string, RequestDelivery>(
    deliveries.map(({ subjectId, kind, ...sent }) => [`${subjectId} ${kind}`, sent]),
  )
  const lastNotice = new Map(notices.map(({ recipientId, ...notice }) => [recipientId, notice]))
  const failedNotice = ({ _id, stateAt }: BareRequest) => {
    const { state, kind, at, reason } = lastNotice.get(_id) ?? {}
    if (state !== 'failed' || at === undefined || at < stateAt) return undefined
    return `The message that the date was ${kind} did not arrive: ${reason}`
  }
  const { offerByItself: byItself } = trainingSettings.of(settings)
  const situation = { hasServer: mailService.kind === 'smtp', byItself, now: database.now(), timeZone: config.timeZone }
  return requests.map((request) => {
    const cohortId = request.cohort?._id
    const ofCourse = dates.get(request.course._id) ?? []
    const date = ofCourse.find(({ _id }) => _id === cohortId)
    const canMove = ofCourse.some((other) => other !== date && !isOver(other))
    return {
      ...request,
      acts: actsOf({ ...request, cohortId }, date, canMove),
      ...(situation.hasServer && hasSeatToCome({ ...request, cohortId }, date) && { tells: true as const }),
      mail:
        failedNotice(request) ??
        mailSentence(request, {
          ...situation,
          sent: last.get(`${request._id} ${kindOf[request.state]}`),
          date: date && takesPeople.includes(date.state) ? { free: freeSeats(date) } : undefined,
        }),
    }
  })
}

const weekdays = formatIn('en-GB', { weekday: 'short' })

/** A time in the company's time zone: 'Tue 24 Nov, 10:00 IST'. @param iso ISO 8601 in UTC */
export const timeInWords = (iso: string, timeZone: string): string =>
  `${weekdays(timeZone).format(new Date(iso))} ${shortTime(iso, timeZone)}`

export type RequestDelivery = Pick<Stored<typeof deliveries>, 'state' | 'reason' | 'attempts' | 'dueAt' | 'settledAt'>

type Situation = {
  hasServer: boolean
  /** The last message about the state of the request. */
  sent: RequestDelivery | undefined
  /** The date, if it is still to come. */
  date: { free: number } | undefined
  byItself: boolean
  now: string
  timeZone: string
}

/** Whether a message about the state of a request was sent, or why not, in one sentence; undefined if there is nothing to say. */
export function mailSentence(
  { kind, state, verifiedAt, place = 1, people, cohort }: BareRequest,
  { hasServer, sent, date, byItself, now, timeZone }: Situation,
): string | undefined {
  if (kind === 'question' || state === 'withdrawn' || state === 'notified') return undefined
  const isOpen = state === 'new' || state === 'waiting'
  if (!hasServer && !(isOpen && verifiedAt !== undefined)) return 'No mail server: nothing was sent'
  if (isOpen && verifiedAt === undefined) {
    if (!sent) return 'Nothing was sent: this mailbox had 4 messages today already'
    return sent.state === 'sent' ? 'Has not pressed the button in our message' : deliveryInWords(sent, now, timeZone)
  }
  if (state === 'new') return undefined
  if (state !== 'waiting') return sent && deliveryInWords(sent, now, timeZone)
  if (!cohort) return 'No new date was announced'
  if (!date) return 'This date is not open'
  if (date.free <= 0) return 'No seat is free'
  // The place says why.
  if (place > 1) return undefined
  if (date.free < people) return `${seatWords(people, 'person')}, ${seatWords(date.free, 'seat')} free`
  if (!hasServer) return 'No mail server: offer the seat by hand'
  return byItself ? 'The seat is offered within a minute' : 'A seat is free: offer it'
}

function deliveryInWords(
  { reason, dueAt, settledAt, ...sent }: RequestDelivery,
  now: string,
  timeZone: string,
): string {
  const state = deliveryState(sent)
  if (state === 'sent') return `${deliveryWords.sent} ${timeInWords(settledAt ?? dueAt, timeZone)}`
  if (state !== 'waiting' && state !== 'sending' && reason) return `${deliveryWords[state]}: ${reason}`
  return dueAt > now ? `Leaves ${timeInWords(dueAt, timeZone)}` : 'Leaves now'
}
