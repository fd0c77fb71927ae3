import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { deliveryWords } from '#contract/deliveries.ts'
import { topicsIn } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord } from '#server/record/change-record.ts'
import type { Entity } from '#server/record/entity.ts'
import { factsOf, type PersonalData } from '#server/record/personal-data.ts'
import { asConflict, expectedVersion, ifMatch, type LockedRow, lockRow } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { type Newsletter, newsletter, newsletterPageInput } from '../ground/newsletters.contract.ts'
import { newsletters, notifications, type StoredNewsletter } from '../ground/newsletters.table.ts'
import { isEmptyText, renderAnyway, renderMailText } from '../message/newsletter-message.shared.server.ts'
import { pauseNotification } from '../sending/notification-changes.shared.server.ts'
import { findNotification } from '../sending/notification-status.shared.server.ts'
import { audienceOf, fixRecipients, missingIn } from '../sending/recipients.shared.server.ts'
import { bodyLimit } from '../sending/sending-routes.shared.server.ts'

/** Drafts are for more people than those who send: a newsletter that was sent, or is about to be, is seen. */
export const newsletterAccess = {
  access: { read: 'staff', write: 'writeNewsletters' },
  publishing: {
    schedule: ['sendAt'],
    isSeen: async (db, { id }) => (await findNotification({ db }, { newsletterId: id })) !== undefined,
  },
} satisfies Pick<Entity, 'access' | 'publishing'>

type Context = Pick<AppContext, 'config' | 'database' | 'entities'>

/** Refuses changes of a confirmed newsletter, since its messages would not have them. The caller has locked its row. @throws HttpError 409 */
export async function refuseIfSent(
  trx: Transaction,
  draft: Partial<StoredNewsletter>,
  before: LockedRow,
): Promise<void> {
  const changed = Object.entries(draft).some(([name, value]) => !isDeepStrictEqual(value, before[name]))
  const notification = changed && (await findNotification({ db: trx }, { newsletterId: before.id }))
  if (!notification) return
  throw new HttpError(
    409,
    notification.fixedAt === undefined
      ? 'This newsletter is about to be sent. Undo or cancel that to change it.'
      : 'This newsletter was sent. Correct its page, or write a follow-up.',
  )
}

export const isBlank = async (context: Context, body: string): Promise<boolean> =>
  isEmptyText(await renderAnyway(body, (text) => renderMailText(context, text)))

/** The call that corrects the page of a newsletter. @param find reads the newsletter as calls answer it */
export function newsletterPageRoute(
  app: FastifyInstance,
  context: Context & Pick<AppContext, 'fetchOutside'>,
  find: (id: string) => Promise<Newsletter | undefined>,
): void {
  const { database } = context
  route(app, 'PUT /newsletters/:id/page', {
    access: 'sendNewsletters',
    act: 'Correct the web version of a newsletter',
    bodyLimit,
    preValidation: app.storeEmbedded,
    summary: 'Correct the web version of a newsletter that was sent',
    description:
      'Changes the title and the text that `/newsletters/CODE` shows, and the page says when. The messages stay on record as `mailed`; with their title and text the page is as before. 409 for a newsletter that was not sent yet, and with `If-Match: "<version>"` for one that was changed since.',
    headers: ifMatch,
    input: newsletterPageInput,
    answer: newsletter,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const { title, body } = request.body
      const text = body ?? ''
      if (await isBlank(context, text)) throw invalid('body', 'The page has no text')
      await keepVideos(context, text, { isDraft: false })
      const columns = async (trx: Transaction) => {
        const { content, fixedAt } = (await findNotification({ db: trx }, { newsletterId: id })) ?? {}
        if (!content || !fixedAt)
          throw new HttpError(409, 'This newsletter was not sent yet. Edit the newsletter itself.')
        const isAsMailed = content.title === title && content.body === text
        return { title, body: text, correctedAt: isAsMailed ? undefined : database.now() }
      }
      const record = { table: newsletters, id, access: { write: 'sendNewsletters' } as const }
      const options = { version: expectedVersion(request), isShown: true }
      await changeContent(database, (trx) =>
        changeRecord(trx, record, staffOf(request), () => columns(trx), options),
      ).catch(asConflict(() => find(id)))
      const corrected = await find(id)
      if (!corrected) throw notFound('Newsletter not found')
      return corrected
    },
  })
}

