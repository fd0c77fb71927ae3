import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { zoneName } from '#contract/zoned-format.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { staffOf } from '#server/identity/access.ts'
import type { DeliveryKind } from '#server/mail/deliveries.table.ts'
import { unpack } from '#server/record/revisions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { cohortNotices, type CohortNotice as StoredNotice } from '../courses.table.ts'
import { cohortRows, type Moment, momentOf, takesPeople, toCohort } from './cohort-queries.server.ts'
import type { Cohort, NoticeKind } from './cohorts.contract.ts'
import { cancelledSince, type Days, noticeWords, sameDays, stateThen } from './notice-mail.server.ts'
import {
  type CohortNotice,
  cohortNotice,
  type NoticeAudience,
  type NoticeGroup,
  noticeHold,
  noticeInput,
  noticeList,
  noticeQuery,
} from './notices.contract.ts'

type Db = Database['db'] | Transaction

const deliveryKinds = {
  moved: 'cohortMoved',
  cancelled: 'cohortCancelled',
  opened: 'cohortOpened',
} as const satisfies Record<NoticeKind, DeliveryKind>

const params = z.object({ id: z.string(), cohort: z.string() })
type Params = z.infer<typeof params>
const path = '/courses/:id/cohorts/:cohort/notices'

export const noticeRoutes = feature('Courses', async (app, parts) => {
  const { config, database, mailService, site } = parts

  /** Why no such message can be sent about a date. */
  const refusalOf = ({ cancelled, state }: Cohort, kind: NoticeKind): string | undefined => {
    if (mailService.kind !== 'smtp') return 'No mail server is set (SMTP_URL), so nothing can be sent.'
    if (kind === 'cancelled') return cancelled ? undefined : 'This date is not cancelled.'
    if (cancelled) return 'This date is cancelled.'
    if (state === 'past') return 'This date is over.'
    if (kind === 'opened' && !takesPeople.includes(state)) return 'No one can enrol for this date.'
    return undefined
  }

  const audienceOf = async (db: Db, cohort: Cohort, kind: NoticeKind): Promise<NoticeAudience> => {
    const { company } = await site.now()
    const { title } = await db
      .selectFrom('courses')
      .select('title')
      .where('id', '=', cohort.courseId)
      .executeTakeFirstOrThrow()
    const { told, leftOut } = await readersOf(db, cohort, kind, database.now())
    const counted = (group: NoticeGroup) => told.filter((person) => person.group === group).length
    const [first] = told
    const zone = zoneName(config.timeZone, Date.parse(cohort.startsOn))
    const group = first?.group ?? 'enrolled'
    const preview = noticeWords({ kind, course: title, days: cohort, before: first?.before, zone, group, company })
    return {
      kind,
      count: told.length,
      enrolled: counted('enrolled'),
      waiting: counted('waiting'),
      interested: counted('interested'),
      people: told,
      leftOut,
      refusal: refusalOf(cohort, kind),
      preview,
    }
  }

  app.get(
    path,
    {
      config: { access: 'readContacts' },
      schema: {
        summary: 'List the messages about a date, and whom one would reach',
        description:
          'With `kind`, `audience` says whom such a message would reach now: those with a seat, those who asked for one and those on the waiting list of a date that was moved or cancelled; of a new date those who wish for one. It names who is left out, and why.',
        params,
        querystring: noticeQuery,
        response: { 200: noticeList },
      },
    },
    async ({ params, query }) => {
      const cohort = await findCohort(database.db, params, await momentOf(parts))
      return {
        notices: await readNotices(database, cohort._id),
        audience: query.kind && (await audienceOf(database.db, cohort, query.kind)),
      }
    },
  )

  app.post(
    path,
    {
      config: { access: 'writeContacts', act: 'Tell the people of a date' },
      schema: {
        summary: 'Send a message about a date to everyone whom it concerns',
        description: `It leaves after ${noticeHold} seconds, in which it can be taken back. 409 if it would reach another number of people than \`count\`, or nobody.`,
        params,
        body: noticeInput,
        response: { 201: cohortNotice, ...errorSchemas(409) },
      },
    },
    async (request, reply) => {
      const { kind, body, count } = request.body
      const moment = await momentOf(parts)
      const id = await database.transaction(async (trx) => {
        await trx.selectFrom('cohorts').select('id').where('id', '=', request.params.cohort).forUpdate().execute()
        const cohort = await findCohort(trx, request.params, moment)
        const refusal = refusalOf(cohort, kind)
        if (refusal) throw new HttpError(409, refusal)
        const { told } = await readersOf(trx, cohort, kind, moment.now)
        if (told.length === 0) throw new HttpError(409, 'There is no one to tell.')
        if (told.length !== count) throw new HttpError(409, countChanged(told.length, count))
        return queueNotice(trx, cohort, { kind, body: body || undefined, by: staffOf(request).name, told })
      })
      return reply.code(201).send(await findNotice(database, request.params.cohort, id))
    },
  )

  app.post(
    `${path}/:notice/undo`,
    {
      config: { access: 'writeContacts', act: 'Take back a message about a date' },
      schema: {
        summary: 'Take back a message about a date before the first one leaves',
        params: z.extend(params, { notice: z.string() }),
        response: { 200: cohortNotice, ...errorSchemas(409) },
      },
    },
    async (request) => {
      const { cohort, notice } = request.params
      await findCohort(database.db, request.params, await momentOf(parts))
      await findNotice(database, cohort, notice)
      await database.transaction((trx) => undoNotice(trx, notice))
      return findNotice(database, cohort, notice)
    },
  )
})

