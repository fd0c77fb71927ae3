import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { entities } from '#app/entities.server.ts'
import * as features from '#app/features.server.ts'
import { seenRoutes } from '#features/figures/seen.server.ts'
import { logCalls } from '#server/activity/log-calls.ts'
import type { AppContext } from '#server/feature.ts'
import { type CacheOptions, cacheAnswers } from '#server/http/cached-routes.ts'
import { describeErrors, errorHandler } from '#server/http/errors.ts'
import { limitRates, type ReadLimit } from '#server/http/rate-limits.ts'
import { etagOf, isNotModified } from '#server/http/response-cache.ts'
import { replaceNul, validate } from '#server/http/validate.ts'
import { guardRoutes } from '#server/identity/access.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { reportRoutes } from '#server/security/reports.ts'
import { documentApi } from './api-docs.ts'

type ApiOptions = { prefix?: string; caching: CacheOptions; readLimit: ReadLimit }

/** The JSON API below `/api`: the calls of every feature behind the access guard, their documentation, and one shape for every error. */
export async function api(
  app: FastifyInstance,
  { prefix: _, caching, readLimit, ...context }: AppContext & ApiOptions,
): Promise<void> {
  app.setValidatorCompiler(validate)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  // Only JSON is accepted; other types are answered with 415.
  app.removeContentTypeParser('text/plain')
  allowEmptyDeletes(app)
  app.addHook('onRequest', replaceNul)
  app.addHook('onSend', addEtag)

  await limitRates(app, context.config, readLimit)
  await documentApi(app, { ...context, company: () => context.site.last().company })
  await app.register(async (calls) => {
    calls.decorate('resources', new Map())
    guardRoutes(calls, context)
    // Before `describeErrors`, since these calls never answer with an error.
    await calls.register(reportRoutes, context)
    await calls.register(seenRoutes, context)
    describeErrors(calls)
    logCalls(calls, context.database, new Map(entities.map((entity) => [entity.table.name, entity])))
    cacheAnswers(calls, caching)
    const brought = entities.flatMap(({ routes }) => routes ?? [])
    for (const routes of [...Object.values(features), ...brought]) await calls.register(routes, context)
  })

  // Before the body is parsed, so that an unknown address always answers 404.
  const unknown = async () => {
    throw notFound()
  }
  for (const url of ['/', '/*']) app.all(url, { schema: { hide: true }, preParsing: unknown }, unknown)
}

/** Some clients send `content-type: application/json` with every call, also with a DELETE that has no body. */
function allowEmptyDeletes(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null)
    else parse(request, body, done)
  })
}

/** Lets clients cache public answers, but revalidate them each time: the answer is 304 while the content is the same. */
async function addEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.hasHeader('cache-control')) return payload
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') {
    reply.header('cache-control', 'no-store')
    return payload
  }
  const tag = etagOf(payload)
  reply.header('cache-control', 'no-cache').header('etag', tag)
  if (!isNotModified(request.headers, tag)) return payload
  reply.code(304).removeHeader('content-type')
  return null
}
