import type { Db } from '#server/database/connect.ts'
import { unpack } from '#server/record/revised-fields.ts'
import type { Days } from '../ground/cohorts.contract.ts'

export const sameDays = (one: Days, other: Days): boolean =>
  one.startsOn === other.startsOn &&
  (one.endsOn ?? '') === (other.endsOn ?? '') &&
  (one.timetable ?? '') === (other.timetable ?? '')

/** `details` are those that people need to join. */
type CohortVersion = { at: string; days: Days; cancelled: boolean; details?: string }

/** The versions of a date, from the oldest on. */
export async function readHistory(db: Db, cohortId: string): Promise<CohortVersion[]> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['at', 'fields'])
    .where('entity', '=', 'cohorts')
    .where('recordId', '=', cohortId)
    .orderBy('number')
    .execute()
  return revisions.map(({ at, fields }) => {
    const stored = unpack(fields) as Days & { cancelled?: boolean; joinUrl?: string; joinText?: string; place?: string }
    const { startsOn, endsOn, timetable, cancelled, joinUrl, joinText, place } = stored
    const details = JSON.stringify([startsOn, endsOn, timetable, joinUrl, joinText, place].map((one) => one ?? null))
    return { at, days: { startsOn, endsOn, timetable }, cancelled: cancelled === true, details }
  })
}

/** The state of a date at a time, by its history from the oldest on. A time before the history has the first of it. */
export const stateThen = <State extends { at: string }>(history: State[], time: string): State | undefined =>
  history.findLast(({ at }) => at <= time) ?? history[0]

/** Since when something holds of a date, by its history from the oldest on. */
const sinceWhen = (history: CohortVersion[], holds: (version: CohortVersion) => boolean): string =>
  history[history.findLastIndex((version) => !holds(version)) + 1]?.at ?? ''

export const cancelledSince = (history: CohortVersion[]): string => sinceWhen(history, ({ cancelled }) => cancelled)

/** Since when the joining details are the present ones. */
export const detailsSince = (history: CohortVersion[]): string =>
  sinceWhen(history, ({ details }) => details === history.at(-1)?.details)