const countChanged = (now: number, seen: number) =>
  `${now === 1 ? '1 person would' : `${now} people would`} get it now, not ${seen}. Please look again.`

async function findCohort(db: Db, { id, cohort }: Params, moment: Moment): Promise<Cohort> {
  const row = await cohortRows(db, moment)
    .where('cohorts.id', '=', cohort)
    .where('cohorts.courseId', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Date not found')
  return toCohort(row)
}

type Reader = NoticeAudience['people'][number] & { before?: Days | undefined }

/** The people whom a message about a date concerns, in the order in which they asked, and those of them who do not get it. */
async function readersOf(
  db: Db,
  cohort: Cohort,
  kind: NoticeKind,
  now: string,
): Promise<{ told: Reader[]; leftOut: NoticeAudience['leftOut'] }> {
  const { rows, history, lastTold } = await readAsked(db, cohort, kind, now)
  const since = cancelledSince(history)
  const people = rows.map(({ id, name, email, state, verifiedAt, createdAt }) => {
    const group: NoticeGroup =
      kind === 'opened' ? 'interested' : state === 'waiting' || state === 'offered' ? 'waiting' : 'enrolled'
    const toldAt = lastTold.get(id)
    const known = stateThen(history, toldAt !== undefined && toldAt > createdAt ? toldAt : createdAt)?.days ?? cohort
    const isUnverified = verifiedAt === null && (state === 'new' || state === 'waiting')
    const knows =
      kind === 'moved' ? sameDays(known, cohort) : toldAt !== undefined && (kind === 'opened' || toldAt >= since)
    const reason = isUnverified
      ? 'Has not pressed the button in our message'
      : knows
        ? toldAt === undefined
          ? 'Knows these days'
          : 'Has been told'
        : undefined
    return { _id: id, name, email, group, reason, ...(kind === 'moved' && { before: known }) }
  })
  // An address gets one message, however many requests it has.
  const addresses = new Set(
    people.filter(({ reason }) => reason === 'Has been told').map(({ email }) => email.toLowerCase()),
  )
  const told: Reader[] = []
  const leftOut: NoticeAudience['leftOut'] = []
  for (const { reason, ...person } of people) {
    const address = person.email.toLowerCase()
    if (reason) leftOut.push({ ...person, reason })
    else if (addresses.has(address)) leftOut.push({ ...person, reason: 'Gets the message for another request' })
    else told.push(person)
    if (!reason) addresses.add(address)
  }
  return { told, leftOut }
}

/** The requests that a message concerns, the history of the date, and when each person was last told such a thing about it. */
async function readAsked(db: Db, { _id, courseId }: Cohort, kind: NoticeKind, now: string) {
  const asked = db
    .selectFrom('courseRequests')
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
  return { rows, history, lastTold: new Map(messages.map(({ recipientId, at }) => [recipientId ?? '', at])) }
}

type NewNotice = Pick<StoredNotice, 'kind' | 'body' | 'by'> & { told: Reader[] }

/** How many rows are inserted at a time. */
const batch = 500

/**
 * Queues a message for each person, in the transaction that has locked the date. The recipients are fixed now.
 * @returns the id of the notice
 */
async function queueNotice(trx: Transaction, cohort: Cohort, { told, ...notice }: NewNotice): Promise<string> {
  const id = randomUUIDv7()
  const now = Date.parse(nowIn(trx))
  const at = new Date(now).toISOString()
  const before = told.find((person) => person.before)?.before
  await insertRow(trx, cohortNotices, {
    ...notice,
    ...{ id, cohortId: cohort._id, count: told.length, at },
    ...(before && {
      before: {
        startsOn: before.startsOn,
        ...(before.endsOn && { endsOn: before.endsOn }),
        ...(before.timetable && { timetable: before.timetable }),
      },
    }),
  })
  const after: Days = { startsOn: cohort.startsOn, endsOn: cohort.endsOn, timetable: cohort.timetable }
  const rows = told.map((person) => ({
    // A fixed id for each notice and person, and so a fixed Message-ID, rules out duplicates.
    id: `${id}.${person._id}`,
    kind: deliveryKinds[notice.kind],
    subjectId: id,
    recipientId: person._id,
    payload: notice.kind === 'moved' ? JSON.stringify({ before: person.before, after }) : null,
    state: 'waiting' as const,
    priority: 1,
    attempts: 0,
    dueAt: new Date(Date.now() + noticeHold * 1_000).toISOString(),
    createdAt: new Date().toISOString(),
  }))
  for (let start = 0; start < rows.length; start += batch)
    await trx
      .insertInto('deliveries')
      .values(rows.slice(start, start + batch))
      .execute()
  return id
}

/** @throws HttpError 409 once a message has left */
async function undoNotice(trx: Transaction, id: string): Promise<void> {
  const stored = await trx
    .selectFrom('cohortNotices')
    .select(['undoneAt', 'count'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (stored.undoneAt) return
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('subjectId', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  const left = await trx.selectFrom('deliveries').select('id').where('subjectId', '=', id).limit(1).executeTakeFirst()
  if (left || numDeletedRows === 0n) throw new HttpError(409, 'The first messages have left already.')
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
  if (rows.length === 0) return []
  const counted = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['subjectId', 'state', fn.countAll<number>().as('count'), fn.min('dueAt').as('dueAt')])
    .select(({ fn }) => fn.max('attempts').as('attempts'))
    .where(
      'subjectId',
      'in',
      rows.map((row) => row.id),
    )
    .groupBy(['subjectId', 'state'])
    .execute()
  return rows.map((row) => {
    const { id: _id, before: _, cohortId: __, ...notice } = cohortNotices.decode(row)
    const own = counted.filter(({ subjectId }) => subjectId === _id)
    const of = (...states: string[]) =>
      own.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0)
    const isHeld = own.length === 1 && own[0]?.state === 'waiting' && Number(own[0].attempts) === 0
    return {
      _id,
      ...notice,
      ...{ sending: of('waiting', 'sending'), sent: of('sent'), failed: of('failed'), skipped: of('skipped') },
      ...(isHeld && { leavesAt: own[0]?.dueAt ?? undefined }),
    }
  })
}
