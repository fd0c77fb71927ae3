import * as z from 'zod/mini'
import { cleanText } from '#contract/clean-text.ts'
import { emailAddress } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { type DeliveryReport, type MailService, notTheAddress } from '#server/mail/mail.ts'
import { acceptSignedBodies, refuseRepetition } from '#server/security/signed-bodies.ts'
import { findSubscriber, markBounced, setState } from './subscription.shared.server.ts'

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
async function newsletterOf(trx: Transaction, subscriberId: string, messageId = ''): Promise<string | undefined> {
  const sent = await trx
    .selectFrom('deliveries')
    .select(['id', 'subjectId'])
    .where('kind', '=', 'newsletter')
    .where('recipientId', '=', subscriberId)
    .execute()
  return sent.find(({ id }) => messageId.replace(/^<|@.*$/g, '') === id)?.subjectId ?? undefined
}

async function applyEvent(
  trx: Transaction,
  mailService: MailService,
  { type, email, messageId, reason = '' }: BounceEvent,
): Promise<boolean> {
  if (type === 'delay') return false
  if (type === 'bounce')
    return applyBounce(trx, mailService, { email, messageId, reason: reason.trim() || 'The message bounced' })
  const row = await findSubscriber(trx, { email: email.toLowerCase() })
  if (!row || row.state === 'unsubscribed') return false
  const leftBy = await newsletterOf(trx, row.id, messageId)
  const said = storedReason(reason.trim() || 'Reported as spam')
  await setState(trx, row, 'unsubscribed', said, { leftBy, isReported: true })
  return true
}

type Bounce = { email: string; messageId: string | undefined; reason: string }

const storedReason = (reason: string) => reason.replaceAll('\0', '').slice(0, 300)

/** Marks a message that bounced, and the address if it belongs to a subscriber. @returns whether anything changed */
async function applyBounce(
  trx: Transaction,
  mailService: Pick<MailService, 'undelivered'>,
  { email, messageId, reason }: Bounce,
): Promise<boolean> {
  const cause = storedReason(reason)
  const failed = messageId !== undefined && (await mailService.undelivered(trx, messageId, cause))
  const row = await findSubscriber(trx, { email: email.toLowerCase() })
  if (!row || row.state === 'unsubscribed' || row.state === 'bounced') return failed
  await markBounced(trx, row.id, cause)
  return true
}

type ReportContext = Pick<MailService, 'undelivered'> & {
  database: Database
  /** The address to which a message of ours was sent. */
  recipientOf: (messageId: string) => Promise<string | undefined>
}

/** Of more Message-IDs none is looked up: a stranger decides how many there are. */
const mostIds = 20

/**
 * Applies the report of a mail server, which anybody can forge: so only one counts that names a message of ours together with the address to which
 * it was sent. A report that the message is late changes nothing, as long as the server goes on trying.
 * @returns whether it is about a message of ours that had counted as sent
 */
export async function applyDeliveryReport(
  { database, recipientOf, undelivered }: ReportContext,
  { messageIds, recipients }: DeliveryReport,
): Promise<boolean> {
  const failed = recipients.filter(({ action }) => /^\s*failed\b/i.test(action))
  if (failed.length === 0) return false
  for (const messageId of new Set(messageIds.slice(0, mostIds))) {
    const email = await recipientOf(messageId)
    const names = email && new RegExp(`(^|[\\s<,;"])${RegExp.escape(email)}([\\s>,;"]|$)`, 'i')
    const recipient = names && failed.find(({ addresses }) => addresses.some((address) => names.test(address)))
    if (!email || !recipient) continue
    const reason = reasonOf(recipient)
    const bounce = { email, messageId, reason }
    return database.transaction((trx) =>
      isOfAddress(recipient)
        ? applyBounce(trx, { undelivered }, bounce)
        : undelivered(trx, messageId, storedReason(reason)),
    )
  }
  return false
}

type Recipient = DeliveryReport['recipients'][number]

/** Whether later messages to the address would fail too. A full line or a server that was away says nothing about it. */
function isOfAddress({ status, reason }: Recipient): boolean {
  const code = /^\s*([245])\.\d/.exec(status)?.[1] ?? /\b([45])\d\d\b/.exec(reason)?.[1]
  return code === '5' && !notTheAddress.test(`${status} ${reason}`)
}

/** The classes of RFC 3463, for servers that give no reason in words. */
const classes: Record<string, string> = {
  1: 'The address does not exist',
  2: 'The mailbox takes no messages',
  3: 'The mail system of the recipient could not take it',
  4: 'The mail server of the recipient could not be reached',
  5: 'The mail servers did not understand each other',
  6: 'The content could not be passed on',
  7: 'The mail server of the recipient refused it',
}

function reasonOf({ status, reason }: Recipient): string {
  if (/\p{L}{2}/u.test(reason)) return reason.replace(/\s+/g, ' ').trim()
  const said = classes[/^\s*[245]\.(\d)/.exec(status)?.[1] ?? '']
  return [said ?? 'The message could not be delivered', status.trim() && `(${status.trim()})`].filter(Boolean).join(' ')
}
