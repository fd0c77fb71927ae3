import type { Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { cohorts } from './cohorts/cohorts.table.ts'
import { enrolledStates } from './requests/course-requests.contract.ts'

/** Counts the seats of enrolled requests as taken elsewhere, before the requests are deleted for good. */
export async function leaveSeats(trx: Transaction, requestIds: string[]): Promise<void> {
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
