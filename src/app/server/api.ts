import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { entities } from '#app/entities.server.ts'
import * as features from '#app/features.server.ts'
import type { Company } from '#contract/company.ts'
import { seenRoutes } from '#features/analytics/seen.server.ts'
import { storeEmbedded } from '#features/media/embedded-pictures.shared.server.ts'
import { reportRoutes } from '#features/system/reports.server.ts'
import { logCalls } from '#server/activity/log-calls.ts'
import type { Config } from '#server/config/config.ts'
import type { AppContext } from '#server/feature.ts'
import { type CacheOptions, cacheAnswers } from '#server/http/cached-routes.ts'
import { describeErrors, errorHandler } from '#server/http/errors.ts'
import { limitRates, type ReadLimit } from '#server/http/rate-limits.ts'
import { etagOf, isNotModified } from '#server/http/response-cache.ts'
import { replaceNul, validate } from '#server/http/route.ts'
import { type GuardOptions, guardRoutes, requirePermission, requireStaff } from '#server/identity/access.ts'
import { holdsSecret } from '#server/identity/tokens.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'

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
  app.addHook('onRequest', refuseSecretsInUrl)
  app.addHook('onRequest', replaceNul)
  app.addHook('onSend', addEtag)

  await limitRates(app, context.config, readLimit)
  await documentApi(app, { ...context, company: () => context.site.last().company })
  await app.register(async (calls) => {
    calls.decorate('resources', new Map())
    calls.decorate('storeEmbedded', storeEmbedded(context.database))
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

/** Addresses get into logs, histories and referrers. */
async function refuseSecretsInUrl({ url }: FastifyRequest) {
  if (!holdsSecret(url)) return
  const message =
    'Send the token in the header “Authorization: Bearer …”, never in an address. Replace this one, since logs may have it.'
  throw new HttpError(400, message, undefined, { code: 'token_in_url' })
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

/** Headers of an answer that belong to its connection, or are computed again. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/**
 * Documents every route registered after it: `openapi.json`, and a page to browse it at `docs`. Both need a staff token, unless
 * `API_DOCS=public`. They are rarely used, so their code is loaded with the first request.
 * @param company returns the current company
 */
async function documentApi(
  app: FastifyInstance,
  { company, ...context }: GuardOptions & { config: Config; company: () => Company },
): Promise<void> {
  const { config } = context
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (!route.schema?.hide) routes.push(route)
  })
  let made: { brand: string; site: Promise<FastifyInstance> } | undefined
  const openSite = async (brand: string) => {
    const { createDocsSite } = await import('./docs-site.ts')
    return createDocsSite(routes, { brand, publicUrl: config.publicUrl }, app.prefix)
  }

  async function pass({ url, headers }: FastifyRequest, reply: FastifyReply) {
    const { brand } = company()
    if (made?.brand !== brand) made = { brand, site: openSite(brand) }
    const answer = await (await made.site).inject({ url, headers })
    const kept = Object.entries(answer.headers).filter(([name]) => !ownHeaders.includes(name))
    // The status of the page for someone without a token is set already.
    if (reply.statusCode === 200) reply.code(answer.statusCode)
    return reply
      .headers(Object.fromEntries(kept))
      .send(reply.hasHeader('cache-control') ? answer.rawPayload : answer.body)
  }

  await app.register(async (docs) => {
    if (config.apiDocs === 'staff') guardDocs(docs, context)
    for (const url of ['/docs', '/docs/*', '/openapi.json']) docs.get(url, { schema: { hide: true } }, pass)
  })
}

/**
 * The description needs a token, which a browser does not send when it opens the page. So the page, which contains nothing of the
 * description, is sent with status 401, and its script then loads the description with the token of the back office.
 */
function guardDocs(docs: FastifyInstance, options: GuardOptions): void {
  const page = `${docs.prefix}/docs`
  docs.addHook('preParsing', async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    if (path.startsWith(`${page}/static/`)) return
    try {
      await requireStaff(request, reply, options)
      requirePermission(request, 'staff')
    } catch (error) {
      if (!(error instanceof HttpError) || (path !== page && path !== `${page}/`)) throw error
      reply.code(error.status)
    }
  })
}
