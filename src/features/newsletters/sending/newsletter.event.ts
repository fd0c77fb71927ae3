import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { countDeliveries } from '#server/mail/queue.ts'
import { type Notification, notifications } from '../ground/newsletters.table.ts'

const people = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'subscriber' : 'subscribers'}`

export const newsletterSent = eventKind({
  name: 'newsletter.sent',
  label: 'A newsletter, or a post as a newsletter, has been sent',
  group: 'Newsletter',
  data: told.object(
    {
      _id: told.text('The id of the newsletter or the post.'),
      kind: told.oneOf(['newsletter', 'post'], 'Which of the two it is.'),
      title: told.text('The title.'),
      recipients: told.count('How many subscribers it was for.'),
      sent: told.count('How many messages the mail server has accepted.'),
      failed: told.count('How many it has refused.'),
      skipped: told.count('How many were left out, because their owners had left meanwhile.'),
      waiting: told.count('How many are tried again.'),
      sentAt: told.time('When the last of them was tried.'),
      url: maybe(told.address('Its page on the site.')),
      adminUrl: told.address('The results in the back office.'),
    },
    'The message has been tried for every recipient. Those that the mail server has not accepted yet are tried again.',
  ),
  example: {
    _id: '01938f3b-d7f2-7c48-a05e-1b8e6f4c2d97',
    kind: 'newsletter',
    title: 'Cloud letter, February',
    recipients: 412,
    sent: 409,
    failed: 1,
    skipped: 2,
    waiting: 0,
    sentAt: '2027-02-07T05:02:00.000Z',
    url: 'https://www.example.com/newsletters/k7m2p9qx',
    adminUrl: 'https://www.example.com/#/admin/newsletters/01938f3b-d7f2-7c48-a05e-1b8e6f4c2d97/results',
  },
  line: ({ title, sent }) => `“${title}” was sent to ${people(sent)}`,
  link: 'adminUrl',
})

const tellSent = (trx: Transaction, notification: Notification): Promise<void> =>
  emitAll(trx, newsletterSent, async () => {
    const { id, blogId, newsletterId, code, recipients } = notification
    const { counts, settledAt } = await countDeliveries(trx, 'newsletter', id)
    const { sent, failed, skipped, waiting, retrying, sending } = counts
    const numbers = { recipients, sent, failed, skipped, waiting: waiting + retrying + sending }
    const at = { ...numbers, sentAt: settledAt ?? nowIn(trx) }
    if (blogId !== undefined) {
      const posts = trx.selectFrom('blogs').select(['title', 'slug']).where('id', '=', blogId)
      const post = await posts.executeTakeFirst()
      if (!post) return []
      const addresses = {
        url: `/blog/${encodeURIComponent(post.slug)}`,
        adminUrl: adminPath(`blogs/notification/${blogId}`),
      }
      return [
        { data: { _id: blogId, kind: 'post' as const, title: post.title, ...at, ...addresses }, recordId: blogId },
      ]
    }
    const newsletters = trx.selectFrom('newsletters').select('title').where('id', '=', String(newsletterId))
    const newsletter = await newsletters.executeTakeFirst()
    if (!newsletter) return []
    const _id = String(newsletterId)
    const addresses = {
      ...(code && { url: `/newsletters/${code}` }),
      adminUrl: adminPath(`newsletters/${_id}/results`),
    }
    return [{ data: { _id, kind: 'newsletter' as const, title: newsletter.title, ...at, ...addresses }, recordId: _id }]
  })

/** The notifications whose messages were all tried, since the last look. */
const tried = (db: Db, now: string) =>
  db
    .selectFrom('notifications')
    .where('fixedAt', 'is not', null)
    .where('triedAt', 'is', null)
    .where('holdUntil', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .where('deliveries.kind', '=', 'newsletter')
            .whereRef('deliveries.subjectId', '=', 'notifications.id')
            .where('deliveries.settledAt', 'is', null)
            .where(({ eb, or }) => or([eb('deliveries.attempts', '=', 0), eb('deliveries.state', '=', 'sending')])),
        ),
      ),
    )

/** Notes once of each newsletter that its message was tried for everyone, and tells of it. Several processes may do so at once. */
export const sentNewsletters: Job<{ database: Database }> = {
  name: 'Tell of sent newsletters',
  once: 'process',
  every: 20_000,
  async work({ database }, log) {
    const ids = (await tried(database.db, database.now()).select('id').execute()).map(({ id }) => id)
    await forEachRecord(log, 'Webhooks could not be told of a newsletter', ids, (id) =>
      database.transaction(async (trx) => {
        const found = tried(trx, database.now()).selectAll().where('id', '=', id).forUpdate('notifications')
        const row = await found.executeTakeFirst()
        if (!row) return false
        await trx
          .updateTable('notifications')
          .set({ triedAt: nowIn(trx) })
          .where('id', '=', id)
          .execute()
        await tellSent(trx, notifications.decode(row))
        return true
      }),
    )
  },
}
