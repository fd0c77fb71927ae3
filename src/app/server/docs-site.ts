import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyContextConfig, type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { conflictBody, errorBody } from '#contract/fields.ts'
import examples from './api-examples.json' with { type: 'json' }
import { callName } from './call-names.ts'
import { type Description, finishDescription } from './finish-description.ts'

const about = `The API of the website and of its back office. Programs call it with a token, which a member of staff makes under Connections:
\`Authorization: Bearer atr_…\`. Every error is an \`Error\`, with a stable \`code\`. \`docs/api.md\` in the source has the first steps.`

/** The page loads nothing from other sites; its scripts set styles on their own elements. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** No answer has links, and on a phone their empty column is wider than the page; names of calls have no place there. */
const narrow = `.swagger-ui .response-col_links { display: none }
@media (max-width: 640px) { .swagger-ui .opblock-summary-operation-id { display: none } }`

// Almost every call has these; described in each, they were half of the description.
globalRegistry.add(errorBody, { id: 'Error' }).add(conflictBody, { id: 'Conflict' })

/**
 * The description of routes at `openapi.json`, and a page to browse it at `docs`: a separate instance, which gets its requests by `inject`.
 * @param prefix the address below which the routes and the description are
 */
export async function createDocsSite(
  routes: RouteOptions[],
  { company, publicUrl }: { company: Company; publicUrl: string },
  prefix: string,
): Promise<FastifyInstance> {
  const { brand, email } = company
  const rules = new Map<string, FastifyContextConfig>()
  const site = Fastify()
  // Nothing is validated here, and the answers are finished texts and files.
  site.setValidatorCompiler(() => () => true)
  site.setSerializerCompiler(() => JSON.stringify)
  await site.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        description: about,
        version: '1',
        contact: { name: brand, url: publicUrl, email },
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: publicUrl, description: `The site of ${brand}` }],
      // The guard's name; `finishDescription` tells sessions from tokens.
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      finishDescription(
        jsonSchemaTransformObject(document) as Description,
        (name) => rules.get(name) ?? {},
        examples,
      ) as object,
  })
  for (const { method: methods, url, schema, config } of routes)
    for (const method of [methods].flat().filter((one) => one !== 'HEAD')) {
      const operationId = callName(method, url.slice(prefix.length))
      rules.set(operationId, config ?? {})
      site.route({ method, url, schema: { ...schema, operationId }, handler: async () => {} })
    }
  await site.register(swaggerUi, {
    routePrefix: `${prefix}/docs`,
    staticCSP: docsPolicy,
    uiConfig: {
      deepLinking: true,
      docExpansion: 'none',
      displayOperationId: true,
      defaultModelsExpandDepth: -1,
      layout: 'BaseLayout',
      ...(withStaffToken as object),
    },
    theme: { title: `${brand} API`, css: [{ filename: 'narrow.css', content: narrow }] },
  })
  site.get(`${prefix}/openapi.json`, { schema: { hide: true } }, async () => site.swagger())
  await site.ready()
  return site
}

/** The browser APIs used here, whose types the server is compiled without. */
type Browser = { location: { href: string; origin: string; replace(address: string): void } }

/** The source of these functions is copied into the page's script, so they use no outer variables. `token` is the back office's. */
const withStaffToken = {
  requestInterceptor: (request: { url: string; headers: Record<string, string> }) => {
    const { location } = globalThis as unknown as Browser
    const token = localStorage.getItem('token')
    if (token && new URL(request.url, location.href).origin === location.origin)
      request.headers['Authorization'] ??= `Bearer ${token}`
    return request
  },
  responseInterceptor: (response: { status: number; url: string }) => {
    const { location } = globalThis as unknown as Browser
    if (response.status === 401 && response.url.endsWith('/docs/json')) location.replace('/#/admin/login')
    return response
  },
}
