import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { unpack } from '#server/record/revisions.ts'
import { type Cohort, type Days, isForAttendees, type NoticeKind, type NoticeTo } from '../ground/cohorts.contract.ts'
import { participants } from '../ground/courses.table.ts'
import { participantRows } from '../ground/participant-rows.server.ts'
import {
  emailNotConfirmed,
  enrolledStates,
  noAddress,
  type RegistrationState,
} from '../ground/registration-words.contract.ts'
import type { NoticeAudience, NoticeGroup } from './notices.contract.ts'

const alreadyNotified = 'Already notified'

export type Recipient = NoticeAudience['people'][number] & { before?: Days | undefined }
type Person = Recipient & { reason?: string | undefined }

/**
 * The recipients of a message about a date, in the order of their registrations, and those who do not get it.
 * @param to who of the people of the date gets it, if it is not about a change
 */
export async function recipientsOf(
  db: Db,
  cohort: Cohort,
  kind: NoticeKind,
  now: string,
  to: NoticeTo = 'enrolled',
): Promise<{ recipients: Recipient[]; leftOut: NoticeAudience['leftOut'] }> {
  const people = isForAttendees(kind)
    ? await attendeesOf(db, cohort, kind, to)
    : await concernedBy(db, cohort, kind, now)
  // An address gets one message, however many registrations it has.
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
  const { _id, courseId } = cohort
  const asked = registrationsOf(db)
  const concerned =
    kind === 'opened'
      ? asked
          .where('courseId', '=', courseId)
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
async function attendeesOf(db: Db, { _id }: Cohort, kind: NoticeKind, to: NoticeTo): Promise<Person[]> {
  const rows = await registrationsOf(db)
    .where('cohortId', '=', _id)
    .where('state', 'in', to === 'waiting' ? ['waiting'] : enrolledStates)
    .execute()
  const { seats, taken, wereThere } = await readAttendance(db, _id)
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

/** The seats of a date, whether attendance was taken, and the registrations of which someone was there. */
export async function readAttendance(db: Db, cohortId: string) {
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

export const sameDays = (one: Days, other: Days): boolean =>
  one.startsOn === other.startsOn &&
  (one.endsOn ?? '') === (other.endsOn ?? '') &&
  (one.timetable ?? '') === (other.timetable ?? '')

/** `details` are those that people need to join. */
type CohortVersion = { at: string; days: Days; cancelled: boolean; details?: string }

/** The versions of a date, from the oldest on. */
async function readHistory(db: Db, cohortId: string): Promise<CohortVersion[]> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['at', 'fields'])
    .where('entity', '=', 'cohorts')
    .where('recordId', '=', cohortId)
    .orderBy('number')
    .execute()
  return revisions.map(({ at, fields }) => {
    const stored = unpack(fields) as Days & { cancelled?: boolean; joinUrl?: string; joinText?: string; place?: string }
    const { startsOn, endsOn, timetable, cancelled, joinUrl, joinText, place } = stored
    const details = JSON.stringify([startsOn, endsOn, timetable, joinUrl, joinText, place].map((one) => one ?? null))
    return { at, days: { startsOn, endsOn, timetable }, cancelled: cancelled === true, details }
  })
}

/** The state of a date at a time, by its history from the oldest on. A time before the history has the first of it. */
export const stateThen = <State extends { at: string }>(history: State[], time: string): State | undefined =>
  history.findLast(({ at }) => at <= time) ?? history[0]

/** Since when something holds of a date, by its history from the oldest on. */
const sinceWhen = (history: CohortVersion[], holds: (version: CohortVersion) => boolean): string =>
  history[history.findLastIndex((version) => !holds(version)) + 1]?.at ?? ''

export const cancelledSince = (history: CohortVersion[]): string => sinceWhen(history, ({ cancelled }) => cancelled)

/** Since when the joining details are the present ones. */
const detailsSince = (history: CohortVersion[]): string =>
  sinceWhen(history, ({ details }) => details === history.at(-1)?.details)
