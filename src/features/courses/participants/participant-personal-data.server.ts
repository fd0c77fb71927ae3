import { updateRow } from '#server/database/rows.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData, type StoredEntry } from '#server/record/personal-data.ts'
import { dayAndYear } from '../cohorts/cohort-words.ts'
import { certificatesOf, type StoredCertificate, withdrawCertificates } from '../ground/certificates.server.ts'
import { type Attended, participants } from '../ground/courses.table.ts'
import { offers, ofOffer } from '../ground/offers.server.ts'

/** People who have a seat of a date, by the address that was given for them. */
export const participantPersonalData: PersonalData = {
  tables: ['participants'],
  async read(db, email, most) {
    const rows = await db
      .selectFrom('participants')
      .innerJoin('cohorts', 'cohorts.id', 'participants.cohortId')
      .innerJoin(offers(db), ofOffer('cohorts'))
      .leftJoin('registrations', 'registrations.id', 'participants.registrationId')
      .selectAll('participants')
      .select(['offers.title', 'cohorts.startsOn', 'registrations.email as bookedBy'])
      .where(isAddress('participants.email', email))
      .orderBy('participants.createdAt', 'desc')
      .limit(most)
      .execute()
    const issued = await certificatesOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.flatMap((row): StoredEntry[] => {
      const { title, startsOn, bookedBy, ...participant } = participants.decode(row)
      const certificate = issued.get(row.id)
      const { attended, informed, phone, name } = participant
      // Their own booking says the rest.
      const isBooking = bookedBy?.toLowerCase() === email && Object.keys(attended).length === 0 && !certificate
      if (isBooking) return []
      const facts = {
        Date: dayAndYear(startsOn),
        Phone: phone,
        'Joining details': informed ? 'Sent to this address' : undefined,
        Attended: daysOf(attended, true),
        Absent: daysOf(attended, false),
        Certificate: certificate && certificateWords(certificate),
      }
      return [
        {
          ...{ at: participant.createdAt, kind: 'participant', title, facts: factsOf(facts) },
          ...(name !== undefined && { name }),
          path: `/admin/courses/dates/${participant.cohortId}`,
          record: { ...participant, certificate },
        },
      ]
    })
  },
  async erase(trx, email) {
    const rows = await trx.selectFrom('participants').select('id').where(isAddress('email', email)).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await deleteDeliveries(trx, ids)
    await withdrawCertificates(trx, ids)
    // The seat stays, and the days on which someone was there.
    const nobody = { name: undefined, email: undefined, phone: undefined, informed: false }
    for (const id of ids) await updateRow(trx, participants, id, nobody)
    return [{ kind: 'participant', count: ids.length }]
  },
  async addresses(db) {
    const rows = db
      .selectFrom('participants')
      .select(({ fn }) => fn<string>('lower', ['email']).as('email'))
      .where('email', 'is not', null)
    return (await rows.distinct().execute()).map(({ email }) => email)
  },
  mentions: [{ table: 'participants', key: 'id', columns: ['name', 'phone'] }],
}

/** The days on which someone was there, or was not. */
const daysOf = (attended: Attended, present: boolean) => {
  const days = Object.keys(attended).filter((day) => attended[day] === present)
  return days.length === 0 ? undefined : days.sort().map(dayAndYear).join(', ')
}

const certificateWords = ({ number, withdrawnAt }: StoredCertificate) =>
  withdrawnAt === undefined ? number : `${number}, withdrawn`
