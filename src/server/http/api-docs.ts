import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '#server/config.ts'
import { type GuardOptions, requireStaff } from '#server/identity/access.ts'
import { HttpError } from './errors.ts'

/** The page loads nothing from other sites; its scripts set styles on their own elements. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Documents every route registered after it: `openapi.json`, and a page to browse it at `docs`. Both need a staff token, unless `API_DOCS=public`. */
export async function documentApi(app: FastifyInstance, context: GuardOptions & { config: Config }): Promise<void> {
  const { company, publicUrl, apiDocs } = context.config
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${company.brand} API`, description: 'What the website reads and sends.', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (docs) => {
    if (apiDocs === 'staff') guardDocs(docs, context)
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // The plugin does not know the prefix that it is registered under.
      indexPrefix: docs.prefix,
      staticCSP: docsPolicy,
      uiConfig: { deepLinking: true, docExpansion: 'list', layout: 'BaseLayout', ...(withStaffToken as object) },
      theme: { title: `${company.brand} API` },
    })
    docs.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  })
}

/**
 * The description needs a token, which a browser does not send when it opens the page. So the page, which contains nothing of the
 * description, is sent with status 401, and its script then loads the description with the token of the back office.
 */
function guardDocs(docs: FastifyInstance, options: GuardOptions): void {
  const page = `${docs.prefix}/docs`
  docs.addHook('preParsing', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (url.startsWith(`${page}/static/`)) return
    try {
      await requireStaff(request, reply, options)
    } catch (error) {
      if (!(error instanceof HttpError) || (url !== page && url !== `${page}/`)) throw error
      reply.code(error.status)
    }
  })
}

/** What these functions use of the browser, whose types the server is compiled without. */
type Browser = { location: { href: string; origin: string; replace(address: string): void } }

/** The source of these functions is copied into the page's script, so they use no outer variables. `token` is the back office's. */
const withStaffToken = {
  requestInterceptor: (request: { url: string; headers: Record<string, string> }) => {
    const { location } = globalThis as unknown as Browser
    const token = localStorage.getItem('token')
    if (token && new URL(request.url, location.href).origin === location.origin)
      request.headers.Authorization ??= `Bearer ${token}`
    return request
  },
  responseInterceptor: (response: { status: number; url: string }) => {
    const { location } = globalThis as unknown as Browser
    if (response.status === 401 && response.url.endsWith('/docs/json')) location.replace('/#/admin/login')
    return response
  },
}
