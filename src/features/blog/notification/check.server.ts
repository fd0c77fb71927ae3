import { type CheckParts, checkMessage } from '#features/letters/message/check-message.shared.server.ts'
import { type MessageContext, renderLetter } from '#features/letters/message/letter-message.shared.server.ts'
import type { CheckedMessage, Finding } from '#features/letters/message/message.contract.ts'
import { readPostMail } from '#features/letters/post-mails.shared.server.ts'
import { audienceOf } from '#features/letters/sending/recipients.shared.server.ts'
import { subscriptionsOf } from '#features/newsletter/subscribers.shared.server.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { isPresentPost } from '../posts.shared.server.ts'
import { renderAnnouncement } from './announcement.server.ts'

type Context = MessageContext & CheckParts

/** Checks a letter as it is typed, or the message about a stored post. */
export const checkTyped = (context: Context, typed: CheckedMessage, signal: AbortSignal): Promise<Finding[]> =>
  typed.blogId ? checkPost(context, typed.blogId, signal) : checkLetter(context, typed, signal)

async function checkLetter(context: Context, typed: CheckedMessage, signal: AbortSignal): Promise<Finding[]> {
  const title = typed.title ?? ''
  const subject = typed.subject ?? ''
  const body = typed.body ?? ''
  const letter = { title, subject, body, preheader: typed.preheader ?? undefined }
  const { html } = await renderLetter(context, letter, { signal })
  const found = await checkMessage(context, {
    bytes: Buffer.byteLength(html),
    source: body,
    audience: typed.audience ?? { to: 'everyone' },
    sendAt: typed.sendAt || undefined,
    about: { letterId: typed.letterId ?? undefined },
    signal,
  })
  const empty: Finding[] = [
    ...(subject || title ? [] : [{ kind: 'subject', message: 'There is no subject.', level: 'error' } as const]),
    ...(subject === '' && title
      ? [
          {
            kind: 'subject',
            message: `There is no subject, so it is the title: “${title}”.`,
            level: 'warning',
          } as const,
        ]
      : []),
  ]
  return [...empty, ...found]
}

async function checkPost(context: Context, id: string, signal: AbortSignal): Promise<Finding[]> {
  const { database, site } = context
  const posts = database.db.selectFrom('blogs').select(['content', 'publishAt']).where('id', '=', id)
  const post = await posts.where(isPresentPost).executeTakeFirst()
  if (!post) throw notFound('Blog post not found')
  const mail = await readPostMail(database.db, id)
  const { topics } = subscriptionsOf(await site.now())
  const { html } = await renderAnnouncement(context, id)
  return checkMessage(context, {
    bytes: Buffer.byteLength(html),
    source: mail?.whole ? post.content : '',
    audience: audienceOf({ audience: mail?.audience, blogId: id }, topics),
    sendAt: post.publishAt && post.publishAt > database.now() ? post.publishAt : undefined,
    about: { blogId: id },
    signal,
  })
}
