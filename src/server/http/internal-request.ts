import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const headerName = 'x-atrium-internal'

/** Known to this process alone, and new each time it starts. */
const internalMark = randomBytes(32).toString('base64url')

/** Sent with calls that the process makes to itself, which then count against no rate limit. */
export const internalHeaders = { [headerName]: internalMark }

/** Whether the process itself asks. */
export function isInternal(request: FastifyRequest): boolean {
  const mark = request.headers[headerName]
  if (typeof mark !== 'string' || mark.length !== internalMark.length) return false
  return timingSafeEqual(Buffer.from(mark, 'latin1'), Buffer.from(internalMark, 'latin1'))
}
