import type { FastifyRequest } from 'fastify'
import { madeReview, newReview, review, reviewAnswer, reviewList, reviewQuery } from '#contract/reviews.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { requirePermission, staffOf } from '#server/identity/access.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData, wordOf } from '#server/record/personal-data.ts'
import { mayPublish } from '#server/record/publishing.ts'
import { reviews } from '#server/record/records.table.ts'
import { AlreadySettled, findReview, type StoredReview } from '#server/record/reviews.ts'
import { ofRecord, type RecordKey } from '#server/record/revisions.ts'
import { asConflict, expectedVersion, ifMatch, type Versioned } from '#server/record/versions.ts'
import { findCopy } from '#server/record/working-copies.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { readMyReviews } from './my-reviews.shared.server.ts'
import { settledInWords } from './review-acts.server.ts'
import { answer, ask, expectReviewed, withdraw } from './review-changes.server.ts'
import { queueReviewAnswered, queueReviewAsked } from './review-mail.server.ts'
import { reviewRows, toReviewRow, toReviews } from './review-reads.server.ts'

const pageSize = 50

/** The reviews of records: asked for, answered and withdrawn by staff. */
export const reviewRoutes = feature('Reviews', async (app, context) => {
  const { database, entities } = context
  const { db } = database

  const shown = async (request: FastifyRequest, stored: StoredReview) => {
    const [found] = await toReviews(db, entities, [stored], staffOf(request))
    if (!found) throw notFound('Review not found')
    return found
  }

  /** The record's version, for a conflict. */
  const versionOf = async (record: RecordKey) => {
    const row = await presentRows(db, record.table)
      .select(['version', 'updatedAt', 'updatedBy'])
      .where('id', '=', record.id)
      .executeTakeFirst()
    return row && { ...(record.table.decode(row) as Versioned), workingCopy: await findCopy(db, record) }
  }

  /** Work on a review that another answer may have overtaken, which the error then has. */
  const settling = async (request: FastifyRequest<{ Params: { id: string } }>, work: Promise<StoredReview>) => {
    const settled = await work.catch(async (error) => {
      if (error instanceof AlreadySettled) throw await alreadySettled(request, error.review)
      return asConflict(async () => {
        const found = await findReview(db, request.params.id)
        return found && versionOf({ table: expectReviewed(entities, found.entity).table, id: found.recordId })
      })(error)
    })
    return shown(request, settled)
  }

  const alreadySettled = async (request: FastifyRequest, stored: StoredReview) => {
    const { settledBy = stored.ofName, settledAt = stored.askedAt } = stored
    const current = await shown(request, stored)
    return new HttpError(409, settledInWords(stored), undefined, {
      code: 'review_settled',
      conflict: { changedBy: settledBy, changedAt: settledAt, current },
    })
  }

  route(app, 'POST /reviews', {
    access: 'writeRecords',
    act: 'Ask for a review of a record',
    summary: 'Ask a colleague or a guest to review the present version of a record',
    description:
      '`of` is the id of a colleague, or the name and the address of a guest, who gets a `link` that works for 30 days: by email where the site has a mail server and the caller may publish the record. An open review of the same person ends. With `If-Match: "<version>"`, a record that was changed since is refused with 409.',
    headers: ifMatch,
    input: newReview,
    answer: { 201: madeReview },
    errors: [404, 409],
    handler: async (request) => {
      const { entity: name, ...input } = request.body
      const entity = expectReviewed(entities, name)
      requirePermission(request, entity.access.write)
      const by = staffOf(request)
      const made = await database
        .transaction(async (trx) => {
          const made = await ask(trx, entity, input, by, expectedVersion(request))
          const isGuest = made.review.ofId === undefined
          // A writer makes the site mail nobody outside.
          if (!isGuest || mayPublish(by, entity)) await queueReviewAsked(trx, context, made.review, made.link)
          return made
        })
        .catch(asConflict(() => versionOf({ table: entity.table, id: input.id })))
      return { ...(await shown(request, made.review)), link: made.link }
    },
  })

  route(app, 'POST /reviews/:id/answer', {
    access: 'staff',
    session: true,
    act: 'Answer a review of a record',
    summary: 'Approve a version, or request changes',
    description:
      'By the colleague who was asked, or anyone who may publish, but not by the one who asked. With `If-Match: "<version>"` the answer is about that version of the record, which must be the present one, otherwise about the one that was asked for. A review that has an answer is refused with 409: `conflict.current` is the review.',
    headers: ifMatch,
    input: reviewAnswer,
    answer: review,
    errors: [409],
    handler: (request) =>
      settling(
        request,
        database.transaction(async (trx) => {
          const { id } = request.params
          const settled = await answer(trx, entities, id, request.body, staffOf(request), expectedVersion(request))
          await queueReviewAnswered(trx, context, settled)
          return settled
        }),
      ),
  })

  route(app, 'DELETE /reviews/:id', {
    access: 'writeRecords',
    act: 'Withdraw the review of a record',
    summary: 'Withdraw a review',
    description:
      'By the one who asked, or anyone who may publish. The link of a guest says so, and shows nothing else.',
    answer: review,
    errors: [409],
    handler: (request) =>
      settling(
        request,
        database.transaction((trx) => withdraw(trx, entities, request.params.id, staffOf(request))),
      ),
  })

  route(app, 'GET /reviews', {
    access: 'staff',
    summary: 'List the reviews of a record, or those that wait for the caller',
    description: `The last asked first, ${pageSize} on a page. \`entity\` and \`id\` name the record. With \`mine\` the open ones that the caller was asked for, and the ones that the caller asked for and has not acted on since they were answered or returned, or since their email was not delivered.`,
    query: reviewQuery,
    answer: reviewList,
    errors: [404],
    handler: async (request) => {
      const { mine, entity: name, id, page = 1 } = request.query
      const caller = staffOf(request)
      const [from, until] = [(page - 1) * pageSize, page * pageSize]
      if (mine !== undefined) {
        const found = await readMyReviews(context, caller)
        const reviews = await toReviews(db, entities, found.slice(from, until), caller)
        return { reviews, more: found.length > until }
      }
      if (!name || !id) throw invalid(name ? 'id' : 'entity', 'Name the record with entity and id, or send mine')
      const entity = expectReviewed(entities, name)
      requirePermission(request, entity.access.read)
      const record = { table: entity.table, id }
      if (!(await versionOf(record))) throw notFound(`${entity.label} not found`)
      const rows = await ofRecord(reviewRows(db), record)
        .orderBy('askedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(from)
        .limit(pageSize + 1)
        .execute()
      const reviews = await toReviews(db, entities, rows.slice(0, pageSize).map(toReviewRow), caller)
      return { reviews, more: rows.length > pageSize }
    },
  })
})

/** Guests who were asked for reviews, by the address that was given for them. */
export const reviewPersonalData: PersonalData = {
  tables: ['reviews'],
  async read(db, email, most) {
    const rows = await db
      .selectFrom('reviews')
      .select(reviews.select(['fields', 'digest', 'deliveryId']))
      .where(isAddress('ofEmail', email))
      .orderBy('askedAt', 'desc')
      .limit(most)
      .execute()
    return rows.map((row) => {
      const { id: _, ...review } = reviews.decode(row)
      const { entity, recordId, ofName, state, settledBy, askedBy, note, answer } = review
      const facts = { Status: wordOf(state), 'Name typed': settledBy !== ofName ? settledBy : undefined, Note: note }
      return {
        ...{ at: review.askedAt, kind: 'review', title: 'Asked for a review', by: askedBy, name: ofName },
        ...{ text: answer, facts: factsOf(facts), path: `/admin/${entity}/edit/${recordId}`, record: review },
      }
    })
  },
  async erase(trx, email) {
    const rows = await trx
      .selectFrom('reviews')
      .select(['id', 'settledById', 'settledBy'])
      .where(isAddress('ofEmail', email))
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return [{ kind: 'review', count: 0 }]
    await deleteDeliveries(trx, ids)
    await trx.deleteFrom('previewLinks').where('reviewId', 'in', ids).execute()
    // The answer itself stays, since the version was approved by somebody.
    await trx.updateTable('reviews').set(nobody).where('id', 'in', ids).execute()
    const own = rows.filter(({ settledBy, settledById }) => settledBy !== null && settledById === null)
    const guests = own.map(({ id }) => id)
    if (guests.length > 0)
      await trx.updateTable('reviews').set({ settledBy: aGuest, answer: null }).where('id', 'in', guests).execute()
    return [{ kind: 'review', count: ids.length }]
  },
  async addresses(db) {
    const rows = db
      .selectFrom('reviews')
      .select(({ fn }) => fn<string>('lower', ['ofEmail']).as('email'))
      .where('ofEmail', 'is not', null)
    return (await rows.distinct().execute()).map(({ email }) => email)
  },
  mentions: [{ table: 'reviews', key: 'id', columns: ['ofName', 'settledBy', 'note', 'answer', 'undelivered'] }],
}

const aGuest = 'a guest'
const nobody = { ofName: aGuest, ofEmail: null, note: null, deliveryId: null, undelivered: null }
