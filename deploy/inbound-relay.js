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

/** The site's form of a message. */
function toInbound({ From, To, Cc, Subject, TextBody, Headers = [], Attachments = [] }) {
  const header = (name) => Headers.find(({ Name }) => Name.toLowerCase() === name)?.Value ?? ''
  const automatic = header('auto-submitted')
  return {
    from: From,
    to: [To ?? '', Cc ?? ''],
    subject: Subject ?? '',
    text: TextBody ?? '',
    // The service's own MessageID is another one than the message's.
    messageId: header('message-id'),
    inReplyTo: header('in-reply-to'),
    references: header('references'),
    auto:
      (automatic !== '' && automatic.toLowerCase() !== 'no') ||
      /^(bulk|junk|list|auto_reply)$/i.test(header('precedence').trim()) ||
      header('x-autoreply') !== '',
    attachments: Attachments.filter(({ ContentID }) => !ContentID).map(({ Name }) => Name),
  }
}

async function handIn(message) {
  const body = JSON.stringify(toInbound(message))
  const time = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': `t=${time},v1=${mac}` }
  const answer = await fetch(`${site}/api/mail/inbound`, { method: 'POST', headers, body })
  // 404: no request belongs to it. 409: it was handed in before. The service must not try either again.
  return answer.status === 404 || answer.status === 409 ? 200 : answer.status
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
    console.error(`A message was not handed in: ${error.message}`)
    end(502)
  }
}).listen(Number(PORT), HOST ?? '127.0.0.1')
