import { type GuestAnswer, guestAnswer, guestReview } from '#contract/reviews.ts'
import { formatIn } from '#contract/zoned-format.ts'
import { nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { findReview, findShared, type SharedReviews, toGuestReview } from '#server/record/guest-reviews.ts'
import { endedLink, findPreview } from '#server/record/preview-links.ts'
import { reviews } from '#server/record/records.table.ts'
import type { StoredReview } from '#server/record/reviews.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { queueReviewAnswered } from './review-mail.server.ts'

/** The calls of people outside who review a version by a link. */
export const guestAnswerRoutes = feature('Reviews', async (app, context) => {
  const { database, mailService } = context
  route(app, 'POST /previews/answer', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Answer the review of a preview link',
    description:
      'Approves the version that the link shows, or asks for changes in words. The name is recorded as it is typed, and nobody has checked it. Without `review` it is the review of the link; a later one is of the same guest. 404 for a link that has ended and for a record in the trash; 409 for a review that was answered before, with the first answer in words, or that was withdrawn. The page of the link has the same as a form, which `POST /preview/{token}/answer` takes.',
    input: guestAnswer,
    answer: guestReview,
    errors: [404, 409],
    handler: async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      const answered = await database.transaction((trx) => takeAnswer(trx, context, body))
      mailService.wake()
      return answered
    },
  })
})

type Context = Pick<AppContext, 'config' | 'entities' | 'mailService'>

/** @throws HttpError 404 for a link that shows nothing, 409 for a review that takes no answer any more */
async function takeAnswer(trx: Transaction, context: Context, { token, review: id, ...given }: GuestAnswer) {
  const link = await findPreview({ db: trx, clock: () => timeIn(trx) }, token)
  const record = link && context.entities.find(({ table }) => table.name === link.entity)
  const shared =
    record && link.reviewId !== undefined
      ? await findShared(trx, { table: record.table, id: link.recordId }, link.reviewId)
      : undefined
  if (!shared) throw endedLink()
  const review = reviewOf(shared, id)
  const answer = given.note?.trim() || undefined
  const answered = { state: given.state, settledAt: nowIn(trx), settledBy: given.name, answer, counts: false }
  const settled = trx
    .updateTable('reviews')
    .set(reviews.encode(answered))
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', review.id)
    .where('state', '=', 'asked')
  // Of two answers at once, the second waits here for the first.
  if (!(await affectsRows(settled))) throw refusal((await findReview(trx, review.id)) ?? review, context)
  await queueReviewAnswered(trx, context, review)
  return toGuestReview(trx, { ...review, ...answered }, shared)
}

/** @throws HttpError 404 for a review that was not shared with the guest of the link */
function reviewOf({ own, later }: SharedReviews, id: string | undefined): StoredReview {
  if (id === undefined || id === own.id) return own
  if (id === later?.id) return later
  throw new HttpError(409, 'There is a newer version for you. Your answer was not recorded.', undefined, {
    code: 'outdated',
  })
}

const dayOf = formatIn('en-GB', { dateStyle: 'medium' })

/** Says why a review takes no answer any more. */
function refusal({ state, settledAt, settledBy, askedBy }: StoredReview, { config }: Context): HttpError {
  const isAnswered = state === 'approved' || state === 'changes'
  const day = settledAt ? dayOf(config.timeZone).format(new Date(settledAt)) : ''
  const first = state === 'approved' ? 'approved this version' : 'asked for changes to this version'
  const why = isAnswered
    ? `${settledBy} ${first} on ${day}.`
    : `${askedBy} no longer asks for a review of this version.`
  return new HttpError(409, `${why} Your answer was not recorded.`, undefined, {
    code: isAnswered ? 'already_answered' : 'withdrawn',
  })
}
