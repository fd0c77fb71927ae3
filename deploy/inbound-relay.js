// Receives the webhook of a mail service and hands each message in at the site, signed. It needs nothing but Node:
//
//   MAIL_INBOUND_SECRET=… RELAY_KEY=… SITE=http://127.0.0.1:3001 PORT=3100 node deploy/inbound-relay.js
//
// The service posts to https://hooks.example.com/{RELAY_KEY}; RELAY_KEY is a long random text. The body is that of Postmark's inbound webhook
// (https://postmarkapp.com/developer/webhooks/inbound-webhook). For another service change `toInbound`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { MAIL_INBOUND_SECRET: secret = '', RELAY_KEY: key = '', SITE: site = '', PORT = '3100', HOST } = process.env
if (secret.length < 16 || key.length < 16 || site === '') {
  console.error('MAIL_INBOUND_SECRET and RELAY_KEY need 16 characters, and SITE must be set')
  process.exit(1)
}

/**
 * The site's form of a message. The site decides which of the texts is the message, and whether a program has sent it.
 * @param most characters of each text, because the site takes 2 MB
 */
function toInbound(message, most) {
  const { From, To, Cc, OriginalRecipient, Subject, Date: date } = message
  const { TextBody, HtmlBody, Headers = [], Attachments = [] } = message
  const header = (name) => Headers.find(({ Name }) => Name.toLowerCase() === name)?.Value ?? ''
  // Pictures within the text are in its HTML as data.
  const [text, html] = [TextBody ?? '', (HtmlBody ?? '').replace(/data:[^"'\s>)]{200,}/g, 'data:')]
  return {
    from: From ?? '',
    // A mailbox that passes messages on keeps the address of the request in a header.
    to: [To, Cc, OriginalRecipient, header('delivered-to'), header('x-original-to')].map((one) => one ?? ''),
    subject: Subject ?? '',
    date: date ?? '',
    text: text.slice(0, most),
    html: html.slice(0, most),
    cut: text.length > most || html.length > most,
    // The service's own MessageID is another one than the message's.
    messageId: header('message-id'),
    inReplyTo: header('in-reply-to'),
    references: header('references'),
    headers: Headers.map(({ Name, Value }) => ({ name: Name, value: (Value ?? '').slice(0, 1000) })),
    attachments: Attachments.map(({ Name, ContentID, ContentType }) => ({
      name: Name ?? '',
      contentId: ContentID ?? '',
      contentType: ContentType ?? '',
    })),
  }
}

/** A body that the site takes. */
function bodyOf(message) {
  for (let most = 1024 * 1024; ; most /= 2) {
    const body = JSON.stringify(toInbound(message, most))
    if (Buffer.byteLength(body) <= 2 * 1024 * 1024 || most < 1000) return body
  }
}

async function handIn(message) {
  const body = bodyOf(message)
  const time = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': `t=${time},v1=${mac}` }
  const answer = await fetch(`${site}/api/mail/inbound`, { method: 'POST', headers, body, redirect: 'manual' })
  if (answer.status === 201) return 201
  const { code = '', message: reason = '' } = await answer.json().catch(() => ({}))
  // The service must not try these again. A proxy or another site may answer with the same numbers, but not with these codes.
  if (['no_request', 'conflict', 'invalid', 'malformed', 'too_large'].includes(code)) return 200
  throw new Error(`${site} answered with ${answer.status} ${reason}`)
}

const same = (given, expected) =>
  Buffer.byteLength(given) === Buffer.byteLength(expected) && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

createServer(async (request, response) => {
  const end = (status) => response.writeHead(status).end()
  if (request.method !== 'POST' || !same(String(request.url), `/${key}`)) return end(404)
  if (Number(request.headers['content-length'] ?? 0) > 40 * 1024 * 1024) return end(413)
  try {
    end(await handIn(JSON.parse(String(await buffer(request)))))
  } catch (error) {
    console.error(`A message was not handed in: ${error.message} ${error.cause?.message || error.cause?.code || ''}`)
    // Services try again after 5xx; after 4xx some of them return the message to its writer.
    end(503)
  }
}).listen(Number(PORT), HOST ?? '127.0.0.1')
