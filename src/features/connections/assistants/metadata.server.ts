import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assistantPermissions } from '#contract/roles.ts'
import type { AppContext } from '#server/feature.ts'
import { mcpAddress, mcpPath } from './addresses.server.ts'
import { isOn } from './authorization.server.ts'
import { allowPages } from './oauth.server.ts'

/** The well-known address of what assistants connect to. */
const resourcePath = '/.well-known/oauth-protected-resource'

type Context = Pick<AppContext, 'config' | 'site'>

/**
 * The documents from which an assistant learns how to connect: what it connects to (RFC 9728), and who lets it in (RFC 8414). Both name the public
 * address, whatever a proxy has made of the request's.
 */
export async function serveAssistantMetadata(app: FastifyInstance, context: Context): Promise<void> {
  const { publicUrl } = context.config
  const resource = async () => ({
    resource: mcpAddress(context.config),
    resource_name: (await context.site.now()).company.brand,
    authorization_servers: [publicUrl],
    scopes_supported: assistantPermissions,
    bearer_methods_supported: ['header'],
  })
  const server = async () => ({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/admin/authorize`,
    token_endpoint: `${publicUrl}/api/oauth/token`,
    registration_endpoint: `${publicUrl}/api/oauth/register`,
    revocation_endpoint: `${publicUrl}/api/oauth/revoke`,
    scopes_supported: assistantPermissions,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })

  /** Both addresses of the resource say the same: an assistant that does not find the one of its path looks at the other. */
  const documents = {
    [resourcePath]: resource,
    [resourcePath + mcpPath]: resource,
    '/.well-known/oauth-authorization-server': server,
  }
  for (const [path, read] of Object.entries(documents)) {
    app.get(path, async (_request: FastifyRequest, reply: FastifyReply) => {
      if (!(await isOn(context))) return reply.callNotFound()
      return allowPages(reply)
        .header('cache-control', 'no-store')
        .send(await read())
    })
    app.options(path, async (_request: FastifyRequest, reply: FastifyReply) => {
      if (!(await isOn(context))) return reply.callNotFound()
      return allowPages(reply).code(204).send()
    })
  }
}
