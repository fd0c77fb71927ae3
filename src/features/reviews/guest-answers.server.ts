import { type GuestAnswer, guestAnswer, guestReview, isAnswer } from '#contract/reviews.ts'
import { dayInWords } from '#contract/zoned-format.ts'
import type { Transaction } from '#server/database/connect.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { reviewedEntity } from '#server/record/entity.ts'
import { findShared, type SharedReviews, toGuestReview } from '#server/record/guest-reviews.ts'
import { endedLink, findPreview } from '#server/record/preview-links.ts'
import { AlreadySettled, type StoredReview, settleReview } from '#server/record/reviews.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { queueReviewAnswered } from './review-mail.server.ts'

/** The calls of people outside who review a version by a link. */
export const guestAnswerRoutes = feature('Reviews', async (app, context) => {
  const { database } = context
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
      return database.transaction((trx) => takeAnswer(trx, context, body))
    },
  })
})

type Context = Pick<AppContext, 'config' | 'entities' | 'mailService'>

/** @throws HttpError 404 for a link that shows nothing, 409 for a review that takes no answer any more */
async function takeAnswer(trx: Transaction, context: Context, { token, review: id, ...given }: GuestAnswer) {
  const link = await findPreview(trx, token)
  const table = link && reviewedEntity(context.entities, link.entity)?.table
  if (link?.reviewId === undefined || !table) throw endedLink()
  const record = { table, id: link.recordId }
  // Locked, so that guests and colleagues who answer at once take turns. There is none in the trash.
  const row = await lockRow(trx, table, record.id)
  const shared = row && (await findShared(trx, record, link.reviewId))
  if (!shared) throw endedLink()
  const review = reviewOf(shared, id)
  try {
    const answer = given.note?.trim() || undefined
    const settled = await settleReview(trx, review, { state: given.state, by: { name: given.name }, answer })
    await queueReviewAnswered(trx, context, settled)
    return toGuestReview(trx, settled, shared)
  } catch (error) {
    throw error instanceof AlreadySettled ? refusal(error.review, context) : error
  }
}

/** @throws HttpError 404 for a review that was not shared with the guest of the link */
function reviewOf({ own, later }: SharedReviews, id: string | undefined): StoredReview {
  if (id === undefined || id === own.id) return own
  if (id === later?.id) return later
  throw new HttpError(409, 'There is a newer version for you. Your answer was not recorded.', undefined, {
    code: 'outdated',
  })
}

/** Says why a review takes no answer any more. */
function refusal({ state, settledAt, settledBy, askedBy }: StoredReview, { config }: Context): HttpError {
  const isAnswered = isAnswer(state)
  const day = settledAt ? dayInWords(settledAt, config.timeZone) : ''
  const first = state === 'approved' ? 'approved this version' : 'asked for changes to this version'
  const why = isAnswered
    ? `${settledBy} ${first} on ${day}.`
    : `${askedBy} no longer asks for a review of this version.`
  return new HttpError(409, `${why} Your answer was not recorded.`, undefined, {
    code: isAnswered ? 'already_answered' : 'withdrawn',
  })
}
