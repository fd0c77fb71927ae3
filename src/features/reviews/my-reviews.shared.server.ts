import { isAnswer } from '#contract/reviews.ts'
import type { Database } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { digestOfContent } from '#server/record/present-version.ts'
import { isSeen } from '#server/record/publishing.ts'
import { revisedFields } from '#server/record/revised-fields.ts'
import { day } from '#server/security/counters.ts'
import { contentsOf, type ReviewedContent, type ReviewRow, reviewRows, toReviewRow } from './review-reads.server.ts'

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
  const mine: MyReview[] = []
  for (const row of rows) {
    const content = contentOf(row)
    if (!content) continue
    const isAskedOf = row.state === 'asked' && row.ofId === id
    if (isAnswer(row.state) && content.digest !== row.digest) continue
    // A version with requested changes may be public all the same.
    if (!isAskedOf && row.state !== 'changes' && (await isReleased(database, content, row.digest))) continue
    mine.push({ ...row, name: content.name })
  }
  return mine
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

/** Whether a version is public, or will be at its time; without a flag, whether its record was sent or is about to be. */
async function isReleased({ db, now }: Database, { kind, row }: ReviewedContent, digest: string): Promise<boolean> {
  const { table, flag } = kind
  if (!flag) return isSeen(db, kind, row)
  if (!row[flag] || (row['unpublishAt'] && String(row['unpublishAt']) <= now())) return false
  return digestOfContent(revisedFields(table, row)) === digest
}
