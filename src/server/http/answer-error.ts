import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '#server/database/storage-trouble.ts'
import { HttpError, toAnswer } from './errors.ts'

/** The one place where errors become answers. Only what is our own fault is worth a line in the log. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter } = toAnswer(error)
  // A refusal that we decided on, without a cause, is no failure; a flood of them must not bury those that are.
  if (status >= 500 && !(error instanceof HttpError && error.cause === undefined)) logFailure(request.log, error)
  if (status === 503 || status === 507) reply.header('retry-after', retryAfter ?? 5)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
