import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '#server/config.ts'
import { type GuardOptions, requireStaff } from '#server/identity/access.ts'
import { HttpError } from './errors.ts'

/** The page brings its own files and asks nobody else; its scripts set styles on their own elements. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Describes every route registered after it: `openapi.json`, and a page to browse it at `docs`. For the staff, unless the settings say otherwise. */
export async function documentApi(app: FastifyInstance, parts: GuardOptions & { config: Config }): Promise<void> {
  const { company, publicUrl, apiDocs } = parts.config
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
    if (apiDocs === 'staff') guardDocs(docs, parts)
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // The plugin does not know under which prefix it stands.
      indexPrefix: docs.prefix,
      staticCSP: docsPolicy,
      uiConfig: { deepLinking: true, docExpansion: 'list', layout: 'BaseLayout', ...(withStaffToken as object) },
      theme: { title: `${company.brand} API` },
    })
    docs.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  })
}

/**
 * The description wants a token. A browser opens the page without one: it is told 401 as everybody else, and the page, which holds nothing
 * of the description, then asks for it with the token of the back office.
 */
function guardDocs(docs: FastifyInstance, parts: GuardOptions): void {
  const page = `${docs.prefix}/docs`
  docs.addHook('preParsing', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (url.startsWith(`${page}/static/`)) return
    try {
      await requireStaff(request, reply, parts)
    } catch (error) {
      if (!(error instanceof HttpError) || (url !== page && url !== `${page}/`)) throw error
      reply.code(error.status)
    }
  })
}

/** What these functions use of the browser, whose types the server is compiled without. */
type Browser = { location: { href: string; origin: string; replace(address: string): void } }

/** Written into the page's script as they stand here, so they use nothing from outside of themselves. `token` is the back office's own. */
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
