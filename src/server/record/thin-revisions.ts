import { type Transaction, timeIn } from '#server/database/connect.ts'

const day = 24 * 60 * 60_000
/** All revisions are kept for this time, in milliseconds. */
const keepAll = 30 * day
/** The last revision of each day is kept for this time. */
const keepDaily = 365 * day
/** The most revisions that one save looks at. */
const atOnce = 1_000

/**
 * Deletes a record's revisions that are no longer kept: after 30 days all but the last of each day, and those after a year. What visitors
 * have seen is kept, and so are the newest revision and that of the working copy. The first save of a day does this for its own record, so
 * that there is no job that could fall behind.
 */
export async function thinRevisions(trx: Transaction, entity: string, recordId: string): Promise<void> {
  const now = timeIn(trx)
  const aged = await trx
    .selectFrom('revisions')
    .select(['number', 'at'])
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('live', '=', false)
    .where('at', '<', new Date(now - keepAll).toISOString())
    .orderBy('at')
    .orderBy('number')
    .limit(atOnce)
    .execute()
  const gone = aged
    .filter(({ at }, index) => Date.parse(at) < now - keepDaily || dayOf(aged[index + 1]?.at) === dayOf(at))
    .map(({ number }) => number)
  if (gone.length === 0) return
  const copy = trx
    .selectFrom('workingCopies')
    .select('revision')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
  await trx
    .deleteFrom('revisions')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('number', 'in', gone)
    .where('number', 'not in', copy)
    .execute()
}

/** The day of a time in UTC. */
export const dayOf = (time: string | undefined) => time?.slice(0, 10)
