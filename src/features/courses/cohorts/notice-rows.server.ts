import { randomUUIDv7 } from 'node:crypto'
import { mailHolds } from '#contract/deliveries.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'
import type { DeliveryKind } from '#server/mail/deliveries.table.ts'
import { countDeliveries, queueDeliveries, takeBack } from '#server/mail/queue.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import type { Cohort, Days, NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortNotices, type CohortNotice as StoredNotice } from '../ground/courses.table.ts'
import type { Recipient } from './notice-recipients.server.ts'
import type { CohortNotice } from './notices.contract.ts'

const deliveryKinds = {
  moved: 'cohortMoved',
  cancelled: 'cohortCancelled',
  opened: 'cohortOpened',
  joining: 'cohortJoining',
  reminder: 'cohortReminder',
  note: 'cohortNote',
  thanks: 'cohortThanks',
} as const satisfies Record<NoticeKind, DeliveryKind>

type NewNotice = Pick<StoredNotice, 'kind'> &
  Partial<Pick<StoredNotice, 'body' | 'by' | 'audience' | 'daysBefore' | 'forDay'>> & { recipients: Recipient[] }

/** Queues a message for each person, in the transaction that has locked the date. The recipients are fixed now. @returns the id of the notice */
export async function queueNotice(
  trx: Transaction,
  cohort: Cohort,
  { recipients, ...notice }: NewNotice,
): Promise<string> {
  const id = randomUUIDv7()
  const { _id: cohortId, startsOn, endsOn, timetable } = cohort
  const [first] = recipients
  await insertRow(trx, cohortNotices, {
    ...notice,
    ...{ id, cohortId, count: recipients.length, at: nowIn(trx), before: first?.before },
  })
  const after: Days = { startsOn, endsOn, timetable }
  const tellsDays = notice.kind === 'moved' || notice.kind === 'joining' || notice.kind === 'reminder'
  const messages = recipients.map(({ _id, before }) => ({
    // A fixed id for each notice and person, and so a fixed Message-ID, rules out duplicates.
    ...{ id: `${id}.${_id}`, subjectId: id, recipientId: _id },
    payload: tellsDays ? { before, after } : undefined,
    priority: 1,
    wait: mailHolds.notice * 1_000,
  }))
  await queueDeliveries<DeliveryKind>(trx, deliveryKinds[notice.kind], messages)
  return id
}

/** @throws HttpError 409 once a message has left */
export async function undoNotice(trx: Transaction, id: string): Promise<void> {
  const stored = await trx
    .selectFrom('cohortNotices')
    .select(['undoneAt', 'kind'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (stored.undoneAt) return
  if (!(await takeBack(trx, { kind: deliveryKinds[stored.kind], subjectId: id })))
    throw new HttpError(409, 'The first emails were sent already.')
  await trx
    .updateTable('cohortNotices')
    .set(cohortNotices.encode({ undoneAt: nowIn(trx) }))
    .where('id', '=', id)
    .execute()
}

export async function findNotice(database: Database, cohortId: string, id: string): Promise<CohortNotice> {
  const [notice] = await readNotices(database, cohortId, id)
  if (!notice) throw notFound('There is no such message.')
  return notice
}

/** The messages about a date, newest first, without automatic ones that had no recipients. @param id only this one */
export async function readNotices({ db }: Database, cohortId: string, id?: string): Promise<CohortNotice[]> {
  const rows = await db
    .selectFrom('cohortNotices')
    .selectAll()
    .where('cohortId', '=', cohortId)
    .where('count', '>', 0)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const notices: CohortNotice[] = []
  for (const row of rows) {
    const { id: _id, before: _, cohortId: __, forDay: ___, ...notice } = cohortNotices.decode(row)
    const { counts, open, dueAt } = await countDeliveries(db, deliveryKinds[notice.kind], _id)
    const { waiting, sent, failed, skipped } = counts
    const isHeld = waiting > 0 && waiting === open + sent + failed + skipped
    notices.push({ _id, ...notice, sending: open, sent, failed, skipped, ...(isHeld && { leavesAt: dueAt }) })
  }
  return notices
}
