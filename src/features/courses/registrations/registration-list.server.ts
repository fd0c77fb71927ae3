import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#server/database/connect.ts'
import { contains, containsPhone } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { type CsvTable, csvFile, paginate, sendCsv, timeColumn } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { isOverAt, type Moment } from '../cohorts/cohort-queries.server.ts'
import { gstWords } from '../ground/cohort-words.contract.ts'
import { cohorts, courses, participants, registrations } from '../ground/courses.table.ts'
import { offers } from '../ground/offers.server.ts'
import { priceOfCohort } from '../ground/prices.contract.ts'
import { enrolledStates } from '../ground/registration-words.contract.ts'
import { demand, demandQuery, registration, registrationListQuery } from '../ground/registrations.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { countDemand } from './demand.ts'
import { forStaff, registrationRows, toRegistration } from './registration-rows.server.ts'

export const registrationListRoutes = feature('Courses', async (app, context) => {
  const { config, database } = context
  const dayOf = dayIn(config.timeZone)
  const present = () => ({ now: database.now(), today: dayOf(database.now()) })
  route(app, 'GET /course-requests', {
    access: 'readContacts',
    summary: 'List registrations, newest first; a waitlist in its order',
    description:
      '`course`, `event` (a page that has one) and `cohort` are ids; `dates` is `over` for registrations for a date that is cancelled or past, or `open` for the others; `group` is `enrollments` (seats, and requests for one), `waiting` (the waitlists) or `interested` (people who want another date, and questions); `search` looks in name, email, company, telephone, PO and invoice number. The header `X-Total-Count` says how many match. `place` is the place on a waitlist.',
    query: registrationListQuery,
    answer: z.array(registration),
    handler: async ({ query }, reply) => {
      const reader = await readerFor(database, 'registrations')
      const { now, today } = present()
      const inOrder = registrationRows(reader, now)
        .where(matches(reader, query, { now, today }))
        .$if(query.group === 'waiting', (rows) =>
          rows.orderBy('place', (place) => place.asc().nullsLast()).orderBy('cohorts.startsOn'),
        )
        .orderBy('registrations.createdAt', 'desc')
        .orderBy('registrations.id', 'desc')
      const found = (await paginate(reply, query, inOrder)).map((row) => toRegistration(row, now))
      return forStaff(context, found)
    },
  })

  route(app, 'GET /course-requests.csv', {
    access: 'writeContacts',
    session: true,
    summary: 'Download registrations as CSV',
    description:
      'All of them, or those that the parameters select, as in the list. `Price` is that of the date when the person asked, in rupees for one seat.',
    query: z.omit(registrationListQuery, { page: true, limit: true }),
    answer: csvFile,
    handler: async ({ query }, reply) => {
      const reader = await readerFor(database, 'registrations')
      return sendCsv(reply, reader, {
        ...(await registrationsAsCsv(context, reader)),
        where: matches(reader, query, present()),
      })
    },
  })

  route(app, 'GET /course-requests/demand', {
    access: 'readContacts',
    summary: 'Count the months and weekdays in which people want a course',
    description:
      'Of people who want the next date of a course, and were not notified of one. `cells` counts the people whom a weekday of a month fits; someone who names only a month takes any weekday of it. Past months are left out.',
    query: demandQuery,
    answer: demand,
    handler: async ({ query }) => {
      const day = present()
      const wished = { course: query.course, kind: 'nextDate', group: 'interested', state: 'waiting' } as const
      const rows = await database.db
        .selectFrom('registrations')
        .select(['wanted', 'people', 'verifiedAt'])
        .where(matches(database.db, wished, day))
        .execute()
      const asked = rows.map((row) => registrations.decode(row))
      return countDemand(asked, day.today.slice(0, 7))
    },
  })
})

type Row = Record<string, unknown>
type CsvContext = Pick<AppContext, 'config' | 'database' | 'site'>

async function registrationsAsCsv(
  { config: { timeZone }, database, site }: CsvContext,
  db: Db,
): Promise<CsvTable<typeof registrations> & { name: string }> {
  const now = database.now()
  const { gst } = trainingSettings.of(await site.now())
  const { courseOf, eventOf, dayOf, priceOf } = await columnsOf(db)
  const stateOf = ({ state, offeredUntil }: Row) =>
    state === 'offered' && String(offeredUntil) <= now ? 'lapsed' : String(state)
  const gstOf = (row: Row) => (priceOf(row) && gst ? gstWords[gst] : '')
  return {
    table: registrations,
    timeZone,
    name: 'registrations',
    columns: {
      Name: 'name',
      Email: 'email',
      Phone: 'phone',
      Course: courseOf,
      Event: eventOf,
      Date: dayOf,
      Kind: 'kind',
      Seats: 'people',
      Company: 'company',
      GSTIN: 'gstin',
      Status: stateOf,
      ...timeColumn('Requested at', 'createdAt', timeZone),
      ...timeColumn('Changed at', 'stateAt', timeZone),
      Price: priceOf,
      GST: gstOf,
      'PO number': 'poNumber',
      'Invoice number': 'invoiceNo',
      'Paid on': 'paidOn',
      'Entered by': 'enteredBy',
    },
  }
}

