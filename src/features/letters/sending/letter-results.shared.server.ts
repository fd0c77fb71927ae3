import type { Database } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { LetterResults } from '../letters.contract.ts'
import { messagesOf } from './notification-status.shared.server.ts'
import type { Notification } from './notifications.table.ts'

const mostPages = 20

/** What came of a notification: deliveries, people who left because of it, and the visits and goals that the site counted. */
export async function readResults(database: Database, notification: Notification | undefined): Promise<LetterResults> {
  const { db } = database
  const figures = await readerFor(database, 'sourceDays', 'goalDays')
  const { id = '', code = '', recipients = 0 } = notification ?? {}
  const [states, reasons, pages, goals] = await Promise.all([
    db
      .selectFrom('deliveries')
      .where(({ and }) => and(messagesOf(id)))
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
    db
      .selectFrom('subscribers')
      .where('leftBy', '=', id)
      .where('state', '=', 'unsubscribed')
      .select(({ fn }) => ['leftReason as reason', fn.countAll<number>().as('count')])
      .groupBy('leftReason')
      .orderBy('count', 'desc')
      .execute(),
    figures
      .selectFrom('sourceDays')
      .where('campaign', '=', code)
      .where('campaign', '!=', '')
      .select(({ fn }) => ['path', fn.sum<number>('visits').as('visits')])
      .groupBy('path')
      .orderBy('visits', 'desc')
      .orderBy('path')
      .execute(),
    figures
      .selectFrom('goalDays')
      .where('campaign', '=', code)
      .where('campaign', '!=', '')
      .select(({ fn }) => ['goal', fn.sum<number>('count').as('count')])
      .groupBy('goal')
      .execute(),
  ])
  const inState = (state: string) => states.find((one) => one.state === state)?.count ?? 0
  const reached = (goal: string) => Number(goals.find((one) => one.goal === goal)?.count ?? 0)
  return {
    ...(code && { code }),
    recipients,
    sent: inState('sent'),
    skipped: inState('skipped'),
    failed: inState('failed'),
    left: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    visits: pages.reduce((sum, { visits }) => sum + Number(visits), 0),
    goals: {
      enquiries: reached('enquiry'),
      courseRequests: reached('courseRequest'),
      subscribers: reached('subscription'),
    },
    pages: pages.slice(0, mostPages).map(({ path, visits }) => ({ path, visits: Number(visits) })),
  }
}
