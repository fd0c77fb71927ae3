import { randomUUIDv7 } from 'node:crypto'
import { mailHolds } from '#contract/deliveries.ts'
import { zoneName } from '#contract/zoned-format.ts'
import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { DeliveryKind } from '#server/mail/deliveries.table.ts'
import { countDeliveries, queueDelivery, takeBack } from '#server/mail/queue.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { takesPeople } from '../ground/cohort-words.contract.ts'
import { type Cohort, type Days, type NoticeKind, noticeKinds } from '../ground/cohorts.contract.ts'
import { cohortNotices, type CohortNotice as StoredNotice } from '../ground/courses.table.ts'
import { seatWords } from '../ground/registration-words.contract.ts'
import { type Moment, momentOf, readCohort } from './cohort-queries.server.ts'
import { noticeWords } from './notice-mail.server.ts'
import { type Recipient, recipientsOf } from './notice-recipients.server.ts'
import {
  type CohortNotice,
  cohortNotice,
  type NoticeAudience,
  type NoticeGroup,
  noticeGroups,
  noticeInput,
  noticeList,
  noticeQuery,
} from './notices.contract.ts'

const deliveryKinds = {
  moved: 'cohortMoved',
  cancelled: 'cohortCancelled',
  opened: 'cohortOpened',
} as const satisfies Record<NoticeKind, DeliveryKind>

const path = '/courses/:id/cohorts/:cohort/notices'

export const noticeRoutes = feature('Courses', async (app, context) => {
  const { config, database, mailService, site } = context

  const refusalOf = (cohort: Cohort, kind: NoticeKind): string | undefined =>
    mailService.kind === 'smtp'
      ? unsuitable(cohort, kind)
      : 'No mail server is set up (SMTP_URL), so nothing can be sent.'

  const audienceOf = async (db: Db, cohort: Cohort, kind: NoticeKind): Promise<NoticeAudience> => {
    const { company } = await site.now()
    const { title } = await db
      .selectFrom('courses')
      .select('title')
      .where('id', '=', cohort.courseId)
      .executeTakeFirstOrThrow()
    const { recipients, leftOut } = await recipientsOf(db, cohort, kind, database.now())
    const counted = (one: NoticeGroup) => [one, recipients.filter(({ group }) => group === one).length] as const
    const { group, before } = recipients[0] ?? { group: 'enrolled' }
    const zone = zoneName(config.timeZone, Date.parse(cohort.startsOn))
    return {
      kind,
      count: recipients.length,
      ...(Object.fromEntries(noticeGroups.map(counted)) as Record<NoticeGroup, number>),
      people: recipients,
      leftOut,
      refusal: refusalOf(cohort, kind),
      preview: noticeWords({ kind, course: title, days: cohort, before, zone, group, company }),
    }
  }

  route(app, `GET ${path}`, {
    access: 'readContacts',
    summary: 'List the messages about a date, and whom one would reach',
    description:
      'With `kind`, `audience` says whom such a message would reach now: those with a seat, those who asked for one and those on the waitlist of a date that was moved or cancelled; of a new date those interested in one. It names who is not notified, and why.',
    query: noticeQuery,
    answer: noticeList,
    handler: async ({ params, query }) => {
      const cohort = await findCohort(database.db, params, await momentOf(context))
      return {
        notices: await readNotices(database, cohort._id),
        kinds: noticeKinds.filter((kind) => unsuitable(cohort, kind) === undefined),
        audience: query.kind && (await audienceOf(database.db, cohort, query.kind)),
      }
    },
  })

  route(app, `POST ${path}`, {
    access: 'writeContacts',
    act: 'Notify the people of a date',
    summary: 'Send a message about a date to everyone whom it concerns',
    description: `It is sent after ${mailHolds.notice} seconds, in which it can be undone. 409 if it would reach another number of people than \`count\`, or no one.`,
    input: noticeInput,
    answer: { 201: cohortNotice },
    errors: [409],
    handler: async (request) => {
      const { kind, body, count } = request.body
      const moment = await momentOf(context)
      const id = await database.transaction(async (trx) => {
        await trx.selectFrom('cohorts').select('id').where('id', '=', request.params.cohort).forUpdate().execute()
        const cohort = await findCohort(trx, request.params, moment)
        const refusal = refusalOf(cohort, kind)
        if (refusal) throw new HttpError(409, refusal)
        const { recipients } = await recipientsOf(trx, cohort, kind, moment.now)
        if (recipients.length === 0) throw new HttpError(409, 'No recipients.')
        if (recipients.length !== count) throw new HttpError(409, countChanged(recipients.length, count))
        return queueNotice(trx, cohort, { kind, body: body || undefined, by: staffOf(request).name, recipients })
      })
      return findNotice(database, request.params.cohort, id)
    },
  })

  route(app, `POST ${path}/:notice/undo`, {
    access: 'writeContacts',
    act: 'Undo a message about a date',
    summary: 'Undo a message about a date before the first one is sent',
    answer: cohortNotice,
    errors: [409],
    handler: async (request) => {
      const { cohort, notice } = request.params
      await findCohort(database.db, request.params, await momentOf(context))
      await findNotice(database, cohort, notice)
      await database.transaction((trx) => undoNotice(trx, notice))
      return findNotice(database, cohort, notice)
    },
  })
})

