import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import {
  type Cohort,
  type Days,
  isForAttendees,
  type NoticeKind,
  type NoticeTo,
  noticeAudiences,
} from '../ground/cohorts.contract.ts'
import { participants } from '../ground/courses.table.ts'
import { belongsTo } from '../ground/offers.server.ts'
import { participantRows } from '../ground/participant-rows.server.ts'
import {
  emailNotConfirmed,
  enrolledStates,
  noAddress,
  type RegistrationState,
} from '../ground/registration-words.contract.ts'
import { cancelledSince, detailsSince, readHistory, sameDays, stateThen } from './cohort-history.server.ts'
import type { NoticeAudience, NoticeGroup } from './notices.contract.ts'

const alreadyNotified = 'Already notified'

export type Recipient = NoticeAudience['people'][number] & { before?: Days | undefined }
type Person = Recipient & { reason?: string | undefined }

/** A message, and who of the people of the date gets it, if it is not about a change; left out for the usual ones. */
export type Asked = { kind: NoticeKind; audience?: NoticeTo | undefined }

type Found = {
  recipients: Recipient[]
  leftOut: NoticeAudience['leftOut']
  /** Who of the people of the date gets it, and who else could. */
  audience?: NoticeTo
  audiences: NoticeTo[]
  /** Why it cannot go to these people. */
  refusal?: string | undefined
}

/**
 * The recipients of a message about a date, in the order of their registrations, and those who do not get it.
 * @throws HttpError 422 for an audience that such a message never has
 */
export async function recipientsOf(db: Db, cohort: Cohort, asked: Asked, now: string): Promise<Found> {
  const { kind } = asked
  if (!isForAttendees(kind)) {
    if (asked.audience) audienceFor(asked, false)
    return { ...onceEach(await concernedBy(db, cohort, kind, now)), audiences: [] }
  }
  const attendance = await readAttendance(db, cohort._id)
  const { taken } = attendance
  const audience = audienceFor(asked, taken)
  return {
    ...onceEach(await attendeesOf(db, cohort, kind, audience, attendance)),
    ...{ audience, audiences: audiencesOf(kind, taken), refusal: withoutAttendance(audience, taken) },
  }
}

/** Who can get a message, the usual audience first. */
function audiencesOf(kind: NoticeKind, taken: boolean): NoticeTo[] {
  if (kind === 'note') return noticeAudiences.filter((to) => taken || withoutAttendance(to, taken) === undefined)
  if (kind === 'thanks') return taken ? ['attended', 'enrolled'] : ['enrolled']
  return isForAttendees(kind) ? ['enrolled'] : []
}

/** @throws HttpError 422 for an audience that a message never has */
function audienceFor({ kind, audience }: Asked, taken: boolean): NoticeTo {
  const [usual = 'enrolled'] = audiencesOf(kind, taken)
  if (audience !== undefined && !audiencesOf(kind, true).includes(audience))
    throw invalid('audience', 'This message does not go to these people.')
  return audience ?? usual
}

const withoutAttendance = (to: NoticeTo, taken: boolean): string | undefined =>
  !taken && (to === 'attended' || to === 'absent') ? 'Attendance was not taken.' : undefined

/** An address gets one message, however many registrations it has. */
function onceEach(people: Person[]): Pick<Found, 'recipients' | 'leftOut'> {
  const addresses = new Set(
    people.filter(({ reason }) => reason === alreadyNotified).map(({ email }) => email?.toLowerCase()),
  )
  const recipients: Recipient[] = []
  const leftOut: NoticeAudience['leftOut'] = []
  for (const { reason, ...person } of people) {
    const address = person.email?.toLowerCase()
    if (reason) leftOut.push({ ...person, reason })
    else if (addresses.has(address)) leftOut.push({ ...person, reason: 'Notified through another registration' })
    else recipients.push(person)
    if (!reason) addresses.add(address)
  }
  return { recipients, leftOut }
}

/** The people whom a change of a date concerns. */
async function concernedBy(db: Db, cohort: Cohort, kind: NoticeKind, now: string): Promise<Person[]> {
  const { _id } = cohort
  const asked = registrationsOf(db)
  const concerned =
    kind === 'opened'
      ? asked
          .where(belongsTo('registrations', [offerIdOf(cohort)]))
          .where('kind', '=', 'nextDate')
          .where('cohortId', 'is', null)
          .where('state', '=', 'waiting')
      : asked
          .where('cohortId', '=', _id)
          .where('kind', '!=', 'question')
          .where(({ or, and, eb }) =>
            or([
              eb('state', 'in', ['new', 'confirmed', 'accepted', 'waiting']),
              and([eb('state', '=', 'offered'), eb('offeredUntil', '>', now)]),
            ]),
          )
  const rows = await concerned.execute()
  const history = await readHistory(db, _id)
  const lastNotified = await lastNotifiedOf(db, _id, kind)
  const since = cancelledSince(history)
  return rows.map(({ id, name, email, state, verifiedAt, createdAt }) => {
    const notifiedAt = lastNotified.get(id)
    const known =
      stateThen(history, notifiedAt !== undefined && notifiedAt > createdAt ? notifiedAt : createdAt)?.days ?? cohort
    const isUnverified = verifiedAt === null && (state === 'new' || state === 'waiting')
    const knows =
      kind === 'moved'
        ? sameDays(known, cohort)
        : notifiedAt !== undefined && (kind === 'opened' || notifiedAt >= since)
    const knowing = notifiedAt === undefined ? 'Registered for the current days' : alreadyNotified
    return {
      ...{ _id: id, name, email: email ?? undefined, group: groupOf(kind, state) },
      reason: email === null ? noAddress : isUnverified ? emailNotConfirmed : knows ? knowing : undefined,
      ...(kind === 'moved' && { before: known }),
    }
  })
}

