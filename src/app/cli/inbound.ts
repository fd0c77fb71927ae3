import type { ErrorBody } from '#contract/fields.ts'
import { isAutomatic, makeMessageId } from '#features/contact/desk/received-mail.server.ts'
import { type InboundMessage, longestText } from '#features/contact/ground/desk.contract.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { deliveryReport, readMessage } from './mime-message.ts'

/** Answers of the site after which the message is only in the mailbox. A proxy or another site may answer with the same numbers. */
const settled = ['no_request', 'conflict', 'invalid', 'too_large']

/**
 * Hands a received message in at the site.
 * @param source the message as the mail server has it, with its headers
 * @param site the address of the site, in place of PUBLIC_URL
 * @returns the outcome
 * @throws Error when the site did not accept the message now, but may later
 */
export async function inbound(source: Uint8Array, site: string | undefined): Promise<string> {
  // Not the whole configuration: the account of the mail server may not read the site's data folder.
  const { MAIL_INBOUND_SECRET: secret, PUBLIC_URL } = readEnvironment(process.env)
  const address = site ?? PUBLIC_URL
  if (secret === undefined || address === undefined)
    throw new Error('MAIL_INBOUND_SECRET and PUBLIC_URL (or --to) must be set')
  const body = JSON.stringify(await toInbound(source))
  const answer = await fetch(`${address.replace(/\/+$/, '')}/api/mail/inbound`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signatureOf(secret, body, Math.floor(Date.now() / 1_000)),
    },
    body,
    // A redirected call would be one without its body.
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  }).catch((cause) => {
    throw new Error(`The site cannot be reached at ${address}: ${reasonOf(cause)}`, { cause })
  })
  const { code = '', message = '' } = await answer.json().then(
    (said) => said as Partial<ErrorBody>,
    (): Partial<ErrorBody> => ({}),
  )
  if (answer.status === 201 || settled.includes(code)) return message
  throw new Error(refusal(answer, address, message))
}

/** What is wrong, as the connection says. `fetch` itself only says that it failed. */
function reasonOf(error: Error): string {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return [message, code].filter(Boolean).join(', ')
}

/** Why the site did not take the message, and what to do. */
function refusal({ status, headers }: Response, address: string, message: string): string {
  if (status === 401) return `${message} MAIL_INBOUND_SECRET must be that of the site, and both clocks must be right.`
  if (status >= 300 && status < 400)
    return `${address} redirects to ${headers.get('location')}: PUBLIC_URL or --to must be the address of the site itself.`
  if (status === 404)
    return `${address} takes no messages: it is not the address of the site, or the site has no MAIL_INBOUND_SECRET.`
  return `${address} answered with ${status}: ${message || 'not an answer of the site'}`
}

/** What the site needs at most, so that a message is never too large for it: of a header in characters, and of names. */
const longestHeader = 10_000
const mostNames = 100

async function toInbound(source: Uint8Array): Promise<InboundMessage> {
  const { email, subject, text, attachments, types, report } = await readMessage(source)
  const header = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value.slice(0, longestHeader))
  const from = email.from?.address || header('from').join(' ')
  const headers = email.headers.map(({ key, value }) => ({ name: key, value }))
  return {
    from,
    to: ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'].flatMap(header),
    subject,
    date: email.date?.slice(0, longestHeader),
    // One character more than is stored, so that the site says that the rest is missing.
    text: text.slice(0, longestText + 1).toWellFormed(),
    messageId: email.messageId || makeMessageId([from, header('to'), header('date'), subject, text]),
    inReplyTo: email.inReplyTo?.slice(0, longestHeader) ?? '',
    references: email.references?.slice(-longestHeader) ?? '',
    auto: isAutomatic({ headers, from, subject, types }),
    // Of the others, `auto` says what they mean.
    headers: headers.filter(({ name }) => name === 'authentication-results').slice(0, 20),
    report: deliveryReport(
      report,
      [email.inReplyTo, email.references].flatMap((ids = '') => ids.split(/\s+/).slice(-20)),
    ),
    attachments: attachments.slice(0, mostNames).map((name) => name.slice(0, 200)),
  }
}
