import { deleteDeliveries } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData, wordOf } from '#server/record/personal-data.ts'
import { reviews } from '#server/record/records.table.ts'

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
