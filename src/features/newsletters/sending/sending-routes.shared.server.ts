import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { sendTest } from '#server/mail/test-message.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { newsletterResults } from '../ground/newsletters.contract.ts'
import type { MailedRecord, Notification } from '../ground/newsletters.table.ts'
import {
  type NotificationStatus,
  notificationStatus,
  recipientList,
  recipientQuery,
} from '../ground/notifications.contract.ts'
import { pauseNotification, resumeNotification, retryFailed } from './notification-changes.shared.server.ts'
import { findNotification, listRecipients, readResults } from './notification-status.shared.server.ts'

type Change = (trx: Transaction, notification: Notification, actor: Staff) => Promise<void>
/** The largest body with the text of a message, in bytes. */
export const bodyLimit = 5 * 1024 * 1024

/** `act` names it in the activity log. */
type ChangeWords = { summary: string; act: string }

export type Sending = {
  paths: { status: `/${string}/:id/notification`; calls: `/${string}/:id` | `/${string}/:id/notification` }
  table: Table
  about: (id: string) => MailedRecord
  /** @throws HttpError 404 when there is no such record */
  readStatus: (id: string) => Promise<NotificationStatus>
  /** The record's row is locked. @returns false if a message was sent */
  cancel: (trx: Transaction, notification: Notification, actor: Staff) => Promise<boolean>
  /** The kind of a test of the message, and the unsaved values that its call takes. */
  test: { kind: 'newsletterTest' | 'notificationTest'; typed: z.ZodMiniType<object> }
  /** Called after a change. */
  changed?: () => void
  /** The answers without a record and without a notification, and the summaries of the calls. */
  words: Record<'noRecord' | 'noNotification' | 'status' | 'recipients' | 'results', string> &
    Record<'test' | 'undo' | 'pause' | 'resume' | 'retry', ChangeWords>
}

type Context = Pick<AppContext, 'database' | 'mailService'>

/** The calls about the notification of a record: its status, recipients and results, a test, and the changes while it is sent. */
export function sendingRoutes(app: FastifyInstance, context: Context, sending: Sending): void {
  const { database } = context
  const { paths, table, about, readStatus, cancel, test, changed, words } = sending

  const find = async (id: string) => {
    const record = await presentRows(database.db, table).select('id').where('id', '=', id).executeTakeFirst()
    if (!record) throw notFound(words.noRecord)
    return findNotification(database, about(id))
  }

  route(app, `GET ${paths.status}`, {
    access: 'staff',
    summary: words.status,
    answer: notificationStatus,
    handler: async ({ params }) => readStatus(params.id),
  })

  route(app, `GET ${paths.calls}/recipients`, {
    access: 'readContacts',
    summary: words.recipients,
    query: recipientQuery,
    answer: recipientList,
    handler: async ({ params, query }, reply) => {
      const notification = await find(params.id)
      return { recipients: notification ? await listRecipients(database, notification.id, query, reply) : [] }
    },
  })

  route(app, `GET ${paths.calls}/results`, {
    access: 'staff',
    summary: words.results,
    answer: newsletterResults,
    handler: async ({ params }) => readResults(database, await find(params.id)),
  })

  route(app, `POST ${paths.calls}/test`, {
    access: 'sendNewsletters',
    act: words.test.act,
    bodyLimit,
    summary: words.test.summary,
    description:
      'The message shows the stored record with the fields of the body in place of the stored ones. The answer is 200 once the mail server has accepted the message. Otherwise it is 503 and says why; a message that the mail server did not refuse for good is tried again for a quarter of an hour.',
    input: z.nullish(test.typed),
    answer: doneBody,
    handler: async (request, reply) => {
      const { id: recipientId, email } = staffOf(request)
      const { id: subjectId } = request.params
      await find(subjectId)
      await sendTest(context, test.kind, { subjectId, recipientId, payload: request.body ?? {} }, reply)
      return { message: `Sent to ${email}` }
    },
  })

  const changes = {
    undo: async (trx, notification, actor) => {
      if (!(await cancel(trx, notification, actor)))
        throw new HttpError(409, 'The first messages have been sent already. You can pause the others.')
    },
    pause: pauseNotification,
    resume: resumeNotification,
    retry: retryFailed,
  } satisfies Record<string, Change>
  for (const [action, work] of Object.entries<Change>(changes)) {
    const { summary, act } = words[action as keyof typeof changes]
    route(app, `POST ${paths.calls}/${action}`, {
      access: 'sendNewsletters',
      act,
      summary,
      answer: notificationStatus,
      errors: [409],
      handler: async (request) => {
        const { id } = request.params
        await database.transaction(async (trx) => {
          // The recipients of a newsletter are fixed under the same lock.
          if (!(await lockRow(trx, table, id))) throw notFound(words.noRecord)
          const notification = await findNotification({ db: trx }, about(id))
          if (!notification) throw new HttpError(409, words.noNotification)
          await work(trx, notification, staffOf(request))
        })
        changed?.()
        return readStatus(id)
      },
    })
  }
}
