import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import type { Database } from '#server/database/connect.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { errorAnswers, HttpError } from '#server/http/errors.ts'
import { staffPart } from '#server/http/paging.ts'
import { staffOf } from '#server/identity/access.ts'
import { readFailure } from '#server/mail/smtp-errors.ts'
import { renderAnnouncement } from './announcement.server.ts'
import { pauseNotification, resumeNotification, retryFailed, undoNotification } from './notification-changes.server.ts'
import {
  findNotification,
  listRecipients,
  readStatus,
  readUnderWay,
  toRecipient,
} from './notification-status.server.ts'
import {
  audience,
  notificationList,
  notificationStatus,
  recipientList,
  recipientQuery,
} from './notifications.contract.ts'

const tags = ['Newsletter']
const params = z.object({ id: z.string() })

/** What staff call to see a post's notification on its way, and to hold it up. */
export const notificationRoutes: FeatureRoutes = async (app, { config, database, mail, mailService }) => {
  app.get(
    '/newsletter/audience',
    {
      schema: {
        tags,
        summary: 'How many would be told of a post published now, and how mail leaves',
        response: { 200: audience },
      },
    },
    async () => ({ subscribers: await countConfirmed(database), mail: mail.kind, hold: config.newsletter.hold }),
  )

  app.get(
    '/newsletter/notifications',
    {
      schema: {
        tags,
        summary: 'The notifications that are under way: held, paused or being sent',
        response: { 200: notificationList },
      },
    },
    async () => ({ notifications: await readUnderWay(database) }),
  )

  app.get(
    '/blogs/:id/notification',
    {
      schema: {
        tags,
        summary: 'Where the notification of a post stands',
        params,
        response: { 200: notificationStatus },
      },
    },
    async ({ params }) => readStatus(database, params.id),
  )

  app.get(
    '/blogs/:id/notification/recipients',
    {
      schema: {
        tags,
        summary: 'What became of each recipient, those with trouble first',
        params,
        querystring: recipientQuery,
        response: { 200: recipientList },
      },
    },
    async ({ params, query }, reply) => {
      await readStatus(database, params.id)
      const notification = await findNotification(database, params.id)
      if (!notification) return { recipients: [] }
      return {
        recipients: (await staffPart(reply, query, listRecipients(database, notification.id, query))).map(toRecipient),
      }
    },
  )

  const changes = [
    { word: 'undo', summary: 'Take a notification back before its first message has left', work: undoNotification },
    { word: 'pause', summary: 'Let no more messages of a notification leave', work: pauseNotification },
    { word: 'resume', summary: 'Go on with a notification that was paused', work: resumeNotification },
    { word: 'retry', summary: 'Send again to those whose message failed', work: retryFailed },
  ]
  for (const { word, summary, work } of changes) {
    app.post(
      `/blogs/:id/notification/${word}`,
      {
        schema: {
          tags,
          summary,
          params,
          response: { 200: notificationStatus, ...errorAnswers(409) },
        },
      },
      async ({ params }) => {
        await readStatus(database, params.id)
        await work(database, params.id)
        mailService.wake()
        return readStatus(database, params.id)
      },
    )
  }

  app.post(
    '/blogs/:id/notification/test',
    {
      schema: {
        tags,
        summary: 'Send the message about a post to whoever asks, and to nobody else',
        params,
        response: { 200: doneBody },
      },
    },
    async (request) => {
      const { email } = staffOf(request)
      await readStatus(database, request.params.id)
      const { title, html, text } = await renderAnnouncement(
        { config, database, render: mailService.render },
        request.params.id,
        config.publicUrl,
      )
      const replyTo = { name: config.company.brand, address: config.company.email }
      await mail.send({ to: email, subject: `[Test] ${title}`, replyTo, html, text }).catch((error) => {
        request.log.error(error)
        throw new HttpError(503, `The mail server did not take the message: ${readFailure(error).reason}`)
      })
      return { message: `Sent to ${email}` }
    },
  )
}

async function countConfirmed({ db }: Database): Promise<number> {
  const counted = db.selectFrom('subscribers').where('state', '=', 'confirmed')
  return (await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
