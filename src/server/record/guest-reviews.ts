import type { GuestReview } from '#contract/reviews.ts'
import type { Db } from '#server/database/connect.ts'
import { type PresentContent, presentContents } from './present-version.ts'
import { findReview, isTyped, type StoredReview } from './reviews.ts'
import { ofRecord, type RecordKey } from './revisions.ts'

/** The reviews that were shared with the guest of a link: its own, and the last one after it, unless that was withdrawn. */
export type SharedReviews = { own: StoredReview; later: StoredReview | undefined; present: PresentContent }

/** @returns undefined when there is no such review, or the record is in the trash */
export async function findShared(db: Db, record: RecordKey, reviewId: string): Promise<SharedReviews | undefined> {
  const own = await findReview(db, reviewId)
  const present = (await presentContents(db, record.table, [record.id])).get(record.id)
  if (!own || !present) return undefined
  const links = await ofRecord(db.selectFrom('reviews').select(['id', 'afterId', 'state']), record)
    .where('ofId', 'is', null)
    .where('afterId', 'is not', null)
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  const chain = new Set([reviewId])
  let last: string | undefined
  for (const { id, afterId, state } of links) {
    if (afterId === null || !chain.has(afterId)) continue
    chain.add(id)
    if (state !== 'withdrawn') last = id
  }
  return { own, later: last === undefined ? undefined : await findReview(db, last), present }
}

/** A review as its guest sees it. */
export async function toGuestReview(
  db: Db,
  shown: StoredReview,
  { later, present }: Pick<SharedReviews, 'later' | 'present'>,
): Promise<GuestReview> {
  const { id, state, askedBy, askedById, askedAt, ofName, note, settledAt, settledBy, answer, digest } = shown
  const asker = db
    .selectFrom('users')
    .select('email')
    .where('id', '=', askedById ?? '')
    .where('active', '=', true)
  const contact = (await asker.executeTakeFirst())?.email
  return {
    _id: id,
    ...{ state, askedBy, askedAt, contact, name: ofName, note, settledAt, settledBy, answer },
    isTyped: isTyped(shown),
    isOlder: digest !== present.digest,
    hasLater: later !== undefined && later.id !== id,
  }
}
