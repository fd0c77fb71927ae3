import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/constraint-errors.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { errorAnswers, HttpError, notFound } from '#server/http/errors.ts'
import { count, minute } from '#server/security/counters.ts'
import { type BounceEvent, bounceAnswer, bounceReport } from './bounces.contract.ts'
import { markBounced, setState } from './subscription.server.ts'

/** How old a signed report may be, or how far ahead of our clock, in milliseconds. */
const freshFor = 5 * minute
const largestReport = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a body as they came, where a signature is over them. */
    rawBody?: Buffer
  }
}

/** Where whoever carries our mail reports what came back. */
export const bounceRoutes: FeatureRoutes = async (app, { config, database }) => {
  // The signature is over the bytes, which parsing would lose.
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
        tags: ['Newsletter'],
        summary: 'Report messages that came back, or were called spam',
        description:
          'Signed with the secret of `MAIL_BOUNCE_SECRET`: header `X-Signature: t={seconds since 1970},v1={hex HMAC-SHA256 of "{t}.{body}"}`, at most five minutes old. A report is taken once: a repeated one gets 409. See docs/operating.md.',
        body: bounceReport,
        response: { 200: bounceAnswer, ...errorAnswers(401, 404, 409) },
      },
      // Before the body is held against its contract, so that a stranger learns nothing of it.
      preValidation: async (request) => requireSignature(request, config.mail.bounceSecret),
    },
    async ({ body, headers }) => {
      // In one order whatever the report's, so that two at the same time do not wait for each other.
      const events = body.events.toSorted((a, b) => a.email.toLowerCase().localeCompare(b.email.toLowerCase()))
      // All of a report or nothing of it: after a failure the same report can be sent again.
      return database.transaction(async (trx) => {
        await takeOnce(trx, String(headers['x-signature']))
        let accepted = 0
        for (const event of events) if (await take(trx, event)) accepted++
        return { accepted }
      })
    },
  )
}

/** A report that is sent again would mark an address anew that has been confirmed meanwhile. */
async function takeOnce(trx: Transaction, signature: string): Promise<void> {
  const name = `bounces:${signature}`
  const { [name]: tally } = await count(trx, { [name]: 2 * freshFor })
  if (tally && tally.count > 1) throw new HttpError(409, 'This report has been taken already.')
}

function requireSignature({ headers, rawBody }: FastifyRequest, secret: string | undefined): void {
  if (secret === undefined) throw notFound()
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
  const right = createHmac('sha256', secret)
    .update(`${time}.`)
    .update(rawBody ?? '')
    .digest()
  const fresh = Math.abs(Date.now() - Number(time) * 1_000) <= freshFor
  if (given === '' || !timingSafeEqual(Buffer.from(given, 'hex'), right) || !fresh)
    throw new HttpError(401, 'The signature is not right.')
}

/** @returns whether it changed something */
async function take(trx: Transaction, { type, email, messageId, reason = '' }: BounceEvent): Promise<boolean> {
  if (type === 'delay') return false
  const row = await trx
    .selectFrom('subscribers')
    .select(['id', 'state'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  const words = (reason.trim() || (type === 'bounce' ? 'The message came back' : 'Called spam by its reader'))
    .replaceAll('\0', '')
    .slice(0, 300)
  const failed = type === 'bounce' && messageId !== undefined && (await failDelivery(trx, messageId, words))
  if (!row) return failed
  if (row.state === 'unsubscribed' || (type === 'bounce' && row.state === 'bounced')) return failed
  if (type === 'complaint') await setState(trx, row.id, 'unsubscribed', words)
  else await markBounced(trx, row.id, words)
  return true
}

/** A message that came back was sent, and yet has not arrived. */
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
