import { sql } from 'kysely'
import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import { contains } from '#server/database/dialect.ts'
import { feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { cohortRows, isPastAt, momentOf, toCohort } from '../cohorts/cohort-queries.server.ts'
import { isTaughtBy } from '../cohorts/trainers.shared.server.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import { isPresentOffer, namedOffer, offers, ofOffer } from '../ground/offers.server.ts'
import { unnamedSeats } from '../ground/participant-rows.server.ts'
import { dateListQuery, listedDate } from './date-list.contract.ts'

export const dateListRoutes = feature('Courses', async (app, context) => {
  const { database } = context

  route(app, 'GET /cohorts', {
    access: 'teach',
    summary: 'List dates of courses and of pages with an event: the own ones, or all of them',
    description:
      'Those that the caller teaches; for callers who may read registrations all dates, or those that the user `teacher` teaches. The dates to come are first, from the next one, then the past ones, from the last one. `status` is `upcoming` or `past`; `search` looks in the title of the course or the page, the schedule and the location. `unnamed` is the seats that have no name yet. The header `X-Total-Count` says how many match.',
    query: dateListQuery,
    answer: z.array(listedDate),
    handler: async (request, reply) => {
      const { query } = request
      const { db } = database
      const staff = staffOf(request)
      const teacher = may(staff, 'readContacts') ? query.teacher : staff.id
      const moment = await momentOf(context)
      const isPast = isPastAt(moment)
      const found = cohortRows(db, moment)
        .innerJoin(offers(db), ofOffer('cohorts'))
        .select(['offers.entity', 'offers.title', unnamedSeats(db).as('unnamed')])
        .where(isPresentOffer)
        .$if(teacher !== undefined, (dates) => dates.where(isTaughtBy(db, String(teacher))))
        .$if(query.status !== undefined, (dates) =>
          dates.where(query.status === 'past' ? isPast : sql<boolean>`not ${isPast}`),
        )
        .$if(Boolean(query.search), (dates) =>
          dates.where(contains(database, ['offers.title', 'cohorts.timetable', 'cohorts.place'], query.search ?? '')),
        )
        .orderBy(isPast)
        .orderBy(sql`case when not ${isPast} then "cohorts"."startsOn" end`)
        .orderBy('cohorts.startsOn', 'desc')
        .orderBy('cohorts.id')
      const rows = await paginate(reply, query, found)
      return rows.map(({ entity, title, unnamed, ...row }) => {
        const date = toCohort(row)
        return { ...date, ...namedOffer({ entity, title, id: offerIdOf(date) }), unnamed }
      })
    },
  })
})
