import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '#server/database/storage-errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { toErrorResponse } from './errors.ts'

/** Fastify's error handler: the one place where errors become answers. Only failures of the server itself are logged. */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter } = toErrorResponse(error)
  // A deliberate refusal without a cause is no failure. Many of them must not hide real failures in the log.
  if (status >= 500 && !(error instanceof HttpError && error.cause === undefined)) logFailure(request.log, error)
  if (status === 503 || status === 507) reply.header('retry-after', retryAfter ?? 5)
  return reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id }).send(body)
}
