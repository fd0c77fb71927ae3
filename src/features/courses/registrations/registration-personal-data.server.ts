import { noteKind } from '#contract/persons.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData, type StoredEntry } from '#server/record/personal-data.ts'
import { dayAndYear } from '../cohorts/cohort-words.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import { cohorts, participants, registrations } from '../ground/courses.table.ts'
import { offers, ofOffer } from '../ground/offers.server.ts'
import { participantsOf, removeParticipants } from '../ground/participant-rows.server.ts'
import {
  correctionWords,
  enrolledStates,
  kindTitles,
  proposalLine,
  statusName,
} from '../ground/registration-words.contract.ts'

/** Registrations for courses and events. The messages of questions are contact requests, which their own register has. */
export const registrationPersonalData: PersonalData = {
  tables: ['registrations'],
  async read(db, email, most) {
    const rows = await db
      .selectFrom('registrations')
      .innerJoin(offers(db), ofOffer('registrations'))
      .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
      .selectAll('registrations')
      .select(['offers.entity', 'offers.title', 'cohorts.startsOn', consentTextOf('registrations')])
      .where(isAddress('registrations.email', email))
      .where('registrations.contactId', 'is', null)
      .orderBy('registrations.createdAt', 'desc')
      .limit(most)
      .execute()
    return rows.flatMap((row): StoredEntry[] => {
      const { entity, title, startsOn, consent, note, ...registration } = registrations.decode(row)
      const facts = {
        Request: kindTitles[registration.kind],
        Date: startsOn && dayAndYear(startsOn),
        Seats: String(registration.people),
        'Requested change': registration.proposed && proposalLine(registration.proposed),
        Status: statusName(registration.state, registration.cohortId !== undefined),
        Phone: registration.phone,
        Company: registration.company,
        GSTIN: registration.gstin,
        'PO number': registration.poNumber,
        'Invoice number': registration.invoiceNo,
        'Paid on': registration.paidOn,
        'Entered by': registration.enteredBy,
        'Earlier values': registration.corrections?.flatMap(({ before }) => correctionWords(before)).join(', '),
        'Landing page': registration.page,
        'Consent text': consent,
        'In the trash since': registration.deletedAt?.slice(0, 10),
      }
      const path = registration.deletedAt === undefined && {
        path: `/admin/${entity}/${offerIdOf(registration)}/registrations`,
      }
      const entry = {
        at: registration.createdAt,
        kind: 'registration',
        title,
        ...(registration.message !== undefined && { text: registration.message }),
        name: registration.name,
        facts: factsOf(facts),
        ...path,
        record: { ...registration, consent },
      }
      if (note === undefined) return [entry]
      return [
        entry,
        { at: entry.at, kind: noteKind, title, text: note, ...path, record: { id: registration.id, note } },
      ]
    })
  },
  async erase(trx, email) {
    const own = await trx.selectFrom('registrations').select('id').where(isAddress('email', email)).execute()
    const ids = own.map(({ id }) => id)
    const count = await eraseRegistrations(trx, ids, { othersStay: true })
    return [{ kind: 'registration', count }]
  },
  async addresses(db) {
    const rows = db
      .selectFrom('registrations')
      .select(({ fn }) => fn<string>('lower', ['email']).as('email'))
      .where('email', 'is not', null)
    return (await rows.distinct().execute()).map(({ email }) => email)
  },
  mentions: [
    {
      table: 'registrations',
      key: 'id',
      columns: [
        ...['name', 'company', 'message', 'proposed', 'corrections', 'note', 'reason'],
        ...['poNumber', 'invoiceNo', 'paidOn'],
      ],
    },
    { table: 'cohorts', key: 'id', columns: ['note', 'joinUrl', 'joinText'] },
    { table: 'cohortNotices', key: 'id', columns: ['body'] },
  ],
}

/**
 * Deletes registrations, their participants and the messages about them for good. The seats of enrolled people count as booked elsewhere, and the
 * certificates that they have stay.
 * @param options whether the others of a booking keep their seats without it
 * @returns how many
 */
export async function eraseRegistrations(
  trx: Transaction,
  ids: string[],
  { othersStay = false } = {},
): Promise<number> {
  if (ids.length === 0) return 0
  // The dates are locked before their participants, as for each change of a registration.
  await leaveSeats(trx, ids)
  if (othersStay) await leavePeople(trx, ids)
  await trx
    .updateTable('certificates')
    .set({ participantId: null })
    .where('participantId', 'in', (db) => db.selectFrom('participants').select('id').where('registrationId', 'in', ids))
    .execute()
  await deleteDeliveries(trx, ids)
  await forgetRecords(trx, ['registrations', 'trash'], ids)
  const { numDeletedRows } = await trx.deleteFrom('registrations').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Lets the others of enrolled bookings keep their seats, without the booking. The seat of the person who booked loses its participant. */
async function leavePeople(trx: Transaction, ids: string[]): Promise<void> {
  const rows = await trx.selectFrom('registrations').selectAll().where('id', 'in', ids).orderBy('id').execute()
  for (const { id, name, email, state, deletedAt } of rows.map((row) => registrations.decode(row))) {
    const people = await participantsOf(trx, id, { locked: true })
    const own =
      people.find((one) => one.email !== undefined && one.email.toLowerCase() === email?.toLowerCase()) ??
      people.find((one) => one.name === name) ??
      people.find((one) => one.name === undefined && one.email === undefined)
    if (own) await removeParticipants(trx, [own])
    if (deletedAt !== undefined || !enrolledStates.includes(state)) continue
    for (const one of people) if (one !== own) await updateRow(trx, participants, one.id, { registrationId: undefined })
  }
}

/** Counts the seats of enrolled registrations as booked elsewhere, before the registrations are deleted for good. */
async function leaveSeats(trx: Transaction, registrationIds: string[]): Promise<void> {
  const locked = await trx
    .selectFrom('cohorts')
    .select(['id', 'bookedElsewhere'])
    .where('id', 'in', (db) =>
      db
        .selectFrom('registrations')
        .select(({ ref }) => ref('registrations.cohortId').$notNull().as('id'))
        .where('registrations.id', 'in', registrationIds),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const enrolled = await trx
    .selectFrom('registrations')
    .select(['cohortId', ({ fn }) => fn.sum<number>('people').as('people')])
    .where('id', 'in', registrationIds)
    .where('deletedAt', 'is', null)
    .where('state', 'in', enrolledStates)
    .groupBy('cohortId')
    .execute()
  const people = new Map(enrolled.map((row) => [row.cohortId, Number(row.people)]))
  for (const { id, bookedElsewhere } of locked)
    if (people.has(id)) await updateRow(trx, cohorts, id, { bookedElsewhere: bookedElsewhere + (people.get(id) ?? 0) })
}
