import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const headerName = 'x-atrium-internal'

/** Known only to this process; new at each start. */
const internalSecret = randomBytes(32).toString('base64url')

/** Headers of calls that the process makes to itself, which do not count against rate limits. */
export const internalHeaders = { [headerName]: internalSecret }

/** Whether the process itself makes this call. */
export function isInternal(request: Pick<IncomingMessage, 'headers'>): boolean {
  const secret = request.headers[headerName]
  if (typeof secret !== 'string' || secret.length !== internalSecret.length) return false
  return timingSafeEqual(Buffer.from(secret, 'latin1'), Buffer.from(internalSecret, 'latin1'))
}
