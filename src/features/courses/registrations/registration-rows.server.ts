import { type RawBuilder, sql } from 'kysely'
import { type DeliveryState, deliveryState, deliveryWords } from '#contract/deliveries.ts'
import { formatIn, shortTime } from '#contract/zoned-format.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Db } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { DeliveryKind, deliveries } from '#server/mail/deliveries.table.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { momentOf, readCohorts } from '../cohorts/cohort-queries.server.ts'
import { noticeNames } from '../cohorts/notice-words.server.ts'
import { isOver, offerIdOf, takesPeople } from '../ground/cohort-words.contract.ts'
import { registrations } from '../ground/courses.table.ts'
import { offerOf } from '../ground/offers.contract.ts'
import { namedOffer, offers, ofOffer } from '../ground/offers.server.ts'
import {
  emailNotConfirmed,
  noAddress,
  type RegistrationState,
  seatWords,
} from '../ground/registration-words.contract.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { actsOf, hasSeatToCome, nextActOf } from './registration-acts.server.ts'
import { freeSeats, hasLapsed } from './seats.server.ts'

/** The place on the waitlist, after the verified registrations that are in line before it. */
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

/** The registrations that are not in the trash, with the title of the course or page, the day of the date and the place in line. @param now ISO 8601 in UTC */
export const registrationRows = (db: Db, now: string) =>
  db
    .selectFrom('registrations')
    .innerJoin(offers(db), ofOffer('registrations'))
    .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
    .selectAll('registrations')
    .select([
      'offers.entity as offerEntity',
      'offers.title as offerTitle',
      'cohorts.startsOn as cohortStartsOn',
      placeAt(now).as('place'),
      consentTextOf('registrations'),
    ])
    .where(isPresent(registrations))

type RegistrationRow = Awaited<ReturnType<ReturnType<typeof registrationRows>['executeTakeFirstOrThrow']>>

type BareRegistration = Omit<Registration, 'acts' | 'next' | 'mail' | 'tells' | 'setsEmail'>

/** A row of `registrationRows`, with the ids and the state that an answer has. */
export function toRegistration(row: RegistrationRow, now: string): BareRegistration {
  const { courseId, pageId, offerEntity, offerTitle, cohortId, cohortStartsOn, ...registration } =
    registrations.decode(row)
  return {
    ...withPublicId(registration),
    ...namedOffer({ entity: offerEntity, id: offerIdOf({ courseId, pageId }), title: offerTitle }),
    ...(cohortId !== undefined && { cohort: { _id: cohortId, startsOn: cohortStartsOn ?? '' } }),
    ...(hasLapsed(registration, now) && {
      state: 'lapsed',
      stateAt: registration.offeredUntil ?? registration.stateAt,
    }),
  }
}

/** The message about each state. Someone who waits was asked to press a button. */
const kindOf: Partial<Record<RegistrationState, DeliveryKind>> = {
  new: 'registrationConfirm',
  waiting: 'registrationConfirm',
  offered: 'courseOffer',
  lapsed: 'courseOfferLapsed',
  confirmed: 'registrationAnswer',
  accepted: 'registrationAnswer',
  declined: 'registrationAnswer',
}

/** Adds to registrations what staff can do with them, and whether a message about their state was sent, or why not. */
export async function forStaff(
  context: Pick<AppContext, 'database' | 'config' | 'site' | 'mailService'>,
  all: BareRegistration[],
): Promise<Registration[]> {
  if (all.length === 0) return []
  const { database, config, site, mailService } = context
  const ids = all.map(({ _id }) => _id)
  const cohortIds = [...new Set(all.flatMap(({ cohort }) => cohort?._id ?? []))]
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
          .select(['recipientId', 'recipientId as subjectId', 'cohortNotices.kind', 'at', 'state', 'reason'])
          .where('cohortId', 'in', cohortIds)
          .where('recipientId', 'in', ids)
          .orderBy('at')
          .execute(),
    readCohorts(database.db, moment, [...new Set(all.map((one) => offerOf(one)._id))]),
    site.now(),
  ])
  const last = new Map<string, RegistrationDelivery>(
    deliveries.map(({ subjectId, kind, ...sent }) => [`${subjectId} ${kind}`, sent]),
  )
  const wrote = new Set(
    [...deliveries, ...notices].filter(({ state }) => hasGone.includes(state)).map(({ subjectId }) => subjectId),
  )
  const lastNotice = new Map(notices.map(({ recipientId, ...notice }) => [recipientId, notice]))
  const failedNotice = ({ _id, stateAt }: BareRegistration) => {
    const notice = lastNotice.get(_id)
    if (notice?.state !== 'failed' || notice.at < stateAt) return undefined
    return `${noticeNames[notice.kind]} was not delivered: ${notice.reason}`
  }
  const { automaticOffers: isAutomatic } = trainingSettings.of(settings)
  const situation = {
    hasServer: mailService.kind === 'smtp',
    isAutomatic,
    now: database.now(),
    timeZone: config.timeZone,
  }
  return all.map((registration) => {
    const cohortId = registration.cohort?._id
    const others = dates.get(offerOf(registration)._id) ?? []
    const date = others.find(({ _id }) => _id === cohortId)
    const canMove = others.some((other) => other !== date && !isOver(other))
    const acts = actsOf({ ...registration, cohortId }, date, canMove)
    return {
      ...registration,
      acts,
      next: nextActOf(registration, acts, date ? freeSeats(date) : 0),
      ...(situation.hasServer &&
        registration.email !== undefined &&
        hasSeatToCome({ ...registration, cohortId }, date) && { tells: true as const }),
      ...(registration.enteredBy !== undefined && !wrote.has(registration._id) && { setsEmail: true as const }),
      mail:
        failedNotice(registration) ??
        mailSentence(registration, {
          ...situation,
          sent: last.get(`${registration._id} ${kindOf[registration.state]}`),
          date: date && takesPeople.includes(date.state) ? { free: freeSeats(date) } : undefined,
        }),
    }
  })
}

