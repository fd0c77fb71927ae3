import { mailHolds } from '#contract/deliveries.ts'
import { may } from '#contract/roles.ts'
import { type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { offerIdOf, takesPeople } from '../ground/cohort-words.contract.ts'
import { attendeeKinds, type Cohort, isForAttendees, type NoticeKind, noticeKinds } from '../ground/cohorts.contract.ts'
import type { CohortNotice as StoredNotice } from '../ground/courses.table.ts'
import { findOffer } from '../ground/offers.server.ts'
import { dateAccess } from '../ground/participant-rows.server.ts'
import { seatWords } from '../ground/registration-words.contract.ts'
import { type Moment, momentOf, readCohort } from './cohort-queries.server.ts'
import { attendeeFacts, type NamedOffer } from './course-messages.server.ts'
import { scheduledMessages } from './notice-job.server.ts'
import { type Asked, recipientsOf } from './notice-recipients.server.ts'
import { findNotice, queueNotice, readNotices, undoNotice } from './notice-rows.server.ts'
import { noticeWords } from './notice-words.server.ts'
import {
  cohortNotice,
  type NoticeAudience,
  type NoticeGroup,
  noticeGroups,
  noticeInput,
  noticeList,
  noticeQuery,
} from './notices.contract.ts'
import { showsDetails, startOf } from './timetable.ts'

const path = '/courses/:id/cohorts/:cohort/notices'
const noServer = 'No mail server is set up (SMTP_URL), so nothing can be sent.'

export const noticeRoutes = feature('Courses', async (app, context) => {
  const { config, database, mailService, site } = context
  const { timeZone } = config

  const audienceOf = async (db: Db, cohort: Cohort, moment: Moment, asked: Asked, staff: Staff) => {
    const { kind } = asked
    const { company } = await site.now()
    const offer = await findOffer(db, offerIdOf(cohort)).executeTakeFirstOrThrow(() => notFound('Date not found'))
    const { recipients, leftOut, audiences, ...found } = await recipientsOf(db, cohort, asked, moment.now)
    const counted = (one: NoticeGroup) => [one, recipients.filter(({ group }) => group === one).length] as const
    const { group, before } = recipients[0] ?? { group: 'enrolled' }
    const shown = <Person extends { email?: string | undefined }>({ email, ...person }: Person) =>
      may(staff, 'readContacts') ? { ...person, email } : person
    const unfit = unsuitable(cohort, kind, moment, timeZone) ?? found.refusal
    const copies = unfit === undefined && mailService.kind !== 'smtp'
    const words = noticeWords({
      ...{ kind, title: offer.title, days: cohort, before, group, company },
      ...{ timeZone, today: moment.today },
    })
    return {
      kind,
      ...{ audience: found.audience, audiences },
      count: recipients.length,
      ...(Object.fromEntries(noticeGroups.map(counted)) as Record<NoticeGroup, number>),
      people: recipients.map(shown),
      leftOut: leftOut.map(shown),
      refusal: copies ? noServer : unfit,
      ...(copies && { copies }),
      preview: { ...words, ...previewOf(offer, cohort, kind, moment) },
    } satisfies NoticeAudience
  }

  /** The facts of a message that are the same for all, and the joining details that it has. */
  const previewOf = (offer: NamedOffer, cohort: Cohort, kind: NoticeKind, { today }: Moment) => {
    if (kind !== 'joining' && kind !== 'reminder') return { facts: [] }
    const { joinUrl, joinText } = cohort
    const isSoon = kind === 'joining' || showsDetails(cohort, today, timeZone)
    const details = isSoon ? [joinUrl, joinText].filter(Boolean).join('\n\n') : ''
    return {
      facts: attendeeFacts(offer, cohort, { informed: details !== '', timeZone }),
      ...(details && { details }),
    }
  }

  /** The date, and what the caller may do with its messages. @throws HttpError 403 for those who have nothing to do with it */
  const findFor = async (
    staff: Staff,
    params: { id: string; cohort: string },
    moment: Moment,
    db: Db = database.db,
  ) => {
    const cohort = await readCohort(db, moment, params.cohort)
    if (!cohort || offerIdOf(cohort) !== params.id) throw notFound('Date not found')
    const access = await dateAccess(db, staff, cohort)
    if (!access.reads) throw new HttpError(403, 'Only those who teach this date can see its messages.')
    const kinds: readonly NoticeKind[] = access.readsContacts ? noticeKinds : attendeeKinds
    const sends: readonly NoticeKind[] = may(staff, 'writeContacts') ? noticeKinds : access.writes ? attendeeKinds : []
    return { cohort, kinds, sends }
  }

  route(app, `GET ${path}`, {
    access: 'teach',
    summary: 'List the messages about a date, and whom one would reach',
    description:
      '`id` is that of the course, or of the page with the event. For those who may read registrations, and for those who teach the date, who see no email addresses and no messages about changes; 403 for others. With `kind`, `audience` says whom such a message would reach now: those with a seat, those who asked for one and those on the waitlist of a date that was moved or cancelled; of a new date those interested in one; those enrolled with joining details and a reminder; and with a note or thanks those of `audience`. It names who is not notified, and why.',
    query: noticeQuery,
    answer: noticeList,
    handler: async (request) => {
      const { query, params } = request
      const moment = await momentOf(context)
      const staff = staffOf(request)
      const { cohort, kinds, sends } = await findFor(staff, params, moment)
      const { kind, audience } = query
      if (kind) expectKind(kinds, kind)
      const suitable = kinds.filter((one) => unsuitable(cohort, one, moment, timeZone) === undefined)
      return {
        notices: (await readNotices(database, cohort._id)).filter((notice) => kinds.includes(notice.kind)),
        scheduled: mailService.kind === 'smtp' ? await scheduledMessages(context, cohort, moment) : [],
        kinds: suitable,
        sends: suitable.filter((one) => sends.includes(one)),
        audience: kind && (await audienceOf(database.db, cohort, moment, { kind, audience }, staff)),
      }
    },
  })

  route(app, `POST ${path}`, {
    access: 'teach',
    act: 'Notify the people of a date',
    summary: 'Send a message about a date to everyone whom it concerns',
    description: `For those who may change registrations; those who teach the date send the joining details, a reminder, a note and thanks. It is sent after ${mailHolds.notice} seconds, in which it can be undone. A note needs a \`body\`, in Markdown. The joining details also go, once, to participants whom their booker has named for them. 409 if it would reach another number of people than \`count\`, or no one.`,
    input: noticeInput,
    answer: { 201: cohortNotice },
    errors: [409],
    handler: async (request) => {
      const { params } = request
      const { kind, body, count, audience } = request.body
      const staff = staffOf(request)
      const moment = await momentOf(context)
      const id = await database.transaction(async (trx) => {
        await trx.selectFrom('cohorts').select('id').where('id', '=', params.cohort).forUpdate().execute()
        const { cohort, sends } = await findFor(staff, params, moment, trx)
        expectKind(sends, kind)
        const { recipients, ...found } = await recipientsOf(trx, cohort, { kind, audience }, moment.now)
        const unfit = unsuitable(cohort, kind, moment, timeZone) ?? found.refusal
        const refusal = mailService.kind === 'smtp' ? unfit : noServer
        if (refusal) throw new HttpError(409, refusal)
        if (recipients.length === 0) throw new HttpError(409, 'No recipients.')
        if (recipients.length !== count) throw new HttpError(409, countChanged(recipients.length, count))
        const notice = { kind, body: body?.trim() || undefined, by: staff.name, audience: found.audience }
        await refuseTwice(trx, cohort._id, notice)
        return queueNotice(trx, cohort, { ...notice, recipients })
      })
      return findNotice(database, params.cohort, id)
    },
  })

  route(app, `POST ${path}/:notice/undo`, {
    access: 'teach',
    act: 'Undo a message about a date',
    summary: 'Undo a message about a date before the first one is sent',
    answer: cohortNotice,
    errors: [409],
    handler: async (request) => {
      const { cohort, notice } = request.params
      const staff = staffOf(request)
      const { sends } = await findFor(staff, request.params, await momentOf(context))
      expectKind(sends, (await findNotice(database, cohort, notice)).kind)
      await database.transaction((trx) => undoNotice(trx, notice))
      return findNotice(database, cohort, notice)
    },
  })
})

/** @throws HttpError 403 for a message that the caller may not see or send */
function expectKind(kinds: readonly NoticeKind[], kind: NoticeKind): void {
  if (kinds.includes(kind)) return
  throw new HttpError(
    403,
    isForAttendees(kind)
      ? 'Only those who teach this date can write to its people.'
      : 'A colleague in sales or marketing sends messages about changes.',
  )
}

/** Why such a message does not suit the state of a date. */
function unsuitable(cohort: Cohort, kind: NoticeKind, { now, today }: Moment, timeZone: string): string | undefined {
  const { cancelled, state, startsOn, endsOn = startsOn } = cohort
  if (kind === 'cancelled') return cancelled ? undefined : 'This date is not cancelled.'
  if (cancelled) return 'This date is cancelled.'
  if (kind === 'note') return undefined
  if (kind === 'thanks') return endsOn > today ? 'This date is not over yet.' : undefined
  if (state === 'past') return 'This date has passed.'
  if (kind === 'reminder' && startOf(cohort, timeZone).moment <= Date.parse(now)) return 'This date has started.'
  if (kind === 'joining' && !cohort.joinUrl && !cohort.joinText && !cohort.place)
    return 'Add a joining link or joining details first.'
  if (kind === 'opened' && !takesPeople.includes(state)) return 'Enrollment for this date is closed.'
  return undefined
}

const countChanged = (now: number, seen: number) =>
  `The recipients have changed: ${seatWords(now, 'person')} now, not ${seen}. Please check again.`

/** @throws HttpError 409 for the second press of a button: the same message is still held */
async function refuseTwice(
  trx: Transaction,
  cohortId: string,
  { kind, body, audience }: Pick<StoredNotice, 'kind' | 'body' | 'audience'>,
): Promise<void> {
  const held = await trx
    .selectFrom('cohortNotices')
    .select(['body', 'audience'])
    .where('cohortId', '=', cohortId)
    .where('kind', '=', kind)
    .where('undoneAt', 'is', null)
    .where('at', '>', new Date(timeIn(trx) - mailHolds.notice * 1_000).toISOString())
    .execute()
  if (held.some((one) => one.body === (body ?? null) && one.audience === (audience ?? null)))
    throw new HttpError(409, 'This message is being sent already.')
}
