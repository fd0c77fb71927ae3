import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Company } from '#contract/company.ts'
import type { Config } from '#server/config/config.ts'
import { type GuardOptions, requireStaff } from '#server/identity/access.ts'
import { HttpError } from '#server/runtime/http-error.ts'

/** Headers of an answer that belong to its connection, or are computed again. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/**
 * Documents every route registered after it: `openapi.json`, and a page to browse it at `docs`. Both need a staff token, unless
 * `API_DOCS=public`. They are rarely used, so their code is loaded with the first request.
 * @param company returns the current company
 */
export async function documentApi(
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
    } catch (error) {
      if (!(error instanceof HttpError) || (path !== page && path !== `${page}/`)) throw error
      reply.code(error.status)
    }
  })
}
