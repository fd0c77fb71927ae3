import type { Expression, SqlBool } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { day } from '#server/security/counters.ts'
import { type DeskFigures, deskFigures } from '../ground/desk.contract.ts'
import { type Desk, deskOf } from '../ground/desk-settings.server.ts'
import { isPresentRequest } from '../ground/events.shared.server.ts'
import { isOverdue, isToFollowUp, type RequestExpressions } from '../inbox/request-list.server.ts'

/** The first answers of so many days make the median. */
const medianDays = 90

export const deskFigureRoutes = feature('Contact', async (app, { database, site, mailService }) => {
  route(app, 'GET /contact/figures', {
    access: 'readContacts',
    summary: 'Get the figures of contact requests',
    description: `How many requests need a reply, are overdue, or are due for follow-up, and the median first reply of ${medianDays} days, in minutes of office hours.`,
    answer: deskFigures,
    handler: async () => {
      const db = await readerFor(database, 'contactRequests')
      const figures = await readFigures(db, deskOf(await site.now()), database.now())
      return { ...figures, mail: mailService.kind }
    },
  })
})

async function readFigures(db: Db, desk: Desk, now: string): Promise<Omit<DeskFigures, 'mail'>> {
  const present = db.selectFrom('contactRequests').where(isPresentRequest)
  const count = async (matches: (eb: RequestExpressions) => Expression<SqlBool>) => {
    const found = present.where(matches).select(({ fn }) => fn.countAll<number>().as('count'))
    return (await found.executeTakeFirstOrThrow()).count
  }
  const waitingForUs = present.where('status', '=', 'pending').where('turn', '=', 'us')
  const [waiting, next, overdue, followUps, answers] = await Promise.all([
    waitingForUs
      .select(({ fn }) => [fn.countAll<number>().as('requests'), fn.min('lastAt').as('since')])
      .executeTakeFirstOrThrow(),
    waitingForUs.select('id').orderBy('lastAt').orderBy('id').limit(1).executeTakeFirst(),
    count((eb) => isOverdue(eb, desk, now)),
    count((eb) => isToFollowUp(eb, desk, now)),
    present
      .where('status', '<>', 'spam')
      .where('firstAnswerAt', '>=', new Date(Date.parse(now) - medianDays * day).toISOString())
      .select(({ selectFrom }) => [
        'createdAt',
        'firstAnswerAt',
        // The time to the first answer begins with the first of joined requests.
        selectFrom('contactRequests as member')
          .whereRef('member.matterId', '=', 'contactRequests.id')
          .select(({ fn }) => fn.min<string | null>('member.createdAt').as('first'))
          .as('joinedFirst'),
      ])
      .execute(),
  ])
  const times = answers.map(({ createdAt, joinedFirst, firstAnswerAt }) =>
    desk.office.minutesBetween(joinedFirst && joinedFirst < createdAt ? joinedFirst : createdAt, firstAnswerAt ?? ''),
  )
  return {
    waiting: waiting.requests,
    ...(waiting.since !== null && { since: waiting.since }),
    ...(next && { next: next.id }),
    overdue,
    followUps,
    answered: times.length,
    ...(times.length > 0 && { median: medianOf(times) }),
    promised: desk.promised,
  }
}

/** The middle one, or the mean of the two in the middle. */
function medianOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [before = 0, after = 0] = sorted.slice(middle - 1, middle + 1)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : Math.round((before + after) / 2)
}
