import type { LinkContext } from '#content/render/record-links.ts'
import { isAnswer } from '#contract/reviews.ts'
import { dayInWords } from '#contract/zoned-format.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import { automatic, type MailKind, type StaffMailContext, toColleague } from '#server/mail/mail-kind.ts'
import { joinDigest } from '#server/mail/queue.ts'
import { reviews } from '#server/record/records.table.ts'
import { isTyped, reviewedFields, type StoredReview } from '#server/record/reviews.ts'
import { day, minute } from '#server/security/counters.ts'

/** A review in a message. A guest's link is nowhere else, since only the hash of its token is stored. */
type Asked = { review: string; link?: string | undefined }

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its recipient is the colleague who is asked, or the first review of a guest. Its payload has all reviews of some minutes. */
    reviewAsked: Asked[]
    /** Its recipient is the colleague who asked, its payload the ids of the answered reviews. */
    reviewAnswered: string[]
  }
}

/** All that happens in this time is one message to each recipient. */
const wait = 10 * minute
/** A guest's link works longer, and the back office has all of them. */
const lifetime = 7 * day
/** How many reviews a message to a colleague names. One to a guest has all links, which are nowhere else. */
const listed = 20

type Queueing = { mailService: Pick<AppContext['mailService'], 'kind'> }

/**
 * Tells the colleague or the guest who is asked, together with all that they are asked within ten minutes. Nothing is queued without a mail server, or
 * for a guest without an address: the one who asks copies the link.
 * @param link the path of a guest's preview link
 */
export async function queueReviewAsked(
  trx: Transaction,
  { mailService }: Queueing,
  { id, ofId, ofEmail, askedById }: Pick<StoredReview, 'id' | 'ofId' | 'ofEmail' | 'askedById'>,
  link?: string,
): Promise<void> {
  if (mailService.kind !== 'smtp' || (ofId === undefined && ofEmail === undefined)) return
  await inTurn(trx, ofId ?? askedById)
  const to = ofId === undefined ? [id, ...(await reviewsOfGuest(trx, ofEmail ?? ''))] : [ofId]
  const deliveryId = await joinDigest(trx, 'reviewAsked', {
    add: (all = []) => [...all, { review: id, link }],
    ...{ to, wait },
  })
  if (ofId === undefined) await trx.updateTable('reviews').set({ deliveryId }).where('id', '=', id).execute()
}

/** Tells the colleague who asked, together with all answers of ten minutes. */
export async function queueReviewAnswered(
  trx: Transaction,
  { mailService }: Queueing,
  { id, askedById }: Pick<StoredReview, 'id' | 'askedById'>,
): Promise<void> {
  if (mailService.kind !== 'smtp' || askedById === undefined) return
  await inTurn(trx, askedById)
  await joinDigest(trx, 'reviewAnswered', { add: (all = []) => [...all, id], to: [askedById], wait })
}

/** Of two transactions that begin the same message, the second waits and finds it. */
const inTurn = (trx: Transaction, userId = '') =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()

async function reviewsOfGuest(trx: Transaction, email: string): Promise<string[]> {
  const rows = trx
    .selectFrom('reviews')
    .select('id')
    .where(({ fn }) => fn('lower', ['ofEmail']), '=', email.toLowerCase())
  return (await rows.execute()).map(({ id }) => id)
}

type Context = StaffMailContext & Pick<LinkContext, 'entities'>
type Found = { review: StoredReview; label: string; name: string; path: string }

/** Those of these reviews whose records are not in the trash, in the order in which they were asked for. */
async function findReviews({ database: { db }, entities }: Context, ids: string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where(isOneOf(db, 'reviews.id', ids))
    .orderBy('id')
    .execute()
  const stored: StoredReview[] = rows.map(reviews.decode)
  const found = await Promise.all(
    entities.map(async ({ table, label, nameColumn }) => {
      const own = stored.filter(({ entity }) => entity === table.name)
      if (own.length === 0) return []
      const records = own.map(({ recordId }) => recordId)
      const present = await presentRows(db, table)
        .select('id')
        .where(isOneOf(db, 'id', records))
        .execute()
      const isPresent = new Set(present.map(({ id }) => id))
      return own
        .filter(({ recordId }) => isPresent.has(recordId))
        .map((review) => ({
          ...{ review, label },
          name: String(reviewedFields(review)[nameColumn] ?? '') || label,
          path: `/admin/${table.name}/edit/${review.recordId}`,
        }))
    }),
  )
  return found.flat().toSorted((one, other) => (one.review.askedAt < other.review.askedAt ? -1 : 1))
}

