import { type RawBuilder, sql } from 'kysely'
import { may } from '#contract/roles.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { insertRow, updateRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { participants, registrations, type StoredParticipant } from './courses.table.ts'
import { enrolledStates, seatWords } from './registration-words.contract.ts'

/**
 * Gives an enrolled registration one participant for each of its seats, on its present date. One that is not enrolled keeps the participants that it had,
 * for its return. The only seat is for the person who booked it; of several, their people are named later.
 * @throws HttpError 409 when more participants have names than there are seats
 */
export async function keepSeats(trx: Transaction, registrationId: string): Promise<void> {
  const stored = await trx.selectFrom('registrations').selectAll().where('id', '=', registrationId).executeTakeFirst()
  const registration = stored && registrations.decode(stored)
  const { cohortId } = registration ?? {}
  if (!registration || cohortId === undefined || !enrolledStates.includes(registration.state)) return
  const rows = await participantsOf(trx, registrationId)
  const unnamed = rows.filter(({ name, email }) => name === undefined && email === undefined)
  const spare = rows.length - registration.people
  if (spare > unnamed.length) throw tooManyNamed(rows.length - unnamed.length)
  const removed = spare > 0 ? unnamed.slice(-spare) : []
  for (const { id } of removed) await trx.deleteFrom('participants').where('id', '=', id).execute()
  for (const row of rows)
    if (row.cohortId !== cohortId && !removed.includes(row)) await updateRow(trx, participants, row.id, { cohortId })
  const { name, email, people } = registration
  for (let missing = rows.length; missing < people; missing++)
    await insertRow(trx, participants, {
      registrationId,
      cohortId,
      ...(people === 1 && { name, email }),
      informed: false,
      attended: {},
    })
}

const tooManyNamed = (named: number) => {
  const message = `${seatWords(named, 'person')} ${named === 1 ? 'has' : 'have'} names here. Remove participants first.`
  return new HttpError(409, message, [{ path: 'people', message }], { code: 'seats_named' })
}

/** The participants of a registration, in the order of its seats. */
export async function participantsOf(db: Db, registrationId: string): Promise<StoredParticipant[]> {
  const rows = await db
    .selectFrom('participants')
    .selectAll()
    .where('registrationId', '=', registrationId)
    .orderBy('id')
    .execute()
  return rows.map((row) => participants.decode(row))
}

/** The participants of a date: those of its enrolled registrations, and those whose registration was erased. */
export const participantRows = (db: Db, cohortId: string | RawBuilder<string>) =>
  db
    .selectFrom('participants')
    .leftJoin('registrations', 'registrations.id', 'participants.registrationId')
    .selectAll('participants')
    .where('participants.cohortId', '=', cohortId)
    .where(({ or, and, eb }) =>
      or([
        eb('participants.registrationId', 'is', null),
        and([
          eb('registrations.state', 'in', enrolledStates),
          eb('registrations.deletedAt', 'is', null),
          eb('registrations.cohortId', '=', cohortId),
        ]),
      ]),
    )
    .orderBy('registrations.createdAt')
    .orderBy('participants.registrationId')
    .orderBy('participants.id')

/** The seats of a row of `cohorts` that have no name yet. */
export const unnamedSeats = (db: Db): RawBuilder<number> =>
  sql<number>`cast((select count(*) from ${participantRows(db, sql.ref('cohorts.id')).as('seats')} where "seats"."name" is null) as integer)`

/**
 * What someone may do with the people of a date. Those who teach it, as the instructor of the course or as one of its trainers, may do all that does
 * not concern the accounts.
 */
export async function dateAccess(
  db: Db,
  { id, role }: Pick<Staff, 'id' | 'role'>,
  date: { courseId: string; trainerIds?: string[] | undefined },
): Promise<{ reads: boolean; writes: boolean; readsContacts: boolean }> {
  const readsContacts = may(role, 'readContacts')
  if (may(role, 'writeContacts')) return { reads: true, writes: true, readsContacts }
  const teaches = date.trainerIds?.includes(id) || (await isInstructor(db, id, date.courseId))
  return { reads: readsContacts || teaches, writes: teaches, readsContacts }
}

async function isInstructor(db: Db, userId: string, courseId: string): Promise<boolean> {
  const taught = db
    .selectFrom('courses')
    .innerJoin('instructors', 'instructors.id', 'courses.instructorId')
    .select('courses.id')
    .where('courses.id', '=', courseId)
    .where('instructors.userId', '=', userId)
  return (await taught.executeTakeFirst()) !== undefined
}
