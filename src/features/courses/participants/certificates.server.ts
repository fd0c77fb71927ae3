import { noteRecord } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { minute } from '#server/security/counters.ts'
import { findDate, momentOf } from '../cohorts/cohort-queries.server.ts'
import { sessionsOf, zoneOf } from '../cohorts/timetable.ts'
import { certificatesOf, newNumber, readNumber, type StoredCertificate } from '../ground/certificates.server.ts'
import type { Cohort, Days } from '../ground/cohorts.contract.ts'
import { certificates, participants } from '../ground/courses.table.ts'
import { namedOffer } from '../ground/offers.server.ts'
import { participantRows } from '../ground/participant-rows.server.ts'
import { type CertificateSheets, certificateSheets, issueInput, publicCertificate } from './certificates.contract.ts'

const unknownNumber = () => notFound('There is no certificate with this number.')
/** A number from outside is tried at most so often a minute from one address. */
const tries = { max: 60, timeWindow: minute }

export const certificateRoutes = feature('Courses', async (app, context) => {
  const { database, config, site } = context

  const sheetsOf = async ({ date, offer }: FoundDate): Promise<CertificateSheets> => {
    const { db } = database
    const rows = (await participantRows(db, date._id).execute()).map((row) => participants.decode(row))
    const issued = await certificatesOf(
      db,
      rows.map(({ id }) => id),
    )
    const { publicUrl } = await site.now()
    const trainers = await trainersOf(db, date, offer.instructorId)
    return {
      ...namedOffer(offer),
      startsOn: date.startsOn,
      certificates: rows.flatMap(({ id, name }) => {
        const certificate = issued.get(id)
        if (!certificate || certificate.withdrawnAt || name === undefined) return []
        const { number, startsOn, endsOn, issuedAt } = certificate
        const days = { startsOn, endsOn }
        // The schedule belongs to the present days of the date.
        const hours = sameDays(days, date) ? hoursOf(date, config.timeZone) : undefined
        const url = `${publicUrl}/c/${number}`
        return [
          {
            ...{ participantId: id, name, number, course: certificate.course, ...isEvent(date.pageId) },
            ...days,
            issuedAt,
            hours,
            trainers,
            url,
          },
        ]
      }),
    }
  }

  route(app, 'GET /cohorts/:id/certificates', {
    access: 'readContacts',
    summary: 'List the certificates of a date, as their sheets have them',
    description: 'Withdrawn ones are left out.',
    answer: certificateSheets,
    handler: async ({ params }) => sheetsOf(await findDate(context, params.id)),
  })

  route(app, 'POST /cohorts/:id/certificates', {
    access: 'writeContacts',
    summary: 'Issue certificates to participants of a date',
    description:
      'From its first day on, to participants with a name. One who has a valid certificate keeps its number. 409 for a date that has not begun or is cancelled.',
    input: issueInput,
    answer: { 201: certificateSheets },
    errors: [409],
    handler: async (request) => {
      const found = await findDate(context, request.params.id)
      const { date } = found
      const { today } = await momentOf(context)
      if (date.cancelled) throw new HttpError(409, 'This date is cancelled.')
      if (date.startsOn > today) throw new HttpError(409, 'You can issue certificates from the first day on.')
      const wanted = new Set(request.body.participants)
      await database.transaction((trx) => issue(trx, found, wanted, signedAs(staffOf(request))))
      return sheetsOf(found)
    },
  })

  route(app, 'DELETE /certificates/:number', {
    access: 'writeContacts',
    act: 'Withdraw a certificate',
    summary: 'Withdraw a certificate',
    description: 'Its number then answers that it was withdrawn. The participant can get another one.',
    answer: publicCertificate,
    handler: async ({ params }) => {
      const stored = await find(database.db, params.number)
      if (!stored) throw unknownNumber()
      await database.transaction(async (trx) => {
        noteRecord(trx, { entity: 'cohorts', recordId: stored.cohortId ?? '', what: 'Withdraw a certificate' })
        await trx
          .updateTable('certificates')
          .set(({ fn, val }) => ({ withdrawnAt: fn.coalesce('withdrawnAt', val(nowIn(trx))) }))
          .where('number', '=', stored.number)
          .execute()
      })
      return toPublic((await find(database.db, stored.number)) ?? stored)
    },
  })

  route(app, 'GET /certificates/:number', {
    access: 'public',
    rateLimit: tries,
    summary: 'Check a certificate by its number',
    description:
      'Says that it was issued, for which course or event and when; never to whom. A number counts in any case and with or without its dashes. 404 for one that does not exist; the message tells a typing error.',
    answer: publicCertificate,
    errors: [404],
    handler: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store')
      const number = readNumber(params.number)
      if (!number) throw notFound('This number has a mistake. Please compare it with the certificate.')
      const stored = await find(database.db, number)
      if (!stored) throw unknownNumber()
      return toPublic(stored)
    },
  })
})

