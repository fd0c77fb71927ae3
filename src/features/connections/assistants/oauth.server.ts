import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { type AppContext, feature } from '#server/feature.ts'
import { signInLimit, visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { countTraffic, senderOf, tooManyFor } from '#server/security/counters.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { isOurs } from './addresses.server.ts'
import {
  issuedTokens,
  oauthRefusal,
  registered,
  registration,
  revocation,
  type TokenRequest,
  tokenRequest,
} from './assistants.contract.ts'
import { requireOn } from './authorization.server.ts'
import { findClient, registerClient } from './clients.server.ts'
import { exchangeCode, refresh, revoke } from './exchange.server.ts'
import { OAuthRefusal, oauthErrors } from './oauth-errors.server.ts'

/** Registrations in an hour, from one host and from its network. The servers of an assistant register it for all of its users. */
const [mostOfHost, mostOfNetwork] = [40, 120]
/** The largest body, in bytes. */
const bodyLimit = 64 * 1024
const form = 'application/x-www-form-urlencoded'

const refusals = { 400: oauthRefusal, 401: oauthRefusal }

/**
 * Lets the page of any other site make a call and read the answer, which depends on nothing that the browser adds: it has neither cookies nor the
 * session of the back office.
 */
export const allowPages = (reply: FastifyReply): FastifyReply =>
  allowCrossOrigin(reply)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version')
    .header('access-control-max-age', '600')

/** The calls with which assistants connect: OAuth 2.1 for public clients, with dynamic registration. */
export const oauthRoutes = feature('Assistants', async (app, context) => {
  const { config, database } = context
  // It comes before the body is read, so that nothing here answers while assistants are switched off.
  app.addHook('onRequest', async (_request, reply) => {
    allowPages(reply)
    await requireOn(context)
  })
  for (const path of ['register', 'token', 'revoke'])
    app.options(`/oauth/${path}`, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply.code(204).send(),
    )

  route(app, 'POST /oauth/register', {
    access: 'public',
    rateLimit: visitorFormLimit,
    bodyLimit,
    summary: 'Register an assistant',
    description:
      'Dynamic client registration (RFC 7591), for public clients. Redirect addresses are https, or http to a loopback address of the person’s computer, and are compared exactly; one of that computer without a port allows every port. An assistant that nobody allows is forgotten after a day.',
    input: registration,
    answer: { 201: registered, ...refusals },
    errors: [404],
    errorHandler: oauthErrors((path) =>
      path.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    ),
    handler: async ({ body, ip }) => {
      if (config.rateLimit) await countRegistration(context, ip)
      return database.transaction((trx) => registerClient(trx, body))
    },
  })

  await app.register(async (forms) => takeForms(forms, context))
})

function takeForms(app: FastifyInstance, { config, database }: AppContext): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(form, { parseAs: 'string', bodyLimit }, async (_request: unknown, body: string) =>
    readForm(body),
  )

  route(app, 'POST /oauth/token', {
    access: 'public',
    rateLimit: signInLimit,
    bodyLimit,
    consumes: [form],
    summary: 'Exchange a code or a refresh token',
    description:
      'A form (RFC 6749). `authorization_code` needs `code`, `code_verifier`, `client_id` and `redirect_uri`; `refresh_token` needs `refresh_token` and `client_id`. The access token works for an hour at `/api/mcp`. Each refresh gives a new refresh token; one that is used again ends the connection.',
    input: tokenRequest,
    answer: { 200: issuedTokens, ...refusals },
    errors: [404],
    errorHandler: oauthErrors(),
    handler: async ({ body }) => {
      const { grant_type, client_id } = body
      if (grant_type === undefined) throw new OAuthRefusal('invalid_request', 'grant_type is missing')
      const exchange = Object.hasOwn(grants, grant_type) ? grants[grant_type as keyof typeof grants] : undefined
      if (!exchange) throw new OAuthRefusal('unsupported_grant_type', 'Use authorization_code or refresh_token')
      const client = await findClient(database.db, client_id)
      if (!client) throw new OAuthRefusal('invalid_client', 'This site does not know the client')
      if (!isOurs(config, body.resource)) throw new OAuthRefusal('invalid_target', 'This is not a resource of the site')
      return exchange(database, client, body satisfies TokenRequest)
    },
  })

  route(app, 'POST /oauth/revoke', {
    access: 'public',
    rateLimit: signInLimit,
    bodyLimit,
    consumes: [form],
    summary: 'End a connection',
    description:
      'A form (RFC 7009) with the access token or the refresh token of the connection as `token`. A token that does not work is answered alike.',
    input: revocation,
    answer: { 200: z.object({}), ...refusals },
    errors: [404],
    errorHandler: oauthErrors(),
    handler: async ({ body }) => {
      await revoke(database, body)
      return {}
    },
  })
}

const grants = { authorization_code: exchangeCode, refresh_token: refresh }

/** @throws OAuthRefusal for a parameter that is there twice: one reader could take the first, and another the last */
function readForm(body: string): Record<string, string> {
  const parameters = new URLSearchParams(body)
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) throw new OAuthRefusal('invalid_request', 'A parameter is there twice')
  return Object.fromEntries(parameters)
}

async function countRegistration({ database }: Pick<AppContext, 'database'>, ip: string): Promise<void> {
  const sender = await senderOf(database, 'assistants', ip)
  const { host, network } = await database.transaction((trx) => countTraffic(trx, sender))
  if (host.hour.count > mostOfHost || network.hour.count > mostOfNetwork)
    throw tooManyFor(Math.max(host.hour.endsIn, network.hour.endsIn), 'Too many assistants were registered from here')
}
