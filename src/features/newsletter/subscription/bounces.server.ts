import * as z from 'zod/mini'
import { cleanText, emailAddress } from '#contract/fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { MailService } from '#server/mail/mail.ts'
import { acceptSignedBodies, refuseRepetition } from '#server/security/signed-bodies.ts'
import { applyBounce, storedReason, subscriberAt } from './delivery-reports.shared.server.ts'
import { setState } from './subscription.shared.server.ts'

/**
 * The fate of a message after the mail server accepted it. `bounce`: the address accepts no mail. `complaint`: the recipient
 * reported it as spam. `delay`: nothing final. `messageId` is the Message-ID of our message, with or without its angle brackets.
 */
const bounceReport = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounce', 'complaint', 'delay'], 'type must be bounce, complaint or delay'),
        email: emailAddress(),
        messageId: z.optional(z.string()),
        reason: z.optional(z.string().check(z.overwrite((reason) => cleanText(reason)))),
      }),
    )
    .check(z.maxLength(1_000, 'At most 1000 events at once')),
})
type BounceEvent = z.infer<typeof bounceReport>['events'][number]

/** The number of events that changed anything; one about an unknown address does not. */
const bounceAnswer = z.object({ accepted: z.int() })

/** The largest report, in bytes. */
const largestReport = 1024 * 1024

export const bounceRoutes = feature('Newsletter', async (app, { config, database, mailService }) => {
  acceptSignedBodies(app, { bodyLimit: largestReport, secret: config.mail.bounceSecret })

  route(app, 'POST /mail/bounces', {
    access: 'public',
    summary: 'Report bounced messages and complaints',
    description:
      'Signed with the secret of `MAIL_BOUNCE_SECRET`: header `X-Signature: t={seconds since 1970},v1={hex HMAC-SHA256 of "{t}.{body}"}`, at most five minutes old. Each report is accepted once; a repetition is answered with 409. See docs/operating.md.',
    input: bounceReport,
    answer: bounceAnswer,
    errors: [401, 404, 409],
    handler: async ({ body, headers }) => {
      // In a fixed order, so that two reports at the same time cannot deadlock.
      const events = body.events.toSorted((a, b) => a.email.toLowerCase().localeCompare(b.email.toLowerCase()))
      // In one transaction, so that the same report can be sent again after a failure.
      return database.transaction(async (trx) => {
        // A repeated report would mark an address again that has been confirmed since.
        await refuseRepetition(trx, 'bounces', headers)
        let accepted = 0
        for (const event of events) if (await applyEvent(trx, mailService, event)) accepted++
        return { accepted }
      })
    },
  })
})

/** The notification of a message to a subscriber; undefined for other messages. */
async function letterOf(trx: Transaction, subscriberId: string, messageId = ''): Promise<string | undefined> {
  const sent = await trx
    .selectFrom('deliveries')
    .select(['id', 'subjectId'])
    .where('kind', '=', 'newsletter')
    .where('recipientId', '=', subscriberId)
    .execute()
  return sent.find(({ id }) => messageId.replace(/^<|@.*$/g, '') === id)?.subjectId ?? undefined
}

/** @returns whether the event changed anything */
async function applyEvent(
  trx: Transaction,
  mailService: MailService,
  { type, email, messageId, reason = '' }: BounceEvent,
): Promise<boolean> {
  if (type === 'delay') return false
  if (type === 'bounce')
    return applyBounce(trx, mailService, { email, messageId, reason: reason.trim() || 'The message bounced' })
  const row = await subscriberAt(trx, email)
  if (!row || row.state === 'unsubscribed') return false
  const leftBy = await letterOf(trx, row.id, messageId)
  await setState(trx, row.id, 'unsubscribed', storedReason(reason.trim() || 'Reported as spam'), { leftBy })
  return true
}
