import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as features from '#app/features.server.ts'
import type { AppContext } from '#server/feature.ts'
import { documentApi } from '#server/http/api-docs.ts'
import { describeErrors } from '#server/http/describe-errors.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { notFound } from '#server/http/errors.ts'
import { replaceNul } from '#server/http/nul-in-address.ts'
import { limitRates } from '#server/http/rate-limits.ts'
import { validate } from '#server/http/validate.ts'
import { guardRoutes } from '#server/identity/access.ts'
import { reportRoutes } from '#server/security/reports.ts'

/** The JSON API, for the prefix `/api`: every feature's calls, guarded, their documentation, and one shape for every error. */
export async function api(
  app: FastifyInstance,
  { prefix: _, ...context }: AppContext & { prefix?: string },
): Promise<void> {
  const { config } = context
  app.setValidatorCompiler(validate)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  // JSON alone is taken; anything else is refused by its type.
  app.removeContentTypeParser('text/plain')
  takeEmptyDeletes(app)
  app.addHook('onRequest', replaceNul)
  app.addHook('onSend', tagAnswer)

  await limitRates(app, config)
  await documentApi(app, context)
  await app.register(async (calls) => {
    guardRoutes(calls, context)
    // Before the errors are described, since it answers none.
    await calls.register(reportRoutes, context)
    describeErrors(calls)
    for (const feature of Object.values(features)) await calls.register(feature, context)
  })

  // Before the body is looked at, so that an unknown address is unknown whatever is sent to it.
  const unknown = async () => {
    throw notFound()
  }
  for (const url of ['/', '/*']) app.all(url, { schema: { hide: true }, preParsing: unknown }, unknown)
}

/** Some clients say of every call that it brings JSON; a deletion brings nothing, and that is no broken JSON. */
function takeEmptyDeletes(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null)
    else parse(request, body, done)
  })
}

/** What the public reads may be kept, but is asked for again each time, and answered with 304 while it is the same. */
async function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.hasHeader('cache-control')) return payload
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads || reply.statusCode !== 200 || typeof payload !== 'string') {
    reply.header('cache-control', 'no-store')
    return payload
  }
  const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
  reply.header('cache-control', 'no-cache').header('etag', tag)
  if (!request.headers['if-none-match']?.includes(tag)) return payload
  reply.code(304).removeHeader('content-type')
  return null
}