type FoundCertificate = StoredCertificate & { isEvent?: true }

const toPublic = ({ number, course, isEvent, startsOn, endsOn, issuedAt, withdrawnAt }: FoundCertificate) => ({
  ...{ number, course, isEvent, startsOn, endsOn, issuedAt, withdrawnAt },
})

const isEvent = (pageId: string | undefined) => (pageId === undefined ? {} : { isEvent: true as const })

async function find(db: Db, typed: string): Promise<FoundCertificate | undefined> {
  const number = readNumber(typed)
  if (!number) return undefined
  const row = await db
    .selectFrom('certificates')
    .leftJoin('cohorts', 'cohorts.id', 'certificates.cohortId')
    .selectAll('certificates')
    .select('cohorts.pageId')
    .where('number', '=', number)
    .executeTakeFirst()
  return row && { ...certificates.decode(row), ...isEvent(row.pageId ?? undefined) }
}

type FoundDate = Awaited<ReturnType<typeof findDate>>

/** Gives a number to each of these participants who has none. @throws HttpError 409 for one without a name, or of another date */
async function issue(trx: Transaction, { date, offer }: FoundDate, wanted: Set<string>, by: string): Promise<void> {
  // Two who issue at once wait for each other, so that nobody gets two numbers.
  await trx.selectFrom('cohorts').select('id').where('id', '=', date._id).forUpdate().execute()
  const rows = (await participantRows(trx, date._id).execute()).map((row) => participants.decode(row))
  const chosen = rows.filter(({ id }) => wanted.has(id))
  if (chosen.length < wanted.size) throw new HttpError(409, 'One of these people no longer has a seat on this date.')
  if (chosen.some(({ name }) => name === undefined))
    throw new HttpError(409, 'A certificate needs a name. Name the participant first.')
  const issued = await certificatesOf(trx, [...wanted])
  const added = chosen.filter(({ id }) => !issued.has(id) || issued.get(id)?.withdrawnAt !== undefined)
  if (added.length === 0) return
  noteRecord(trx, { entity: 'cohorts', recordId: date._id, what: 'Issue certificates' })
  for (const { id: participantId } of added)
    await trx
      .insertInto('certificates')
      .values(
        certificates.encode({
          ...{ number: newNumber(), participantId, cohortId: date._id, course: offer.title, issuedBy: by },
          ...{ startsOn: date.startsOn, endsOn: date.endsOn, issuedAt: nowIn(trx), withdrawnAt: undefined },
        }),
      )
      .execute()
}

/** The names of those who teach a date: its trainers, or else the instructor of the course. */
async function trainersOf(db: Db, { trainerIds = [] }: Cohort, instructorId: string | null): Promise<string[]> {
  const users = trainerIds.length
    ? await db.selectFrom('users').select(['id', 'name']).where('id', 'in', trainerIds).execute()
    : []
  if (users.length > 0) return trainerIds.flatMap((id) => users.find((user) => user.id === id)?.name ?? [])
  if (instructorId === null) return []
  const instructor = await db.selectFrom('instructors').select('name').where('id', '=', instructorId).executeTakeFirst()
  return instructor ? [instructor.name] : []
}

const sameDays = (one: Pick<Days, 'startsOn' | 'endsOn'>, other: Pick<Days, 'startsOn' | 'endsOn'>) =>
  one.startsOn === other.startsOn && (one.endsOn ?? one.startsOn) === (other.endsOn ?? other.startsOn)

/** The hours of a date by its schedule; undefined where it has no times. */
export function hoursOf(days: Days, timeZone: string): number | undefined {
  const zone = zoneOf(days, timeZone)
  const minutes = sessionsOf(days, zone).map(({ start, end }) => minutesOf(end) - minutesOf(start))
  const total = minutes.reduce((sum, length) => sum + length, 0)
  return total > 0 ? Math.round(total / 6) / 10 : undefined
}

const minutesOf = (time = '0:0') => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
