import type * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { updateRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { type CohortContext, findDate } from '../cohorts/cohort-queries.server.ts'
import { sessionsOf, zoneOf } from '../cohorts/timetable.ts'
import { certificatesOf } from '../ground/certificates.server.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import { cohorts, participants, registrations, type StoredParticipant } from '../ground/courses.table.ts'
import { namedOffer } from '../ground/offers.server.ts'
import { dateAccess, participantRows } from '../ground/participant-rows.server.ts'
import { enrolledStates } from '../ground/registration-words.contract.ts'
import { attendanceInput, type DateParticipants, dateParticipants, participantsInput } from './participants.contract.ts'

/** The people of a date: who they are, and when they were there. */
export const participantRoutes = feature('Courses', async (app, context) => {
  const { database } = context

  route(app, 'GET /cohorts/:id/participants', {
    access: 'teach',
    summary: 'List the participants of a date, one for each seat',
    description:
      'For those who teach the date and those who may read registrations; 403 for others. `participants` are in the order of their bookings; one without `name` was not named yet, and one without `requestId` had a booking that was erased. `days` are the days of the date, by its schedule. `email`, `phone` and the note on the date are only for those who may read registrations. Of a booking it has the name, company, number of people and message.',
    answer: dateParticipants,
    handler: async (request) => read(context, await openDate(context, request.params.id, staffOf(request))),
  })

  route(app, 'PUT /cohorts/:id/participants', {
    access: 'teach',
    act: 'Change the participants of a date',
    summary: 'Change participants of a date: names, contact details and attendance',
    description:
      'Only the participants in the list change, and of them only the values that are sent; null or an empty text removes one. `attended` sets the days that it names; null removes a day. Those who teach the date change `name` and `attended`; `email`, `phone` and `informed` are for those who may change registrations. With the `version` of another state the call is refused with 409 `version_conflict`. The call also takes what `GET` answers.',
    input: participantsInput,
    answer: dateParticipants,
    errors: [409],
    handler: async (request) => {
      const date = await openDate(context, request.params.id, staffOf(request), 'name')
      await database.transaction(async (trx) => {
        await changeParticipants(trx, date, request.body.participants)
        noteDate(trx, date)
      })
      return read(context, await openDate(context, request.params.id, staffOf(request)))
    },
  })

  route(app, 'PUT /cohorts/:id/attendance', {
    access: 'teach',
    act: 'Take attendance',
    summary: 'Record who was there on a day of a date',
    description:
      'For those who teach the date and those who may change registrations. `present` and `absent` are ids of participants; without `absent`, everyone else of the date was absent. A day that is not one of the date, or is after today, is refused with 422.',
    input: attendanceInput,
    answer: dateParticipants,
    errors: [409],
    handler: async (request) => {
      const date = await openDate(context, request.params.id, staffOf(request), 'attend')
      await database.transaction(async (trx) => {
        await takeAttendance(trx, date, request.body)
        noteDate(trx, date)
      })
      return read(context, await openDate(context, request.params.id, staffOf(request)))
    },
  })
})

type OpenDate = Awaited<ReturnType<typeof openDate>>

/** A date whose participants someone may see. @param act which they want to do @throws HttpError 404, 403, or 409 for an act that is not possible now */
async function openDate(context: CohortContext, id: string, staff: Staff, act?: DateParticipants['acts'][number]) {
  const { database, config } = context
  const { db } = database
  const { date, offer } = await findDate(context, id)
  const access = await dateAccess(db, staff, date)
  if (!access.reads) throw new HttpError(403, 'Only those who teach this date can see its participants.')
  if (act && !access.writes) throw new HttpError(403, 'Only those who teach this date can change its participants.')
  const sells = may(staff, 'writeContacts')
  const acts: DateParticipants['acts'] = [
    ...(access.writes ? (['name', 'attend', 'join', 'write'] as const) : []),
    ...(sells ? (['certify'] as const) : []),
    ...(sells && !isOver(date) ? (['add'] as const) : []),
  ]
  const days = [...new Set(sessionsOf(date, zoneOf(date, config.timeZone)).map(({ day }) => day))]
  return { date, offer, days, acts, sells, staff, readsContacts: access.readsContacts, today: dayIn(config.timeZone) }
}

const noteDate = (trx: Transaction, { date }: OpenDate) =>
  noteRecord(trx, { entity: cohorts.name, recordId: date._id, named: date })

async function read({ database }: CohortContext, open: OpenDate): Promise<DateParticipants> {
  const { db } = database
  const { offer, date, days, acts, readsContacts } = open
  const [rows, bookings] = await Promise.all([
    participantRows(db, date._id).execute(),
    db
      .selectFrom('registrations')
      .select(['id', 'name', 'company', 'people', 'message'])
      .where('cohortId', '=', date._id)
      .where('state', 'in', enrolledStates)
      .where(isPresent(registrations))
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
  ])
  const issued = await certificatesOf(
    db,
    rows.map(({ id }) => id),
  )
  return {
    ...namedOffer(offer),
    date: { ...date, ...(!readsContacts && { note: undefined }) },
    days,
    bookings: bookings.map((row) => withPublicId(registrations.decode(row))),
    participants: rows.map((row) => {
      const { registrationId, email, phone, ...participant } = withPublicId(participants.decode(row))
      return {
        ...participant,
        requestId: registrationId,
        ...(readsContacts && { email, phone }),
        certificate: issued.get(row.id),
      }
    }),
    acts,
  }
}

/** Locks participants of a date, in the order of their ids, as they are now. @param ids left out for all */
async function lockParticipants(trx: Transaction, cohortId: string, ids?: string[]) {
  if (ids?.length === 0) return new Map<string, StoredParticipant>()
  const few = <Rows extends { where(column: 'participants.id', operator: 'in', ids: string[]): Rows }>(rows: Rows) =>
    ids ? rows.where('participants.id', 'in', ids) : rows
  await few(trx.selectFrom('participants').select('id').where('cohortId', '=', cohortId))
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await few(participantRows(trx, cohortId)).execute()
  return new Map(rows.map((row) => [row.id, participants.decode(row)]))
}

const notHere = (path: string) => invalid(path, 'This participant has no seat on this date')

type Change = z.infer<typeof participantsInput>['participants'][number]

async function changeParticipants(trx: Transaction, open: OpenDate, changes: Change[]): Promise<void> {
  const { date, staff, sells } = open
  const ids = changes.map(({ _id }) => _id)
  const stored = await lockParticipants(trx, date._id, ids)
  for (const [index, { _id, version, attended = {}, ...values }] of changes.entries()) {
    const path = `participants.${index}`
    const before = stored.get(_id)
    if (!before) throw notHere(`${path}._id`)
    if (version !== undefined && version !== before.version) throw changedMeanwhile(before, open)
    const days = { ...before.attended }
    for (const [day, present] of Object.entries(attended)) {
      if ((days[day] ?? null) === present) continue
      expectDay(trx, open, day, `${path}.attended`)
      if (present === null) delete days[day]
      else days[day] = present
    }
    const { informed = before.informed } = values
    const after = { ...before, ...values, informed, attended: days }
    if (after.email === undefined && values.informed) throw invalid(`${path}.informed`, 'Enter an email address first')
    after.informed = after.informed && after.email !== undefined
    const changed = changedFields(before, after)
    if (!sells && changed.some((name) => name !== 'name' && name !== 'attended'))
      throw new HttpError(403, 'Only those who may change registrations can change email and phone.')
    if (changed.length === 0) continue
    const columns = Object.fromEntries(changed.map((name) => [name, after[name]]))
    await updateRow(trx, participants, _id, { ...columns, updatedBy: signedAs(staff) })
    stored.set(_id, { ...after, version: before.version + 1 })
  }
}

const changeable = ['name', 'email', 'phone', 'informed', 'attended'] as const
const changedFields = (before: StoredParticipant, after: StoredParticipant) =>
  changeable.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** A colleague has changed the participant since the version that a change is of. */
function changedMeanwhile({ id, email, phone, ...row }: StoredParticipant, { readsContacts }: OpenDate): HttpError {
  const changedBy = row.updatedBy ?? 'Someone'
  const { name, informed, attended, version, updatedAt } = row
  const current = { _id: id, name, ...(readsContacts && { email, phone }), informed, attended, version }
  return new HttpError(409, `${changedBy} has changed this in the meantime.`, undefined, {
    code: 'version_conflict',
    conflict: { changedBy, changedAt: updatedAt, current },
  })
}

/** @throws HttpError 422 for a day that is not one of the date, or that is still to come */
function expectDay(trx: Transaction, { days, today }: OpenDate, day: string, path: string): void {
  if (!days.includes(day)) throw invalid(path, 'This is not a day of this date')
  if (day > today(nowIn(trx))) throw invalid(path, 'This day is still to come')
}

async function takeAttendance(
  trx: Transaction,
  open: OpenDate,
  { day, present, absent }: z.infer<typeof attendanceInput>,
): Promise<void> {
  expectDay(trx, open, day, 'day')
  const stored = await lockParticipants(trx, open.date._id, absent && [...present, ...absent])
  const marks = new Map(absent ? [] : [...stored.keys()].map((id) => [id, false]))
  for (const [path, ids, mark] of [
    ['absent', absent ?? [], false],
    ['present', present, true],
  ] as const)
    for (const [index, id] of ids.entries()) {
      if (!stored.has(id)) throw notHere(`${path}.${index}`)
      if (mark && absent?.includes(id)) throw invalid(`${path}.${index}`, 'Nobody can be both present and absent')
      marks.set(id, mark)
    }
  for (const [id, mark] of marks) {
    const attended = stored.get(id)?.attended ?? {}
    if (attended[day] === mark) continue
    const after = { ...attended, [day]: mark }
    await updateRow(trx, participants, id, { attended: after, updatedBy: signedAs(open.staff) })
  }
}
