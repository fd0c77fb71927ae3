import type { Database, Transaction } from '#server/database/connect.ts'
import type { PersonalData } from '#server/record/personal-data.ts'

/** The letters to an address. The subscription is erased after them. */
export const letterPersonalData: PersonalData = {
  tables: ['deliveries'],
  async read(db, email, most) {
    const rows = await lettersTo(db, email)
      .innerJoin('notifications', 'notifications.id', 'deliveries.subjectId')
      .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
      .leftJoin('letters', 'letters.id', 'notifications.letterId')
      .select(['blogId', 'letterId', 'deliveries.state', 'deliveries.reason'])
      .select(({ fn }) => fn.coalesce('letters.title', 'blogs.title').as('title'))
      .select(({ fn }) => fn.coalesce('deliveries.settledAt', 'deliveries.dueAt').as('at'))
      .orderBy('deliveries.createdAt', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ at, title, state, reason, blogId, letterId }) => ({
      at,
      kind: 'letter',
      wrote: state === 'sent',
      title: title ?? '',
      facts: [{ name: 'State', value: state }, ...(reason === null ? [] : [{ name: 'Reason', value: reason }])],
      path: letterId === null ? `/admin/blogs/notification/${blogId}` : `/admin/letters/${letterId}/results`,
    }))
  },
  async erase(trx, email) {
    const letters = lettersTo(trx, email).select('deliveries.id')
    const { numDeletedRows } = await trx.deleteFrom('deliveries').where('id', 'in', letters).executeTakeFirstOrThrow()
    return [{ kind: 'letter', count: Number(numDeletedRows) }]
  },
  // Those of the subscribers.
  addresses: async () => [],
  // An answer of a mail server may name the recipient.
  mentions: [{ table: 'deliveries', key: 'id', columns: ['payload', 'reason'] }],
}

const lettersTo = (db: Database['db'] | Transaction, email: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .where('deliveries.kind', '=', 'newsletter')
    .where('subscribers.email', '=', email)
