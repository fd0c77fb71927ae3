import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { day } from '#server/security/counters.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { type DeskFigures, deskFigures } from './desk-figures.contract.ts'
import { type Desk, deskOf } from './desk-settings.server.ts'
import { isPresentRequest } from './events.shared.server.ts'
import { isOverdue, isToFollowUp } from './request-list.server.ts'

/** The first answers of so many days make the median. */
const medianDays = 90

/** The call for the figures of the lead desk, which the dashboard and the settings show. */
export function deskFiguresRoute(app: FastifyInstance, { database, site }: { database: Database; site: SiteConfig }) {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/contact/figures',
    {
      config: { access: 'readContacts' },
      schema: {
        summary: 'Get the figures of the lead desk',
        description: `How many people wait for an answer, how many requests are overdue or to follow up, and the median of the first answers of ${medianDays} days, in minutes of office hours.`,
        response: { 200: deskFigures },
      },
    },
    async () => {
      const db = await readerFor(database, 'contactRequests')
      return readFigures(db, deskOf(await site.now()), database.now())
    },
  )
}

async function readFigures(db: Kysely<Schema>, desk: Desk, now: string): Promise<DeskFigures> {
  const present = db.selectFrom('contactRequests').where(isPresentRequest)
  const count = sql<number>`count(*)`.as('count')
  const [waiting, overdue, followUps, answers] = await Promise.all([
    present
      .where('status', '=', 'pending')
      .where('waitsFor', '=', 'us')
      .select(({ fn }) => [sql<number>`count(distinct lower("email"))`.as('people'), fn.min('lastAt').as('since')])
      .executeTakeFirstOrThrow(),
    present
      .where((is) => isOverdue(is, desk, now))
      .select(count)
      .executeTakeFirstOrThrow(),
    present
      .where((is) => isToFollowUp(is, desk, now))
      .select(count)
      .executeTakeFirstOrThrow(),
    present
      .where('status', '<>', 'spam')
      .where('firstAnswerAt', '>=', new Date(Date.parse(now) - medianDays * day).toISOString())
      .select(['createdAt', 'firstAnswerAt'])
      .execute(),
  ])
  const times = answers.map(({ createdAt, firstAnswerAt }) =>
    desk.office.minutesBetween(createdAt, firstAnswerAt ?? ''),
  )
  return {
    waiting: waiting.people,
    ...(waiting.since !== null && { since: waiting.since }),
    overdue: overdue.count,
    followUps: followUps.count,
    answered: times.length,
    ...(times.length > 0 && { median: medianOf(times) }),
    promised: desk.promised,
  }
}

/** The middle one; of two in the middle, what is between them. */
function medianOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = sorted.slice(middle - 1, middle + 1)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : Math.round((before + after) / 2)
}
