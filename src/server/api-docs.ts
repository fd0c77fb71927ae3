import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'

/** The page brings its own files and asks nobody else; its scripts set styles on their own elements. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Describes every route registered after it: `openapi.json`, and a page to browse it at `docs`. */
export async function documentApi(app: FastifyInstance, { company, publicUrl }: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${company.brand} API`, description: 'What the website reads and sends.', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The plugin does not know under which prefix it stands.
    indexPrefix: app.prefix,
    staticCSP: docsPolicy,
    uiConfig: { deepLinking: true, docExpansion: 'list', layout: 'BaseLayout' },
    theme: { title: `${company.brand} API` },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
