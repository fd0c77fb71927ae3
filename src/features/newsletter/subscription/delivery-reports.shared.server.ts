import type { Database, Transaction } from '#server/database/connect.ts'
import { type DeliveryReport, type MailService, notTheAddress } from '#server/mail/mail.ts'
import { markBounced } from './subscription.shared.server.ts'

type Bounce = { email: string; messageId: string | undefined; reason: string }

export const storedReason = (reason: string) => reason.replaceAll('\0', '').slice(0, 300)

export const subscriberAt = (trx: Transaction, email: string) =>
  trx.selectFrom('subscribers').select(['id', 'state']).where('email', '=', email.toLowerCase()).executeTakeFirst()

/** Marks a message that bounced, and the address if it belongs to a subscriber. @returns whether anything changed */
export async function applyBounce(
  trx: Transaction,
  mailService: Pick<MailService, 'undelivered'>,
  { email, messageId, reason }: Bounce,
): Promise<boolean> {
  const cause = storedReason(reason)
  const failed = messageId !== undefined && (await mailService.undelivered(trx, messageId, cause))
  const row = await subscriberAt(trx, email)
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