const unfixed = (db: Db) => db.selectFrom('notifications').where('fixedAt', 'is', null).where('pausedAt', 'is', null)

/** Fixes the recipients of newsletters whose hold has ended. Several processes may do so at once. @returns how many newsletters */
async function fixDueNewsletters(database: Database, log: Log): Promise<number> {
  const due = (db: Db) => unfixed(db).where('holdUntil', '<=', database.now())
  const ids = (await due(database.db).select('id').execute()).map(({ id }) => id)
  return forEachRecord(log, 'A newsletter could not be sent', ids, (id) =>
    database.transaction(async (trx) => {
      const { newsletterId } = (await findNotification({ db: trx }, { id })) ?? {}
      if (!newsletterId) return false
      // It may be undone or paused at the same moment.
      await lockRow(trx, newsletters, newsletterId)
      const row = await due(trx).selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return false
      const notification = notifications.decode(row)
      const topics = await topicsIn(trx)
      // Its status says why. Staff cancel it and choose another audience.
      if (await missingIn(trx, audienceOf(notification, topics), topics)) await pauseNotification(trx, notification)
      else await fixRecipients(trx, notification, database.now())
      return true
    }),
  )
}

export const dueNewsletters: Job<Pick<AppContext, 'database'>> = {
  name: 'Send newsletters',
  once: 'process',
  every: 20_000,
  work: ({ database }, log) => fixDueNewsletters(database, log),
  async next({ database }, after) {
    const { next } = await unfixed(database.db)
      // One that has failed is tried again at the next look.
      .where('holdUntil', '>', after)
      .select(({ fn }) => fn.min<string | null>('holdUntil').as('next'))
      .executeTakeFirstOrThrow()
    return next
  },
}

/** The newsletters to an address. The subscription is erased after them. */
export const newsletterPersonalData: PersonalData = {
  tables: ['deliveries'],
  async read(db, email, most) {
    const rows = await newslettersTo(db, email)
      .innerJoin('notifications', 'notifications.id', 'deliveries.subjectId')
      .leftJoin('blogs', 'blogs.id', 'notifications.blogId')
      .leftJoin('newsletters', 'newsletters.id', 'notifications.newsletterId')
      .select(['blogId', 'newsletterId', 'deliveries.state', 'deliveries.reason'])
      .select(({ fn }) => fn.coalesce('newsletters.title', 'blogs.title').as('title'))
      .select(({ fn }) => fn.coalesce('deliveries.settledAt', 'deliveries.dueAt').as('at'))
      .orderBy('deliveries.createdAt', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ at, title, state, reason, blogId, newsletterId }) => ({
      at,
      kind: 'newsletter',
      wrote: state === 'sent',
      title: title ?? '',
      facts: factsOf({ Status: deliveryWords[state], Reason: reason ?? undefined }),
      path:
        newsletterId === null ? `/admin/blogs/notification/${blogId}` : `/admin/newsletters/${newsletterId}/results`,
    }))
  },
  async erase(trx, email) {
    const newsletters = newslettersTo(trx, email).select('deliveries.id')
    const { numDeletedRows } = await trx
      .deleteFrom('deliveries')
      .where('id', 'in', newsletters)
      .executeTakeFirstOrThrow()
    return [{ kind: 'newsletter', count: Number(numDeletedRows) }]
  },
  // Those of the subscribers.
  addresses: async () => [],
  // An answer of a mail server may name the recipient.
  mentions: [{ table: 'deliveries', key: 'id', columns: ['payload', 'reason'] }],
}

const newslettersTo = (db: Db, email: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .where('deliveries.kind', '=', 'newsletter')
    .where('subscribers.email', '=', email)