const more = (count: number) => (count > 1 ? ` and ${count - 1} more` : '')

export const reviewAsked: MailKind<'reviewAsked', Context> = (context) => ({
  longestWait: wait,
  lifetime,
  async compose({ id, recipientId = '', payload }) {
    const { database, site, render, findColleague } = context
    const { db } = database
    // One that has left has no payload any more; it is composed again to see whose it was.
    const sent: Asked[] = payload ?? (await reviewsOfMessage(db, id))
    const links = new Map(sent.map(({ review, link }) => [review, link]))
    const all = await findReviews(context, [...links.keys()])
    const open = all.filter(({ review }) => review.state === 'asked')
    const [first] = open
    if (!first)
      return { skip: all.length === 0 ? 'The records were in the trash' : 'The reviews were answered or withdrawn' }
    const isGuest = first.review.ofId === undefined
    const to = isGuest ? first.review.ofEmail : (await findColleague(recipientId))?.email
    if (to === undefined) return { skip: isGuest ? 'The guest was erased' : 'They no longer have access' }

    const { company, publicUrl, timeZone } = await site.now()
    const askers = new Set(open.map(({ review }) => review.askedById ?? review.askedBy))
    const { askedBy, askedById } = first.review
    const asker = askers.size === 1 ? await findColleague(askedById ?? '') : undefined
    const who = askers.size === 1 ? `${askedBy} asks you to review` : 'Please review'
    const title = `${who} “${first.name}”${more(open.length)}`
    const until = isGuest ? await lastDay(db, open, timeZone) : undefined
    const shown = isGuest ? open : open.slice(0, listed)
    const rendered = await render('ReviewAsked', {
      company,
      title,
      isGuest,
      until,
      replyTo: asker?.name,
      reviews: shown.map(({ review, label, name, path }) => ({
        ...{ label, name },
        askedBy: review.askedBy,
        note: review.note,
        url: isGuest ? publicUrl + (links.get(review.id) ?? '') : `${publicUrl}/#${path}`,
      })),
      more: open.length - shown.length,
    })
    const replyTo = asker ? { name: asker.name, address: asker.email } : { name: company.brand, address: company.email }
    return { message: { to, subject: title, replyTo, headers: automatic, ...rendered } }
  },
  // Those who asked see it at the review, and can copy a link. Nobody misses the message about one that is settled.
  undelivered: async (trx, { id }, reason) => {
    const open = trx.updateTable('reviews').where('deliveryId', '=', id).where('state', '=', 'asked')
    await open.set({ undelivered: reason }).execute()
  },
})

const reviewsOfMessage = (db: Db, deliveryId: string): Promise<Asked[]> =>
  db.selectFrom('reviews').select('id as review').where('deliveryId', '=', deliveryId).execute()

/** The day until which all these links work. */
async function lastDay(db: Db, open: Found[], timeZone: string): Promise<string | undefined> {
  const ids = open.map(({ review }) => review.id)
  const links = db.selectFrom('previewLinks').where(isOneOf(db, 'previewLinks.reviewId', ids))
  const { until } = await links
    .select(({ fn }) => fn.min<string | null>('expiresAt').as('until'))
    .executeTakeFirstOrThrow()
  return until === null ? undefined : dayInWords(until, timeZone)
}

export const reviewAnswered: MailKind<'reviewAnswered', Context> = (context) => ({
  ...composeAnswered(context),
  longestWait: wait,
})

const composeAnswered = toColleague<'reviewAnswered', Context>(lifetime, async (context, { payload }) => {
  const { site, render } = context
  const all = await findReviews(context, payload)
  const answered = all.filter(({ review }) => isAnswer(review.state))
  const [first] = answered
  if (!first) return { skip: 'The records were deleted' }
  const { company, publicUrl } = await site.now()
  const title = `${first.review.settledBy} ${first.review.state === 'approved' ? 'approved' : 'requested changes to'} “${first.name}”${more(answered.length)}`
  const rendered = await render('ReviewAnswered', {
    company,
    title,
    reviews: answered.slice(0, listed).map(({ review, label, name, path }) => ({
      ...{ label, name },
      by: review.settledBy ?? '',
      isTyped: isTyped(review),
      isApproved: review.state === 'approved',
      answer: review.answer,
      url: `${publicUrl}/#${path}`,
    })),
    more: Math.max(0, answered.length - listed),
  })
  return { subject: title, ...rendered }
})
