import { type JoinBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { courses } from './courses.table.ts'
import type { Offer } from './offers.contract.ts'

/**
 * All that people register for: courses, and pages with an event. Every query that reads the title or the address of a date or a registration joins
 * these, so that none knows courses only. A page has no price and no instructor.
 */
export const offers = (db: Db) =>
  db
    .selectFrom('courses')
    .select([
      'courses.id',
      sql.lit<OfferEntity>('courses').as('entity'),
      'courses.title',
      sql<string>`'/courses/' || ${sql.ref('courses.slug')}`.as('path'),
      'courses.description',
      'courses.price',
      'courses.discountedPrice',
      'courses.enrollmentUrl',
      sql<string | null>`${sql.ref('courses.instructorId')}`.as('instructorId'),
      'courses.active',
      'courses.publishAt',
      'courses.unpublishAt',
      'courses.deletedAt',
    ])
    .unionAll(
      db
        .selectFrom('pages')
        .select([
          'pages.id',
          sql.lit<OfferEntity>('pages').as('entity'),
          'pages.title',
          sql<string>`'/' || ${sql.ref('pages.path')}`.as('path'),
          sql<string>`coalesce(${sql.ref('pages.seoDescription')}, '')`.as('description'),
          sql<number>`0`.as('price'),
          sql<number | null>`null`.as('discountedPrice'),
          sql<string>`''`.as('enrollmentUrl'),
          sql<string | null>`null`.as('instructorId'),
          'pages.active',
          'pages.publishAt',
          'pages.unpublishAt',
          'pages.deletedAt',
        ]),
    )
    .as('offers')

/** They have the trash and the schedule of courses, by other names. */
const asTable = { ...courses, name: 'offers' }
/** The condition that an offer is not in the trash. */
export const isPresentOffer = isPresent(asTable)
/** The condition that visitors see an offer. */
export const isLiveOffer = (now: string) => isLive(asTable, 'active', now)

type Owned = 'cohorts' | 'registrations'

const offerIdOf = (table: Owned) =>
  sql<string>`coalesce(${sql.ref(`${table}.courseId`)}, ${sql.ref(`${table}.pageId`)})`

/** The condition of a join of the offer to which each date or registration belongs. */
export const ofOffer =
  (table: Owned) =>
  <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) =>
    join.on(sql<SqlBool>`${sql.ref('offers.id')} = ${offerIdOf(table)}`)

/** The condition that a date or a registration belongs to one of these offers. */
export const belongsTo = (table: Owned, ids: string[]) => {
  const list = sql.join(ids.map((id) => sql`${id}`))
  return sql<SqlBool>`(${sql.ref(`${table}.courseId`)} in (${list}) or ${sql.ref(`${table}.pageId`)} in (${list}))`
}

/** An offer by its id, unless it is in the trash. */
export const findOffer = (db: Db, id: string) =>
  db.selectFrom(offers(db)).selectAll().where('offers.id', '=', id).where(isPresentOffer)

export type OfferEntity = 'courses' | 'pages'

/** The fields of an answer that name an offer. */
export const namedOffer = ({ entity, id: _id, title }: { entity: OfferEntity; id: string; title: string }) =>
  ({ [entity === 'courses' ? 'course' : 'event']: { _id, title } }) as { course?: Offer; event?: Offer }
