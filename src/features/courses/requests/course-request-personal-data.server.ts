import { noteKind } from '#contract/persons.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { isAddress, type PersonalData, type StoredEntry } from '#server/record/personal-data.ts'
import { cohorts, courseRequests } from '../ground/courses.table.ts'
import { correctionWords, enrolledStates, kindNames, proposalLine } from '../ground/request-words.contract.ts'

/** Requests for courses. The messages of questions are contact requests, which their own register has. */
export const courseRequestPersonalData: PersonalData = {
  tables: ['courseRequests'],
  async read(db, email, most) {
    const rows = await db
      .selectFrom('courseRequests')
      .innerJoin('courses', 'courses.id', 'courseRequests.courseId')
      .leftJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
      .selectAll('courseRequests')
      .select(['courses.title', 'cohorts.startsOn', consentTextOf('courseRequests')])
      .where(isAddress('courseRequests.email', email))
      .where('courseRequests.contactId', 'is', null)
      .orderBy('courseRequests.createdAt', 'desc')
      .limit(most)
      .execute()
    return rows.flatMap((row): StoredEntry[] => {
      const { title, startsOn, consent, note, ...request } = courseRequests.decode(row)
      const facts = {
        Asks: kindNames[request.kind],
        Date: startsOn,
        People: String(request.people),
        'Asked again': request.proposed && proposalLine(request.proposed),
        State: request.state,
        Phone: request.phone,
        Company: request.company,
        GSTIN: request.gstin,
        'Before a correction': request.corrections?.flatMap(({ before }) => correctionWords(before)).join(', '),
        'Came from': request.page,
        'Wording under the form': consent,
        'In the trash since': request.deletedAt?.slice(0, 10),
      }
      const path = request.deletedAt === undefined && { path: `/admin/courses/${request.courseId}/people` }
      const entry = {
        at: request.createdAt,
        kind: 'course request',
        title,
        ...(request.message !== undefined && { text: request.message }),
        name: request.name,
        facts: Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
        ...path,
        record: { ...request, consent },
      }
      if (note === undefined) return [entry]
      return [entry, { at: entry.at, kind: noteKind, title, text: note, ...path, record: { id: request.id, note } }]
    })
  },
  async erase(trx, email) {
    const own = await trx.selectFrom('courseRequests').select('id').where(isAddress('email', email)).execute()
    const count = await eraseCourseRequests(
      trx,
      own.map(({ id }) => id),
    )
    return [{ kind: 'course request', count }]
  },
  async addresses(db) {
    const rows = db.selectFrom('courseRequests').select(({ fn }) => fn<string>('lower', ['email']).as('email'))
    return (await rows.distinct().execute()).map(({ email }) => email)
  },
  mentions: [
    {
      table: 'courseRequests',
      key: 'id',
      columns: ['name', 'company', 'message', 'proposed', 'corrections', 'note', 'reason'],
    },
    { table: 'cohorts', key: 'id', columns: ['note'] },
    { table: 'cohortNotices', key: 'id', columns: ['body'] },
  ],
}

/** Deletes requests and the messages about them for good. The seats of enrolled people count as taken elsewhere. @returns how many */
export async function eraseCourseRequests(trx: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await leaveSeats(trx, ids)
  await deleteDeliveries(trx, ids)
  await forgetRecords(trx, ['course-requests', 'courseRequests', 'trash'], ids)
  const { numDeletedRows } = await trx.deleteFrom('courseRequests').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Counts the seats of enrolled requests as taken elsewhere, before the requests are deleted for good. */
async function leaveSeats(trx: Transaction, requestIds: string[]): Promise<void> {
  const locked = await trx
    .selectFrom('cohorts')
    .select(['id', 'takenElsewhere'])
    .where('id', 'in', (db) =>
      db
        .selectFrom('courseRequests')
        .select(({ ref }) => ref('courseRequests.cohortId').$notNull().as('id'))
        .where('courseRequests.id', 'in', requestIds),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const enrolled = await trx
    .selectFrom('courseRequests')
    .select(['cohortId', ({ fn }) => fn.sum<number>('people').as('people')])
    .where('id', 'in', requestIds)
    .where('deletedAt', 'is', null)
    .where('state', 'in', enrolledStates)
    .groupBy('cohortId')
    .execute()
  const people = new Map(enrolled.map((row) => [row.cohortId, Number(row.people)]))
  for (const { id, takenElsewhere } of locked)
    if (people.has(id)) await updateRow(trx, cohorts, id, { takenElsewhere: takenElsewhere + (people.get(id) ?? 0) })
}
