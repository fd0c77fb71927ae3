import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorHandler, toErrorResponse } from '#server/http/errors.ts'

/** The errors of OAuth that this site gives (RFC 6749, 7591 and 8707). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal in the words of OAuth, for programs. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  code: OAuthErrorCode
  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

/** Statuses of malformed requests, which OAuth has as one. */
const malformed = [400, 413, 415, 422]

/** Answers a failed call in the form of OAuth. That of a failure of the server, and of a limit, is the site's own. */
export const oauthErrors =
  (codeOf: (path: string) => OAuthErrorCode = () => 'invalid_request') =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = toErrorResponse(error, request)
    const refusal =
      error instanceof OAuthRefusal
        ? error
        : malformed.includes(status)
          ? new OAuthRefusal(codeOf(body.issues?.[0]?.path ?? ''), body.message)
          : undefined
    if (!refusal) return errorHandler(error, request, reply)
    return reply
      .code(refusal.code === 'invalid_client' ? 401 : 400)
      .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
      .send({ error: refusal.code, error_description: asciiOf(refusal.message) })
  }

/** A description has printed ASCII only, without quotes. */
const asciiOf = (text: string) => text.replace(/["\\]|[^ -~]/g, '?')
