import { type RawBuilder, sql } from 'kysely'
import { may } from '#contract/roles.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { insertRow, updateRow } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { withdrawCertificates } from './certificates.server.ts'
import { participants, registrations, type StoredParticipant, type StoredRegistration } from './courses.table.ts'
import { enrolledStates, seatWords } from './registration-words.contract.ts'

/**
 * Gives an enrolled registration one participant for each of its seats, on its present date. One that is not enrolled keeps the participants that it had,
 * for its return. The only seat is for the person who booked it; of several, their people are named later. A participant who is the person who booked
 * follows the corrections of that person.
 * @param before the registration as it was
 * @throws HttpError 409 when more participants have names than there are seats
 */
export async function keepSeats(trx: Transaction, registrationId: string, before?: StoredRegistration): Promise<void> {
  const stored = await trx.selectFrom('registrations').selectAll().where('id', '=', registrationId).executeTakeFirst()
  const registration = stored && registrations.decode(stored)
  if (!registration) return
  const rows = await participantsOf(trx, registrationId, { locked: true })
  if (before) await followBooker(trx, rows, before, registration)
  const { cohortId, state, name, email, people } = registration
  if (cohortId === undefined || !enrolledStates.includes(state)) return
  // Nobody sees the participants of one that was not enrolled, to remove them first.
  const returns = before !== undefined && !enrolledStates.includes(before.state)
  const removed = spareOf(rows, people, { named: returns, path: 'people' })
  await removeParticipants(trx, removed)
  for (const row of rows)
    if (row.cohortId !== cohortId && !removed.includes(row)) await updateRow(trx, participants, row.id, { cohortId })
  for (let missing = rows.length; missing < people; missing++)
    await insertRow(trx, participants, {
      registrationId,
      cohortId,
      ...(people === 1 && { name, email }),
      informed: false,
      attended: {},
    })
}

/** Lets the participant who is the person who booked have that person's present name and address. */
async function followBooker(
  trx: Transaction,
  rows: StoredParticipant[],
  before: StoredRegistration,
  { name, email }: StoredRegistration,
): Promise<void> {
  if (name === before.name && email === before.email) return
  for (const row of rows)
    if (row.name === before.name && (row.email === undefined || row.email === before.email))
      await updateRow(trx, participants, row.id, { name, ...(row.email === before.email && { email }) })
}

/**
 * Takes back participants without a registration, of seats that are not booked elsewhere any more.
 * @throws HttpError 409 when more of them have names than seats are left
 */
export async function keepElsewhere(trx: Transaction, cohortId: string, seats: number): Promise<void> {
  const found = trx.selectFrom('participants').selectAll().where('cohortId', '=', cohortId)
  const rows = await found.where('registrationId', 'is', null).orderBy('id').forUpdate().execute()
  const all = rows.map((row) => participants.decode(row))
  await removeParticipants(trx, spareOf(all, seats, { named: false, path: 'bookedElsewhere' }))
}

/** Deletes participants. Certificates are of persons, so the numbers of these are withdrawn. */
export async function removeParticipants(trx: Transaction, removed: StoredParticipant[]): Promise<void> {
  const ids = removed.map(({ id }) => id)
  if (ids.length === 0) return
  await withdrawCertificates(trx, ids)
  await trx.deleteFrom('participants').where('id', 'in', ids).execute()
}

/** The participants for whom there is no seat: those without a name go first, and of these the ones who were never there. */
function spareOf(rows: StoredParticipant[], seats: number, { named: also, path }: { named: boolean; path: string }) {
  const spare = Math.max(0, rows.length - seats)
  const isNamed = ({ name, email }: StoredParticipant) => name !== undefined || email !== undefined
  const named = rows.filter(isNamed)
  if (named.length > seats && !also) throw tooManyNamed(named.length, path)
  const wasThere = ({ attended }: StoredParticipant) => Object.values(attended).includes(true)
  const rank = (row: StoredParticipant) => (isNamed(row) ? 2 : 0) + (wasThere(row) ? 1 : 0)
  return rows
    .toReversed()
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, spare)
}

const tooManyNamed = (named: number, path: string) => {
  const message = `${seatWords(named, 'person')} ${named === 1 ? 'has a name' : 'have names'} here. Remove participants first.`
  return new HttpError(409, message, [{ path, message }], { code: 'seats_named' })
}

/** The participants of a registration, in the order of its seats. */
export async function participantsOf(
  db: Db,
  registrationId: string,
  { locked = false } = {},
): Promise<StoredParticipant[]> {
  const rows = await db
    .selectFrom('participants')
    .selectAll()
    .where('registrationId', '=', registrationId)
    .orderBy('id')
    .$if(locked, (found) => found.forUpdate())
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
  staff: Pick<Staff, 'id' | 'role' | 'granted'>,
  date: { courseId?: string | undefined; trainerIds?: string[] | undefined },
): Promise<{ reads: boolean; writes: boolean; readsContacts: boolean }> {
  const readsContacts = may(staff, 'readContacts')
  if (may(staff, 'writeContacts')) return { reads: true, writes: true, readsContacts }
  const teaches = date.trainerIds?.includes(staff.id) || (await isInstructor(db, staff.id, date.courseId))
  return { reads: readsContacts || teaches, writes: teaches, readsContacts }
}

async function isInstructor(db: Db, userId: string, courseId = ''): Promise<boolean> {
  const taught = db
    .selectFrom('courses')
    .innerJoin('instructors', 'instructors.id', 'courses.instructorId')
    .select('courses.id')
    .where('courses.id', '=', courseId)
    .where('instructors.userId', '=', userId)
  return (await taught.executeTakeFirst()) !== undefined
}
