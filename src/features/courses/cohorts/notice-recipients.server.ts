import type { Db } from '#server/database/connect.ts'
import { unpack } from '#server/record/revisions.ts'
import type { Cohort, Days, NoticeKind } from '../ground/cohorts.contract.ts'
import { emailNotConfirmed } from '../ground/registration-words.contract.ts'
import { cancelledSince, groupOf, sameDays, stateThen } from './notice-mail.server.ts'
import type { NoticeAudience } from './notices.contract.ts'

const alreadyNotified = 'Already notified'

export type Recipient = NoticeAudience['people'][number] & { before?: Days | undefined }

/** The recipients of a message about a date, in the order of their registrations, and those who do not get it. */
export async function recipientsOf(
  db: Db,
  cohort: Cohort,
  kind: NoticeKind,
  now: string,
): Promise<{ recipients: Recipient[]; leftOut: NoticeAudience['leftOut'] }> {
  const { rows, history, lastNotified } = await readConcerned(db, cohort, kind, now)
  const since = cancelledSince(history)
  const people = rows.map(({ id, name, email: address, state, verifiedAt, createdAt }) => {
    const email = address ?? undefined
    const notifiedAt = lastNotified.get(id)
    const known =
      stateThen(history, notifiedAt !== undefined && notifiedAt > createdAt ? notifiedAt : createdAt)?.days ?? cohort
    const isUnverified = verifiedAt === null && (state === 'new' || state === 'waiting')
    const knows =
      kind === 'moved'
        ? sameDays(known, cohort)
        : notifiedAt !== undefined && (kind === 'opened' || notifiedAt >= since)
    const reason =
      email === undefined
        ? 'No email address'
        : isUnverified
          ? emailNotConfirmed
          : knows
            ? notifiedAt === undefined
              ? 'Registered for the current days'
              : alreadyNotified
            : undefined
    return { _id: id, name, email, group: groupOf(kind, state), reason, ...(kind === 'moved' && { before: known }) }
  })
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

/** The registrations that a message concerns, the history of the date, and when each person was last told such a thing about it. */
async function readConcerned(db: Db, { _id, courseId }: Cohort, kind: NoticeKind, now: string) {
  const asked = db
    .selectFrom('registrations')
    .select(['id', 'name', 'email', 'state', 'verifiedAt', 'createdAt'])
    .where('deletedAt', 'is', null)
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
  const rows = await concerned.orderBy('createdAt').orderBy('id').execute()
  const messages = await db
    .selectFrom('deliveries')
    .innerJoin('cohortNotices', 'cohortNotices.id', 'deliveries.subjectId')
    .select(['recipientId', 'at'])
    .where('cohortId', '=', _id)
    .where('cohortNotices.kind', '=', kind)
    .where('state', 'in', ['waiting', 'sending', 'sent'])
    .orderBy('at')
    .execute()
  const revisions = await db
    .selectFrom('revisions')
    .select(['at', 'fields'])
    .where('entity', '=', 'cohorts')
    .where('recordId', '=', _id)
    .orderBy('number')
    .execute()
  const history = revisions.map(({ at, fields }) => {
    const { startsOn, endsOn, timetable, cancelled } = unpack(fields) as Days & { cancelled?: boolean }
    return { at, days: { startsOn, endsOn, timetable }, cancelled: cancelled === true }
  })
  return { rows, history, lastNotified: new Map(messages.map(({ recipientId, at }) => [recipientId ?? '', at])) }
}
