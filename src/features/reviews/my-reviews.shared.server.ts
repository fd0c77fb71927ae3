import type { Database, Db } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Entity } from '#server/record/entity.ts'
import { digestOfContent, type PresentContent } from '#server/record/present-version.ts'
import { revisedFields } from '#server/record/revisions.ts'
import { day } from '#server/security/counters.ts'
import { contentsOf, nameOf, type ReviewRow, reviewedEntity, reviewRows, toReviewRow } from './review-reads.server.ts'

/** For how long an answer waits for the one who asked, in milliseconds. */
const waitsFor = 14 * day

/** The most reviews that are read for one person. */
const mostRead = 500

export type MyReview = ReviewRow & { name: string }

/**
 * The open reviews that someone was asked for, and those that they asked for and have not acted on, the last asked first: answered or returned ones, and
 * open ones whose guest did not get the email.
 * Those of records in the trash are left out.
 */
export async function readMyReviews(
  { database, entities }: Pick<AppContext, 'database' | 'entities'>,
  { id }: Pick<Staff, 'id'>,
): Promise<MyReview[]> {
  const { db } = database
  const rows = (await waiting(database, id).execute()).map(toReviewRow)
  const contentOf = await contentsOf(db, entities, rows)
  const sent = await sentRecords(db, entities, rows)
  return rows.flatMap((row) => {
    const content = contentOf(row)
    const entity = reviewedEntity(entities, row.entity)
    if (!content || !entity) return []
    const { digest } = row
    const isOut = isReleased(entity, content, database.now(), digest) || sent.has(row.recordId)
    const waits = {
      asked: row.ofId === id || !isOut,
      approved: content.digest === digest && !isOut,
      changes: content.digest === digest,
      returned: !isOut,
      withdrawn: false,
    }
    return waits[row.state] ? [{ ...row, name: nameOf(entities, row, content) }] : []
  })
}

/** Answered reviews count until the same person is asked again, returned ones until anybody is. */
function waiting({ db, clock }: Pick<Database, 'db' | 'clock'>, id: string) {
  const since = new Date(clock() - waitsFor).toISOString()
  return reviewRows(db)
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const later = selectFrom('reviews as later')
        .select('later.id')
        .whereRef('later.entity', '=', 'reviews.entity')
        .whereRef('later.recordId', '=', 'reviews.recordId')
        .where((other) =>
          other.or([
            other('later.afterId', '=', other.ref('reviews.id')),
            other.and([
              other('reviews.state', '=', 'returned'),
              other('later.askedAt', '>', other.ref('reviews.settledAt')),
            ]),
          ]),
        )
      return or([
        and([eb('reviews.ofId', '=', id), eb('reviews.state', '=', 'asked')]),
        and([
          eb('reviews.askedById', '=', id),
          eb('reviews.state', 'in', ['approved', 'changes', 'returned']),
          eb('reviews.settledAt', '>=', since),
          not(exists(later)),
        ]),
        and([eb('reviews.askedById', '=', id), eb('reviews.state', '=', 'asked'), eb('undelivered', 'is not', null)]),
      ])
    })
    .orderBy('reviews.askedAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(mostRead)
}

/** Whether a version is public, or will be at its time. */
function isReleased({ table, flag }: Entity, { row }: PresentContent, now: string, digest: string): boolean {
  if (!flag || !row[flag] || (row['unpublishAt'] && String(row['unpublishAt']) <= now)) return false
  return digestOfContent(revisedFields(table, row)) === digest
}

/** The ids of records that were sent or are to be. */
async function sentRecords(db: Db, entities: Entity[], rows: ReviewRow[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [entity, named] of Map.groupBy(rows, (row) => row.entity)) {
    const ids = named.map(({ recordId }) => recordId)
    for (const id of (await reviewedEntity(entities, entity)?.sent?.(db, ids)) ?? []) found.add(id)
  }
  return found
}
