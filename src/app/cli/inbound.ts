import { convert } from 'html-to-text'
import PostalMime, { type Email } from 'postal-mime'
import type { InboundMessage } from '#features/contact/desk/desk.contract.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'

/** The site did not accept the message now, but may later. */
export class TryLater extends Error {
  override name = 'TryLater'
}

/**
 * Hands a received message in at the site.
 * @param source the message as the mail server has it, with its headers
 * @param site the address of the site, in place of PUBLIC_URL
 * @returns the outcome
 * @throws TryLater, Error
 */
export async function inbound(source: Uint8Array, site: string | undefined): Promise<string> {
  // Not the whole configuration: the account of the mail server may not read the site's data folder.
  const { MAIL_INBOUND_SECRET: secret, PUBLIC_URL } = readEnvironment(process.env)
  const address = site ?? PUBLIC_URL
  if (secret === undefined || address === undefined)
    throw new Error('MAIL_INBOUND_SECRET and PUBLIC_URL (or --to) must be set')
  const body = JSON.stringify(toInbound(await PostalMime.parse(source)))
  const answer = await fetch(`${address.replace(/\/+$/, '')}/api/mail/inbound`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signatureOf(secret, body, Math.floor(Date.now() / 1_000)),
    },
    body,
    signal: AbortSignal.timeout(30_000),
  }).catch((cause) => {
    throw new TryLater(`The site cannot be reached at ${address}`, { cause })
  })
  const message = await answer.json().then((body) => String((body as { message?: string }).message), String)
  // An unknown or a repeated message is not a failure: the mailbox has it.
  if (answer.ok || answer.status === 404 || answer.status === 409 || answer.status === 413) return message
  if (answer.status >= 500 || answer.status === 429) throw new TryLater(message)
  throw new Error(message)
}

/** The parts of a message that the site needs. */
function toInbound(email: Email): InboundMessage {
  const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    from: email.from?.address ?? header('from').join(' '),
    to: ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'].flatMap(header),
    subject: email.subject ?? '',
    text: email.text ?? convert(email.html ?? ''),
    messageId: email.messageId ?? '',
    inReplyTo: email.inReplyTo ?? '',
    references: email.references ?? '',
    auto: isAutomatic(header),
    // Pictures inside a text are not attachments.
    attachments: email.attachments
      .filter(({ contentId }) => !contentId)
      .map(({ filename }) => filename ?? 'attachment'),
  }
}

/** Whether a program has sent the message (RFC 3834, and what older programs write). */
function isAutomatic(header: (name: string) => string[]): boolean {
  const value = (name: string) => (header(name)[0] ?? '').trim().toLowerCase()
  return (
    !['', 'no'].includes(value('auto-submitted')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(value('precedence')) ||
    header('x-autoreply').length > 0 ||
    header('x-autorespond').length > 0 ||
    value('return-path') === '<>' ||
    value('content-type').startsWith('multipart/report')
  )
}
