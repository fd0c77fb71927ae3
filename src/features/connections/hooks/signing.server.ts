import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret, as Standard Webhooks write it. */
export const createHookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/**
 * The headers of Standard Webhooks for an attempt.
 * @param secrets each makes one signature: during a rotation the receiver may still have the former
 * @param now milliseconds since 1970
 */
export function signatureHeaders(id: string, body: string, secrets: string[], now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