/** Why such a message does not suit the state of a date. */
function unsuitable({ cancelled, state }: Cohort, kind: NoticeKind): string | undefined {
  if (kind === 'cancelled') return cancelled ? undefined : 'This date is not cancelled.'
  if (cancelled) return 'This date is cancelled.'
  if (state === 'past') return 'This date has passed.'
  if (kind === 'opened' && !takesPeople.includes(state)) return 'Enrollment for this date is closed.'
  return undefined
}

const countChanged = (now: number, seen: number) =>
  `The recipients have changed: ${seatWords(now, 'person')} now, not ${seen}. Please check again.`

async function findCohort(db: Db, { id, cohort }: { id: string; cohort: string }, moment: Moment): Promise<Cohort> {
  const found = await readCohort(db, moment, cohort)
  if (found?.courseId !== id) throw notFound('Date not found')
  return found
}

type NewNotice = Pick<StoredNotice, 'kind' | 'body' | 'by'> & { recipients: Recipient[] }

/** Queues a message for each person, in the transaction that has locked the date. The recipients are fixed now. @returns the id of the notice */
async function queueNotice(trx: Transaction, cohort: Cohort, { recipients, ...notice }: NewNotice): Promise<string> {
  const id = randomUUIDv7()
  const { _id: cohortId, startsOn, endsOn, timetable } = cohort
  const [first] = recipients
  await insertRow(trx, cohortNotices, {
    ...notice,
    ...{ id, cohortId, count: recipients.length, at: nowIn(trx), before: first?.before },
  })
  const after: Days = { startsOn, endsOn, timetable }
  for (const { _id, before } of recipients)
    await queueDelivery(trx, deliveryKinds[notice.kind], {
      // A fixed id for each notice and person, and so a fixed Message-ID, rules out duplicates.
      ...{ id: `${id}.${_id}`, subjectId: id, recipientId: _id },
      ...(notice.kind === 'moved' && { payload: { before, after } }),
      priority: 1,
      wait: mailHolds.notice * 1_000,
    })
  return id
}

/** @throws HttpError 409 once a message has left */
async function undoNotice(trx: Transaction, id: string): Promise<void> {
  const stored = await trx
    .selectFrom('cohortNotices')
    .select(['undoneAt', 'kind'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (stored.undoneAt) return
  if (!(await takeBack(trx, { kind: deliveryKinds[stored.kind], subjectId: id })))
    throw new HttpError(409, 'The first emails were sent already.')
  await trx
    .updateTable('cohortNotices')
    .set(cohortNotices.encode({ undoneAt: nowIn(trx) }))
    .where('id', '=', id)
    .execute()
}

async function findNotice(database: Database, cohortId: string, id: string): Promise<CohortNotice> {
  const [notice] = await readNotices(database, cohortId, id)
  if (!notice) throw notFound('There is no such message.')
  return notice
}

/** The messages about a date, newest first. @param id only this one */
async function readNotices({ db }: Database, cohortId: string, id?: string): Promise<CohortNotice[]> {
  const rows = await db
    .selectFrom('cohortNotices')
    .selectAll()
    .where('cohortId', '=', cohortId)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const notices: CohortNotice[] = []
  for (const row of rows) {
    const { id: _id, before: _, cohortId: __, ...notice } = cohortNotices.decode(row)
    const { counts, open, dueAt } = await countDeliveries(db, deliveryKinds[notice.kind], _id)
    const { waiting, sent, failed, skipped } = counts
    const isHeld = waiting > 0 && waiting === open + sent + failed + skipped
    notices.push({ _id, ...notice, sending: open, sent, failed, skipped, ...(isHeld && { leavesAt: dueAt }) })
  }
  return notices
}