/** The states of a message that has left, or is leaving. */
const hasGone: DeliveryState[] = ['sending', 'sent']

const weekdays = formatIn('en-GB', { weekday: 'short' })

/** A time in the company's time zone: 'Tue 24 Nov, 10:00 IST'. @param iso ISO 8601 in UTC */
export const timeInWords = (iso: string, timeZone: string): string =>
  `${weekdays(timeZone).format(new Date(iso))} ${shortTime(iso, timeZone)}`

export type RegistrationDelivery = Pick<
  Stored<typeof deliveries>,
  'state' | 'reason' | 'attempts' | 'dueAt' | 'settledAt'
>

type Situation = {
  hasServer: boolean
  /** The last message about the state of the registration. */
  sent: RegistrationDelivery | undefined
  /** The date, if it is still to come. */
  date: { free: number } | undefined
  isAutomatic: boolean
  now: string
  timeZone: string
}

/** Whether a message about the state of a registration was sent, or why not, in a sentence or two; undefined if there is nothing to say. */
export function mailSentence(registration: BareRegistration, situation: Situation): string | undefined {
  const { kind, state, email } = registration
  if (kind === 'question' || state === 'withdrawn' || state === 'notified') return undefined
  if (email !== undefined) return stateSentence(registration, situation)
  if (state !== 'waiting') return noAddress
  // Nothing is sent to them, with a mail server or without one.
  const said = stateSentence(registration, { ...situation, hasServer: true, isAutomatic: false })
  return [said, noAddress].filter(Boolean).join('. ')
}

function stateSentence(
  { state, verifiedAt, place = 1, people, cohort }: BareRegistration,
  { hasServer, sent, date, isAutomatic, now, timeZone }: Situation,
): string | undefined {
  const isOpen = state === 'new' || state === 'waiting'
  if (!hasServer && !(isOpen && verifiedAt !== undefined)) return 'No email sent: no mail server'
  if (isOpen && verifiedAt === undefined) {
    if (!sent) return 'No email sent: daily limit of 4 emails reached'
    return sent.state === 'sent' ? emailNotConfirmed : deliveryInWords(sent, now, timeZone)
  }
  if (state === 'new') return undefined
  if (state !== 'waiting') return sent && deliveryInWords(sent, now, timeZone)
  if (!cohort) return 'No new date announced yet'
  if (!date) return 'This date is closed'
  if (date.free <= 0) return 'No seats left'
  // The place says why.
  if (place > 1) return undefined
  if (date.free < people) return `${seatWords(people, 'person')}, only ${seatWords(date.free, 'seat')} left`
  if (!hasServer) return 'A seat is free. No mail server: send the offer yourself'
  return isAutomatic ? 'A seat is free. Offering it within a minute' : 'A seat is free'
}

function deliveryInWords(
  { reason, dueAt, settledAt, ...sent }: RegistrationDelivery,
  now: string,
  timeZone: string,
): string {
  const state = deliveryState(sent)
  if (state === 'sent') return `Email sent ${timeInWords(settledAt ?? dueAt, timeZone)}`
  if (state !== 'waiting' && state !== 'sending' && reason)
    return `Email ${deliveryWords[state].toLowerCase()}: ${reason}`
  return dueAt > now ? `Email scheduled for ${timeInWords(dueAt, timeZone)}` : 'Sending email…'
}
