import type { FastifyRequest } from 'fastify'
import { notShownIn } from '#content/render/rendered-content.ts'
import { topicsNow } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { keepVideos } from '#features/videos/videos.shared.server.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { deleteRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import { endProposal } from '#server/record/proposals.ts'
import { sendsAlone } from '#server/record/second-person.ts'
import { asConflict, expectedVersion, ifMatch, lockRow } from '#server/record/versions.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import {
  emptyAudience,
  type Newsletter,
  newsletter,
  newsletterInput,
  newsletterList,
  newsletterQuery,
  typedNewsletter,
} from '../ground/newsletters.contract.ts'
import {
  type Notification,
  newsletters,
  notifications,
  postMails,
  type StoredNewsletter,
} from '../ground/newsletters.table.ts'
import { notificationStatus } from '../ground/notifications.contract.ts'
import {
  addNotification,
  cancelNotification,
  deleteNotification,
  stopNotification,
} from '../sending/notification-changes.shared.server.ts'
import { findNotification, noStatus, statusOf } from '../sending/notification-status.shared.server.ts'
import {
  countRecipients,
  expectAudience,
  expectChosen,
  missingIn,
  refuseIfNamed,
} from '../sending/recipients.shared.server.ts'
import { sendingRoutes } from '../sending/sending-routes.shared.server.ts'
import { holdBegin, listNewsletters } from './newsletter-list.server.ts'
import {
  dueNewsletters,
  isBlank,
  newsletterAccess,
  newsletterPageRoute,
  refuseIfSent,
} from './sent-newsletter.server.ts'

