import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { cleanText, emailAddress } from '#contract/fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { count, minute } from '#server/security/counters.ts'
import { markBounced, setState } from './subscription.server.ts'

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

/** How far the time of a signed report may be from our clock, in milliseconds. */
const freshFor = 5 * minute
const largestReport = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, where its bytes are signed. */
    rawBody?: Buffer
  }
}

export const bounceRoutes = feature('Newsletter', async (app, { config, database }) => {
  // The signature covers the bytes, which parsing would lose.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: largestReport },
    (request, body, done) => {
      request.rawBody = body as Buffer
      try {
        done(null, JSON.parse(body.toString('utf8')))
      } catch {
        done(new HttpError(400, 'The request could not be understood: send a JSON object.'))
      }
    },
  )

  app.post(
    '/mail/bounces',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Report bounced messages and complaints',
        description:
          'Signed with the secret of `MAIL_BOUNCE_SECRET`: header `X-Signature: t={seconds since 1970},v1={hex HMAC-SHA256 of "{t}.{body}"}`, at most five minutes old. Each report is accepted once; a repetition is answered with 409. See docs/operating.md.',
        body: bounceReport,
        response: { 200: bounceAnswer, ...errorSchemas(401, 404, 409) },
      },
      // Before the body is validated, so that only signed requests learn about the contract.
      preValidation: async (request) => requireSignature(request, config.mail.bounceSecret),
    },
    async ({ body, headers }) => {
      // In a fixed order, so that two reports at the same time cannot deadlock.
      const events = body.events.toSorted((a, b) => a.email.toLowerCase().localeCompare(b.email.toLowerCase()))
      // In one transaction, so that the same report can be sent again after a failure.
      return database.transaction(async (trx) => {
        await refuseRepetition(trx, String(headers['x-signature']))
        let accepted = 0
        for (const event of events) if (await applyEvent(trx, event)) accepted++
        return { accepted }
      })
    },
  )
})

/** A repeated report would mark an address again that has been confirmed since. */
async function refuseRepetition(trx: Transaction, signature: string): Promise<void> {
  const name = `bounces:${signature}`
  const { [name]: tally } = await count(trx, { [name]: 2 * freshFor })
  if (tally && tally.count > 1) throw new HttpError(409, 'This report has already been received.')
}

function requireSignature({ headers, rawBody }: FastifyRequest, secret: string | undefined): void {
  if (secret === undefined) throw notFound()
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
  const expected = createHmac('sha256', secret)
    .update(`${time}.`)
    .update(rawBody ?? '')
    .digest()
  const fresh = Math.abs(Date.now() - Number(time) * 1_000) <= freshFor
  if (given === '' || !timingSafeEqual(Buffer.from(given, 'hex'), expected) || !fresh)
    throw new HttpError(401, 'The signature is not valid.')
}

/** @returns whether the event changed anything */
async function applyEvent(trx: Transaction, { type, email, messageId, reason = '' }: BounceEvent): Promise<boolean> {
  if (type === 'delay') return false
  const row = await trx
    .selectFrom('subscribers')
    .select(['id', 'state'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  const cause = (reason.trim() || (type === 'bounce' ? 'The message bounced' : 'Reported as spam'))
    .replaceAll('\0', '')
    .slice(0, 300)
  const failed = type === 'bounce' && messageId !== undefined && (await failDelivery(trx, messageId, cause))
  if (!row) return failed
  if (row.state === 'unsubscribed' || (type === 'bounce' && row.state === 'bounced')) return failed
  if (type === 'complaint') await setState(trx, row.id, 'unsubscribed', cause)
  else await markBounced(trx, row.id, cause)
  return true
}

/** Marks a sent message as failed, since it has bounced. */
async function failDelivery(trx: Transaction, messageId: string, reason: string): Promise<boolean> {
  const id = messageId.replace(/^<|@.*$/g, '')
  if (!isStorable(id)) return false
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ state: 'failed', reason })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
