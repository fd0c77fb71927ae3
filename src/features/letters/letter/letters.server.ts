import type { FastifyRequest } from 'fastify'
import { notShownIn } from '#content/render/rendered-content.ts'
import { staffListQuery } from '#contract/lists.ts'
import { topicsNow } from '#features/newsletter/ground/subscribers.shared.server.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { deleteRow } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import { asConflict, expectedVersion, ifMatch, lockRow } from '#server/record/versions.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { type Letter, letter, letterInput, letterList, typedLetter } from '../ground/letters.contract.ts'
import { letters, type Notification, type StoredLetter } from '../ground/letters.table.ts'
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
import { holdBegin, listLetters } from './letter-list.server.ts'
import { dueLetters, isBlank, letterPageRoute, refuseIfSent } from './sent-letter.server.ts'

const routes = feature('Letters', async (app, context) => {
  const { config, database, jobs, mailService, site } = context

  const statusWith = async (stored: StoredLetter, notification: Notification | undefined) => {
    const about = { letterId: stored.id, title: stored.title, isLive: true }
    if (!notification) return noStatus(about)
    const plannedFor = holdBegin(notification, config)
    const status = await statusOf(database, { ...about, plannedFor }, notification)
    if (notification.fixedAt !== undefined) return status
    const audience = notification.audience ?? stored.audience
    const topics = await topicsNow(site)
    const problem = await missingIn(database.db, audience, topics)
    // They are fixed when the hold ends. Until then it is how many there would be now.
    return { ...status, recipients: await countRecipients(database, audience, topics), ...(problem && { problem }) }
  }
  const found = async (id: string) => {
    const stored = await findLetter(database.db, id)
    if (!stored) throw notFound('Letter not found')
    return stored
  }
  const readStatus = async (id: string) =>
    statusWith(await found(id), await findNotification(database, { letterId: id }))
  const find = async (id: string): Promise<Letter | undefined> => {
    const stored = await findLetter(database.db, id)
    if (!stored) return undefined
    const { deletedAt: _, deletedBy: __, ...shown } = stored
    const notification = await findNotification(database, { letterId: id })
    const { title: ___, ...mail } = await statusWith(stored, notification)
    return { ...shown, _id: id, mail, mailed: notification?.content }
  }

  resourceRoutes(app, database, {
    path: '/letters',
    label: 'Letter',
    table: letters,
    access: { read: 'staff', write: 'sendNewsletters' },
    input: letterInput,
    record: letter,
    // Its title and subject are read by subscribers, and the list shows that it is a draft.
    copy: { nameField: 'title', values: ({ title, subject }) => ({ title, subject, sendAt: null }) },
    async prepare(input, { stored }) {
      await expectChosen(
        database.db,
        { chosen: input.audience, stored: stored?.audience, path: 'audience' },
        await topicsNow(site),
      )
      return { ...input, ...('subject' in input && { subject: input.subject ?? '' }) } as Partial<StoredLetter>
    },
    notShown: ({ body }) => notShownIn([body ?? '']),
    find,
    newRow: async (_trx, draft) => ({ body: '', subject: '', audience: { to: 'everyone' }, ...draft }),
    changes: async (_trx, draft) => draft,
    beforeUpdate: refuseIfSent,
    beforeRemoval: (trx, { id }) => stopNotification(trx, { letterId: id }, 'It'),
  })

  for (const [path, only] of [
    ['/letters', 'letter'],
    ['/newsletter/letters', undefined],
  ] as const) {
    route(app, `GET ${path}`, {
      access: 'staff',
      summary: only
        ? 'List the letters, newest first'
        : 'List the letters and the notifications about posts, newest first',
      description:
        '`search` looks in title and subject; `status` is `draft`, `planned`, `held`, `paused`, `sending` or `sent`. The header `X-Total-Count` says how many match.',
      query: staffListQuery,
      answer: letterList,
      handler: async ({ query }, reply) => ({ letters: await listLetters(context, query, { reply, only }) }),
    })
  }

  sendingRoutes(app, context, {
    paths: { status: '/letters/:id/notification', calls: '/letters/:id' },
    table: letters,
    about: (letterId) => ({ letterId }),
    readStatus,
    cancel: cancelNotification,
    test: { kind: 'letterTest', typed: typedLetter },
    wake() {
      mailService.wake()
      void jobs.wake(dueLetters)
    },
    words: {
      noRecord: 'Letter not found',
      noNotification: 'This letter has not been sent.',
      status: 'Get the status of the sending of a letter',
      recipients: 'List the recipients of a letter, failures first',
      results: 'Get the results of a letter: messages, people who left, visits and goals',
      test: { summary: 'Send a letter to the caller only, as a test', act: 'Send a test of a letter' },
      undo: {
        summary: 'Cancel the sending of a letter before its first message is sent',
        act: 'Cancel a letter',
      },
      pause: { summary: 'Pause the sending of a letter', act: 'Pause a letter' },
      resume: { summary: 'Resume a paused letter', act: 'Resume a letter' },
      retry: {
        summary: 'Send the failed messages of a letter again',
        act: 'Send the failed messages of a letter again',
      },
    },
  })

  letterPageRoute(app, context, find)

  route(app, 'POST /letters/:id/send', {
    access: 'sendNewsletters',
    act: 'Send a letter',
    summary: 'Send a letter, at its time or at once',
    description:
      'The first message leaves after the hold, in which it can be undone. The texts of this version are sent, whatever is changed later; the recipients are fixed when the hold ends. With `If-Match: "<version>"`, a letter that was changed since is refused with 409. 422 when the audience is empty.',
    headers: ifMatch,
    answer: notificationStatus,
    errors: [409],
    handler: async (request) => {
      const id = request.params.id
      const { audience, body } = await found(id)
      if (await isBlank(context, body)) throw invalid('body', 'The letter has no text')
      const topics = await topicsNow(site)
      await expectAudience(database.db, audience, topics, 'audience')
      if ((await countRecipients(database, audience, topics)) === 0)
        throw invalid('audience', 'Nobody would get this letter. Choose another audience.')
      await database.transaction((trx) => confirm(trx, id, request)).catch(asConflict(() => find(id)))
      void jobs.wake(dueLetters)
      return readStatus(id)
    },
  })

  async function confirm(trx: Transaction, id: string, request: FastifyRequest): Promise<void> {
    const row = await lockRow(trx, letters, id, expectedVersion(request))
    if (!row) throw notFound('Letter not found')
    const stored = row as StoredLetter
    const { title, subject, preheader, greeting, body, audience, version, sendAt } = stored
    const now = database.now()
    const starts = sendAt !== undefined && sendAt > now ? sendAt : now
    const added = await addNotification(trx, {
      letterId: id,
      holdUntil: new Date(Date.parse(starts) + config.newsletter.hold * 1_000).toISOString(),
      audience,
      content: { version, title, subject: subject || title, preheader, greeting, body },
      createdBy: staffOf(request).name,
      createdAt: now,
    })
    if (added === undefined)
      throw new HttpError(409, 'This letter has been sent already. Duplicate it to send it again.')
  }
})

export const letterEntity = {
  ...defineEntity(letters, {
    label: 'Letter',
    access: { read: 'staff', write: 'sendNewsletters' },
    refuseErasure: (trx, id) => refuseIfNamed(trx, { letterId: id }),
    async erase(trx, id) {
      await deleteNotification(trx, { letterId: id })
      return deleteRow(trx, letters, id)
    },
  }),
  routes,
}

export async function findLetter(db: Db, id: string): Promise<StoredLetter | undefined> {
  const row = await presentRows(db, letters).selectAll().where('id', '=', id).executeTakeFirst()
  return row && (letters.decode(row) as StoredLetter)
}

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

const lettersTo = (db: Db, email: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .where('deliveries.kind', '=', 'newsletter')
    .where('subscribers.email', '=', email)