const routes = feature('Newsletters', async (app, context) => {
  const { config, database, jobs, site } = context

  const statusWith = async (stored: StoredNewsletter, notification: Notification | undefined) => {
    const about = { newsletterId: stored.id, title: stored.title, isLive: true }
    if (!notification) return noStatus(about)
    const scheduledFor = holdBegin(notification, config)
    const status = await statusOf(database, { ...about, scheduledFor }, notification)
    if (notification.fixedAt !== undefined) return status
    const audience = notification.audience ?? stored.audience
    const topics = await topicsNow(site)
    const problem = await missingIn(database.db, audience, topics)
    // They are fixed when the hold ends. Until then it is how many there would be now.
    return { ...status, recipients: await countRecipients(database, audience, topics), ...(problem && { problem }) }
  }
  const found = async (id: string) => {
    const stored = await findNewsletter(database.db, id)
    if (!stored) throw notFound('Newsletter not found')
    return stored
  }
  const readStatus = async (id: string) =>
    statusWith(await found(id), await findNotification(database, { newsletterId: id }))
  const find = async (id: string): Promise<Newsletter | undefined> => {
    const stored = await findNewsletter(database.db, id)
    if (!stored) return undefined
    const { deletedAt: _, deletedBy: __, ...shown } = stored
    const notification = await findNotification(database, { newsletterId: id })
    const { title: ___, ...mail } = await statusWith(stored, notification)
    return { ...shown, _id: id, mail, mailed: notification?.content }
  }

  resourceRoutes(app, database, {
    path: '/newsletters',
    label: 'Newsletter',
    table: newsletters,
    ...newsletterAccess,
    input: newsletterInput,
    record: newsletter,
    // Its title and subject are read by subscribers, and the list shows that it is a draft.
    copy: { nameField: 'title', values: ({ title, subject }) => ({ title, subject, sendAt: null }) },
    async prepare(input, { stored, isDraft }) {
      await expectChosen(
        database.db,
        { chosen: input.audience, stored: stored?.audience, path: 'audience' },
        await topicsNow(site),
      )
      const subject = 'subject' in input ? (input.subject ?? '') : (stored?.subject ?? '')
      const title = ('title' in input ? input.title : stored?.title) || subject
      if (!title) throw invalid('subject', 'Subject is required')
      await keepVideos(context, input.body ?? '', { isDraft })
      return { ...input, title, subject } as Partial<StoredNewsletter>
    },
    notShown: ({ body }) => notShownIn([body ?? '']),
    find,
    newRow: async (_trx, draft) => ({ body: '', subject: '', audience: { to: 'everyone' }, ...draft }),
    changes: async (_trx, draft) => draft,
    beforeUpdate: refuseIfSent,
    beforeRemoval: (trx, { id }) => stopNotification(trx, { newsletterId: id }, 'It'),
  })

  route(app, 'GET /newsletters', {
    access: 'staff',
    summary: 'List the newsletters and the notifications about posts, newest first',
    description:
      '`search` looks in title and subject; `status` is `draft`, `scheduled`, `held`, `paused`, `sending`, `sent`, `review` for those in review or `proposed` for proposals of assistants, and `kind` is `newsletter` or `post`. The header `X-Total-Count` says how many match.',
    query: newsletterQuery,
    answer: newsletterList,
    handler: async ({ query }, reply) => ({ newsletters: await listNewsletters(context, query, reply) }),
  })

  sendingRoutes(app, context, {
    paths: { status: '/newsletters/:id/notification', calls: '/newsletters/:id' },
    table: newsletters,
    about: (newsletterId) => ({ newsletterId }),
    readStatus,
    cancel: cancelNotification,
    test: { kind: 'newsletterTest', typed: typedNewsletter },
    changed: () => void jobs.wake(dueNewsletters),
    words: {
      noRecord: 'Newsletter not found',
      noNotification: 'This newsletter has not been sent.',
      status: 'Get the status of the sending of a newsletter',
      recipients: 'List the recipients of a newsletter, failures first',
      results: 'Get the results of a newsletter: messages, unsubscribes, visits and goals',
      test: { summary: 'Send a newsletter to the caller only, as a test', act: 'Send a test of a newsletter' },
      undo: {
        summary: 'Cancel the sending of a newsletter before its first message is sent',
        act: 'Cancel a newsletter',
      },
      pause: { summary: 'Pause the sending of a newsletter', act: 'Pause a newsletter' },
      resume: { summary: 'Resume a paused newsletter', act: 'Resume a newsletter' },
      retry: {
        summary: 'Send the failed messages of a newsletter again',
        act: 'Send the failed messages of a newsletter again',
      },
    },
  })

  newsletterPageRoute(app, context, find)

  route(app, 'POST /newsletters/:id/send', {
    access: 'sendNewsletters',
    act: 'Send a newsletter',
    summary: 'Send a newsletter, at its time or at once',
    description:
      'The first message leaves after the hold, in which it can be undone. The texts of this version are sent, whatever is changed later; the recipients are fixed when the hold ends. With `If-Match: "<version>"`, a newsletter that was changed since is refused with 409. 422 when the audience is empty.',
    headers: ifMatch,
    answer: notificationStatus,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const { audience, body } = await found(id)
      if (await isBlank(context, body)) throw invalid('body', 'The newsletter has no text')
      const topics = await topicsNow(site)
      await expectAudience(database.db, audience, topics, 'audience')
      const recipients = await countRecipients(database, audience, topics)
      if (recipients === 0) throw invalid('audience', emptyAudience)
      const confirmed = async (trx: Transaction) => {
        const alone = await confirm(trx, id, request)
        const what = `Send a newsletter to ${recipients} subscriber${recipients === 1 ? '' : 's'}${alone ? ' without a second person' : ''}`
        noteRecord(trx, { entity: newsletters.name, recordId: id, what })
      }
      await database.transaction(confirmed).catch(asConflict(() => find(id)))
      void jobs.wake(dueNewsletters)
      return readStatus(id)
    },
  })

  /** @returns whether an owner sends it without the approval of a second person */
  async function confirm(trx: Transaction, id: string, request: FastifyRequest): Promise<boolean> {
    const row = await lockRow(trx, newsletters, id, expectedVersion(request))
    if (!row) throw notFound('Newsletter not found')
    const alone = await sendsAlone(trx, { table: newsletters, id, by: staffOf(request), row })
    await endProposal(trx, { table: newsletters, id })
    const { title, subject, preheader, greeting, body, audience, version, sendAt } = row as StoredNewsletter
    const now = database.now()
    const starts = sendAt !== undefined && sendAt > now ? sendAt : now
    const added = await addNotification(trx, {
      newsletterId: id,
      holdUntil: new Date(Date.parse(starts) + config.newsletter.hold * 1_000).toISOString(),
      audience,
      content: { version, title, subject: subject || title, preheader, greeting, body },
      createdBy: signedAs(staffOf(request)),
      createdAt: now,
    })
    if (added === undefined)
      throw new HttpError(409, 'This newsletter was already sent. Duplicate it to send it again.')
    return alone
  }
})

export const newsletterEntity = {
  ...defineEntity(newsletters, {
    label: 'Newsletter',
    record: newsletter,
    sides: [
      { table: postMails, key: 'blogId', parts: { blogId: 'blogs' } },
      // Only what was sent: nothing that waits here may be sent by another site.
      { table: notifications, key: 'id', parts: { blogId: 'blogs', newsletterId: 'newsletters' }, only: ['fixedAt'] },
    ],
    ...newsletterAccess,
    reviewed: true,
    refuseErasure: (trx, id) => refuseIfNamed(trx, { newsletterId: id }),
    async erase(trx, id) {
      await deleteNotification(trx, { newsletterId: id })
      return deleteRow(trx, newsletters, id)
    },
  }),
  routes,
}

export async function findNewsletter(db: Db, id: string): Promise<StoredNewsletter | undefined> {
  const row = await presentRows(db, newsletters).selectAll().where('id', '=', id).executeTakeFirst()
  return row && (newsletters.decode(row) as StoredNewsletter)
}
