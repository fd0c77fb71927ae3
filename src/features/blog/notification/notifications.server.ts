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

/** The calls with which staff follow a post's notification, and pause or undo it. */
export const notificationRoutes: FeatureRoutes = async (app, { config, database, mail, mailService }) => {
  app.get(
    '/newsletter/audience',
    {
      schema: {
        tags,
        summary: 'Get how many subscribers a notification would go to now, and how mail is sent',
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
        summary: 'List the notifications that are held, paused or being sent',
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
        summary: "Get the status of a post's notification",
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
        summary: "List the recipients of a post's notification, failures first",
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
    { action: 'undo', summary: 'Cancel a notification before its first message is sent', work: undoNotification },
    { action: 'pause', summary: 'Pause a notification', work: pauseNotification },
    { action: 'resume', summary: 'Resume a paused notification', work: resumeNotification },
    { action: 'retry', summary: 'Send the failed messages of a notification again', work: retryFailed },
  ]
  for (const { action, summary, work } of changes) {
    app.post(
      `/blogs/:id/notification/${action}`,
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
        summary: 'Send the message about a post to the caller only, as a test',
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