/** The people who attend a date, or wait for a seat. The joining details go once to those whom bookers have named for them, too. */
async function attendeesOf(
  db: Db,
  { _id }: Cohort,
  kind: NoticeKind,
  to: NoticeTo,
  { seats, taken, wereThere }: Attendance,
): Promise<Person[]> {
  const rows = await registrationsOf(db)
    .where('cohortId', '=', _id)
    .where('state', 'in', to === 'waiting' ? ['waiting'] : enrolledStates)
    .execute()
  const isWanted = (id: string) =>
    to === 'attended' ? wereThere.has(id) : to === 'absent' ? taken && !wereThere.has(id) : true
  const isJoining = kind === 'joining'
  const lastNotified = isJoining ? await lastNotifiedOf(db, _id, kind) : new Map<string, string>()
  const since = isJoining ? detailsSince(await readHistory(db, _id)) : ''
  const bookers = rows
    .filter(({ id }) => isWanted(id))
    .map(({ id, name, email, state, verifiedAt }) => ({
      ...{ _id: id, name, email: email ?? undefined, group: to },
      reason:
        email === null
          ? noAddress
          : verifiedAt === null && state === 'waiting'
            ? emailNotConfirmed
            : (lastNotified.get(id) ?? '') > since
              ? alreadyNotified
              : undefined,
    }))
  if (!isJoining) return bookers
  const informed = seats.filter(({ informed, email }) => informed && email !== undefined)
  const told = await toldOnce(
    db,
    informed.map(({ id }) => id),
  )
  const named = informed.map(({ id, name = '', email }) => ({
    ...{ _id: id, name, email, group: 'informed' as const },
    reason: told.has(id) ? alreadyNotified : undefined,
  }))
  // Someone who has booked for themselves too is notified as the booker.
  const booking = new Set(bookers.map(({ email }) => email?.toLowerCase()))
  return [...bookers, ...named.filter(({ email }) => !booking.has(email?.toLowerCase()))]
}

const registrationsOf = (db: Db) =>
  db
    .selectFrom('registrations')
    .select(['id', 'name', 'email', 'state', 'verifiedAt', 'createdAt'])
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')

type Attendance = Awaited<ReturnType<typeof readAttendance>>

/** The seats of a date, whether attendance was taken, and the registrations of which someone was there. */
async function readAttendance(db: Db, cohortId: string) {
  const rows = await participantRows(db, cohortId).execute()
  const seats = rows.map((row) => participants.decode(row))
  const attended = seats.filter(({ attended }) => Object.values(attended).includes(true))
  return {
    seats,
    taken: seats.some(({ attended }) => Object.keys(attended).length > 0),
    wereThere: new Set(attended.map(({ registrationId }) => registrationId)),
  }
}

const onTheWay = ['waiting', 'sending', 'sent'] as const

/** When each person was last notified of such a thing about a date. */
async function lastNotifiedOf(db: Db, cohortId: string, kind: NoticeKind): Promise<Map<string, string>> {
  const messages = await db
    .selectFrom('deliveries')
    .innerJoin('cohortNotices', 'cohortNotices.id', 'deliveries.subjectId')
    .select(['recipientId', 'at'])
    .where('cohortId', '=', cohortId)
    .where('cohortNotices.kind', '=', kind)
    .where('state', 'in', onTheWay)
    .orderBy('at')
    .execute()
  return new Map(messages.map(({ recipientId, at }) => [recipientId ?? '', at]))
}

/** The participants who have got joining details, of whichever date. */
async function toldOnce(db: Db, ids: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('recipientId')
    .where('kind', '=', 'cohortJoining')
    .where(isOneOf(db, 'recipientId', ids))
    .where('state', 'in', onTheWay)
    .execute()
  return new Set(rows.map(({ recipientId }) => recipientId))
}

const groups: Partial<Record<RegistrationState, NoticeGroup>> = { waiting: 'waiting', offered: 'waiting', new: 'asked' }

/** The relation of someone with a registration in this state to the date of a notice. */
export const groupOf = (kind: NoticeKind, state: RegistrationState): NoticeGroup =>
  kind === 'opened' ? 'interested' : (groups[state] ?? 'enrolled')
