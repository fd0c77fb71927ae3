import {
  type CheckedMessage,
  checkedMessage,
  type Finding,
  findings,
  momentQuery,
} from '#features/newsletters/ground/newsletters.contract.ts'
import { notificationList } from '#features/newsletters/ground/notifications.contract.ts'
import {
  askInProcess,
  type CheckContext,
  checkMessage,
} from '#features/newsletters/message/check-message.shared.server.ts'
import {
  asNewsletter,
  forStaff,
  type MessageContext,
  renderNewsletter,
} from '#features/newsletters/message/newsletter-message.shared.server.ts'
import { findOtherMessages } from '#features/newsletters/message/other-messages.shared.server.ts'
import { readPostMail } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { audienceOf } from '#features/newsletters/sending/recipients.shared.server.ts'
import { bodyLimit, sendingRoutes } from '#features/newsletters/sending/sending-routes.shared.server.ts'
import { topicsNow } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { feature } from '#server/feature.ts'
import { linkChecks } from '#server/http/fetch-outside.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { disconnectSignal, notFound } from '#server/runtime/http-error.ts'
import { announcedPost, announcement, typedPost } from '../blog.contract.ts'
import { isPresentPost } from '../blog.shared.server.ts'
import { blogs } from '../blog.table.ts'
import { authorName, composeAnnouncement, renderAnnouncement } from './announcement.server.ts'
import { cancelPostNotification, readStatus, readUnderWay } from './post-notification.server.ts'

export const notificationRoutes = feature('Newsletter', async (app, context) => {
  const { config, database, mailService } = context

  route(app, 'POST /newsletters/preview/post', {
    access: 'staff',
    activity: 'step',
    bodyLimit,
    summary: 'Get the message about a post as it would be sent',
    description: 'Renders the post in the body, which need not be stored. Sends nothing.',
    input: announcedPost,
    answer: announcement,
    handler: async (request) => {
      const { authorId, readTime = 1, ...post } = request.body
      const { name } = staffOf(request)
      const author = (authorId && (await authorName(database, authorId))) || name
      const mailContext = { ...context, render: mailService.render }
      return forStaff(await composeAnnouncement(mailContext, { ...post, author, readTime }), config, name)
    },
  })

  route(app, 'GET /newsletters/moment', {
    access: 'staff',
    summary: 'Check whether other messages go out near a moment',
    description:
      'Finds messages to subscribers within an hour of `at`, and more of them than the site promises. `newsletterId` or `blogId` is the record of the message itself, which does not count.',
    query: momentQuery,
    answer: findings,
    handler: async ({ query: { at, ...about } }) => ({
      findings: await findOtherMessages(context, { sendAt: at, about }),
    }),
  })

  route(app, 'GET /newsletters/notifications', {
    access: 'staff',
    summary: 'List the notifications that are held, paused or being sent',
    answer: notificationList,
    handler: async () => ({ notifications: await readUnderWay(database) }),
  })

  sendingRoutes(app, context, {
    paths: { status: '/blogs/:id/notification', calls: '/blogs/:id/notification' },
    table: blogs,
    about: (blogId) => ({ blogId }),
    readStatus: (id) => readStatus(database, id),
    cancel: cancelPostNotification,
    test: { kind: 'notificationTest', typed: typedPost },
    words: {
      noRecord: 'Blog post not found',
      noNotification: 'There is no newsletter about this post.',
      status: "Get the status of a post's notification",
      recipients: "List the recipients of a post's notification, failures first",
      results: "Get the results of a post's notification: messages, unsubscribes, visits and goals",
      test: {
        summary: 'Send the message about a post to the caller only, as a test',
        act: 'Send a test of a newsletter',
      },
      undo: { summary: 'Cancel a notification before its first message is sent', act: 'Cancel a newsletter' },
      pause: { summary: 'Pause a notification', act: 'Pause a newsletter' },
      resume: { summary: 'Resume a paused notification', act: 'Resume a newsletter' },
      retry: {
        summary: 'Send the failed messages of a notification again',
        act: 'Send the failed messages of a newsletter again',
      },
    },
  })
})

/** The check of a newsletter, which is here since it takes a post as well. */
export const messageCheckRoutes = feature('Newsletters', async (app, context) => {
  route(app, 'POST /newsletters/check', {
    access: 'writeNewsletters',
    activity: 'step',
    bodyLimit,
    summary: 'Check a newsletter, or the message about a post, before it is sent',
    description:
      'Checks the newsletter in the body, which need not be stored, or with `blogId` the stored post with its `mail`: links, size, alternative texts, subject, recipients, other messages within an hour, and the DNS records of the sender. Asks the sites of the links.',
    input: checkedMessage,
    answer: findings,
    handler: async (request, reply) => {
      await linkChecks.acquireFor(staffOf(request).id, reply)
      const checkContext = { ...context, render: context.mailService.render, ask: askInProcess(app) }
      const signal = disconnectSignal(reply)
      const { body } = request
      return {
        findings: await (body.blogId
          ? checkPost(checkContext, body.blogId, signal)
          : checkNewsletter(checkContext, body, signal)),
      }
    },
  })
})

type Context = MessageContext & CheckContext

async function checkNewsletter(context: Context, typed: CheckedMessage, signal: AbortSignal): Promise<Finding[]> {
  const { subject, title, preheader, greeting, body } = typed
  const { html } = await renderNewsletter(context, asNewsletter(typed), { signal })
  return checkMessage(context, {
    html,
    source: body ?? '',
    lines: { subject, title, preheader, greeting },
    audience: typed.audience ?? { to: 'everyone' },
    sendAt: typed.sendAt,
    about: { newsletterId: typed.newsletterId ?? undefined },
    signal,
  })
}

async function checkPost(context: Context, id: string, signal: AbortSignal): Promise<Finding[]> {
  const { database, site } = context
  const posts = database.db.selectFrom('blogs').select(['title', 'content', 'publishAt']).where('id', '=', id)
  const post = await posts.where(isPresentPost).executeTakeFirst()
  if (!post) throw notFound('Blog post not found')
  const mail = await readPostMail(database.db, id)
  const { html } = await renderAnnouncement(context, id)
  return checkMessage(context, {
    html,
    source: mail?.whole ? post.content : '',
    lines: { title: post.title, subject: mail?.subject, preheader: mail?.preheader, greeting: mail?.greeting },
    audience: audienceOf({ audience: mail?.audience, blogId: id }, await topicsNow(site)),
    sendAt: post.publishAt && post.publishAt > database.now() ? post.publishAt : undefined,
    about: { blogId: id },
    signal,
  })
}