/** The registrations and the people of their seats, for an export with people. */
export async function peopleOfCourses(context: CsvContext) {
  const reader = await readerFor(context.database, 'registrations', 'participants')
  const all = await registrationsAsCsv(context, reader)
  const { dayOf, offerOfDate } = await columnsOf(reader)
  const { timeZone } = context.config
  const attendedOn = ({ attended }: Row) =>
    Object.entries(participants.decode({ attended: String(attended) }).attended)
      .flatMap(([day, there]) => (there ? [day] : []))
      .join('; ')
  const people: CsvTable<typeof participants> & { name: string } = {
    table: participants,
    timeZone,
    name: 'participants',
    columns: {
      ...{ Name: 'name', Email: 'email', Phone: 'phone' },
      ...{ 'Course or event': offerOfDate, Date: dayOf, 'Attended on': attendedOn },
      ...timeColumn('Added at', 'createdAt', timeZone),
    },
  }
  return [{ ...all, where: isPresent(registrations)(expressionBuilder()) }, people]
}

/** The columns that the offer and the date of a registration give. Offers and dates are few, so all of them are read. */
async function columnsOf(db: Db) {
  const prices = ['id', 'price', 'discountedPrice'] as const
  const offerRows = await db
    .selectFrom(offers(db))
    .select([...prices, 'title', 'entity'])
    .execute()
  const dateRows = await db
    .selectFrom('cohorts')
    .select([...prices, 'startsOn', 'discountUntil', 'courseId', 'pageId'])
    .execute()
  const offerOf = new Map(offerRows.map((row) => [row.id, courses.decode(row)]))
  const dateOf = new Map(dateRows.map((row) => [row.id, cohorts.decode(row)]))
  return {
    courseOf: ({ courseId }: Row) => offerOf.get(String(courseId))?.title ?? '',
    eventOf: ({ pageId }: Row) => offerOf.get(String(pageId))?.title ?? '',
    dayOf: ({ cohortId }: Row) => dateOf.get(String(cohortId))?.startsOn ?? '',
    offerOfDate: ({ cohortId }: Row) => {
      const { courseId, pageId } = dateOf.get(String(cohortId)) ?? {}
      return offerOf.get(String(courseId ?? pageId))?.title ?? ''
    },
    priceOf: ({ courseId, cohortId, createdAt }: Row) => {
      const [course, date] = [offerOf.get(String(courseId)), dateOf.get(String(cohortId))]
      return course && date ? priceOfCohort(course, date, String(createdAt)).toFixed(2) : ''
    },
  }
}

/** The columns in which the list is searched, besides the telephone number. */
const searched = (['name', 'email', 'company', 'poNumber', 'invoiceNo'] as const).map(
  (column) => `registrations.${column}` as const,
)

type ListQuery = z.infer<typeof registrationListQuery>
type Day = Pick<Moment, 'now' | 'today'>

function matches(db: Db, query: Omit<ListQuery, 'page' | 'limit'>, { now, today }: Day) {
  const { course, event, cohort, dates, kind, state, group, search } = query
  const eb = expressionBuilder<Schema, 'registrations'>()
  const hasSeat = eb('registrations.state', 'in', enrolledStates)
  const isEnrollment = eb.or([
    hasSeat,
    eb.and([eb('registrations.kind', '=', 'enrol'), eb('registrations.state', 'in', ['new', 'declined', 'withdrawn'])]),
  ])
  const isInterest = eb.and([
    eb.not(hasSeat),
    eb.or([
      eb('registrations.kind', '=', 'question'),
      eb.and([eb('registrations.kind', '=', 'nextDate'), eb('registrations.cohortId', 'is', null)]),
    ]),
  ])
  const groups = {
    enrollments: isEnrollment,
    interested: isInterest,
    waiting: eb.and([eb.not(isEnrollment), eb.not(isInterest)]),
  }
  // A question is listed while the lead desk has it to answer.
  const isOfLead = eb.or([
    eb('registrations.contactId', 'is', null),
    eb.exists(
      eb
        .selectFrom('contactRequests as own')
        // Of a request that was joined to another one, the other says where both are.
        .innerJoin('contactRequests as matter', (join) =>
          join.on(({ eb, fn, ref }) => eb('matter.id', '=', fn.coalesce(ref('own.matterId'), ref('own.id')))),
        )
        .select('matter.id')
        .whereRef('own.id', '=', 'registrations.contactId')
        .where('matter.deletedAt', 'is', null)
        .where('matter.status', '!=', 'spam'),
    ),
  ])
  const isOver = eb.exists(
    eb
      .selectFrom('cohorts')
      .select('cohorts.id')
      .whereRef('cohorts.id', '=', 'registrations.cohortId')
      .where(isOverAt({ now, today })),
  )
  const isOffer = eb('registrations.state', '=', 'offered')
  const isPastOffer = eb.and([isOffer, eb('registrations.offeredUntil', '<=', now)])
  const inState = (wanted: NonNullable<typeof state>) => {
    if (wanted === 'offered') return eb.and([isOffer, eb('registrations.offeredUntil', '>', now)])
    const isWanted = eb('registrations.state', '=', wanted)
    return wanted === 'lapsed' ? eb.or([isWanted, isPastOffer]) : isWanted
  }
  return eb.and([
    isPresent(registrations)(eb),
    isOfLead,
    ...(course ? [eb('registrations.courseId', '=', course)] : []),
    ...(event ? [eb('registrations.pageId', '=', event)] : []),
    ...(cohort ? [eb('registrations.cohortId', '=', cohort)] : []),
    ...(dates === 'over' ? [isOver] : dates === 'open' ? [eb.not(isOver)] : []),
    ...(kind ? [eb('registrations.kind', '=', kind)] : []),
    ...(state ? [inState(state)] : []),
    ...(group ? [groups[group]] : []),
    ...(search
      ? [eb.or([contains({ db }, searched, search), containsPhone({ db }, 'registrations.phone', search)])]
      : []),
  ])
}
