import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { count, minute } from './counters.ts'

/** How far the time of a signed body may be from our clock, in milliseconds. */
const freshFor = 5 * minute

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, where its bytes are signed. */
    rawBody?: Buffer
  }
}

/**
 * Accepts signed JSON only on the routes of a plugin. The signature covers the bytes, and is checked before they are parsed: parsing costs time, and
 * a stranger learns nothing about the contract.
 * @param bodyLimit in bytes
 * @param secret without one the routes do not exist
 */
export function acceptSignedBodies(
  app: FastifyInstance,
  { bodyLimit, secret }: { bodyLimit: number; secret: string | undefined },
): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    request.rawBody = body as Buffer
    try {
      requireSignature(request, secret)
      done(null, JSON.parse(body.toString('utf8')))
    } catch (error) {
      const unread = new HttpError(400, 'The request could not be understood: send a JSON object.')
      done(error instanceof HttpError ? error : unread)
    }
  })
  // A request without a body is not parsed.
  app.addHook('preValidation', async (request) => {
    if (request.rawBody === undefined) requireSignature(request, secret)
  })
}

/** The header `X-Signature` of a body: `t={seconds since 1970},v1={hex HMAC-SHA256 of "{t}.{body}"}`. */
export const signatureOf = (secret: string, body: string | Buffer, time: number): string =>
  `t=${time},v1=${macOf(secret, String(time), body).toString('hex')}`

const macOf = (secret: string, time: string, body: string | Buffer) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest()

/** @throws HttpError 404 without a secret, 401 when the signature is wrong or old */
function requireSignature({ headers, rawBody }: FastifyRequest, secret: string | undefined): void {
  if (secret === undefined) throw notFound()
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'] ?? '')) ?? []
  const expected = macOf(secret, time, rawBody ?? '')
  const fresh = Math.abs(Date.now() - Number(time) * 1_000) <= freshFor
  if (given === '' || !timingSafeEqual(Buffer.from(given, 'hex'), expected) || !fresh)
    throw new HttpError(401, 'The signature is not valid.')
}

/**
 * Accepts each signed body once. Call it in the transaction that applies it.
 * @param name of the call
 * @throws HttpError 409
 */
export async function refuseRepetition(
  trx: Transaction,
  name: string,
  { 'x-signature': signature }: FastifyRequest['headers'],
): Promise<void> {
  const counter = `${name}:${signature}`
  const { [counter]: tally } = await count(trx, { [counter]: 2 * freshFor })
  if (tally && tally.count > 1) throw new HttpError(409, 'This report has already been received.')
}
