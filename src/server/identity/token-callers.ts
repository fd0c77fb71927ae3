import type { FastifyReply, FastifyRequest } from 'fastify'
import { lookup } from '#contract/lookup.ts'
import { grantable, grantedBy } from '#contract/roles.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { type CountTokenCall, limitTokens } from '#server/http/rate-limits.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { addressIn } from '#server/security/networks.ts'
import type { FindStaff, Staff } from './accounts.ts'
import { actingCaller } from './acting-as.ts'
import { resemblesSecret } from './single-use-tokens.ts'
import { noteTokenUse } from './token-uses.ts'
import { findToken, readSecret } from './tokens.ts'

type Options = { config: Config; database: Database; findStaff: FindStaff }

/** The secret or the session in the header `Authorization: Bearer …`. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * The member of staff in whose name a program, an assistant or a tool of one calls, with their permissions; undefined for every other call. Each
 * call is counted.
 * @throws HttpError 401, or 429 for too many calls
 */
export async function findAgent(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
): Promise<Staff | undefined> {
  const acting = actingCaller(request)
  const bearer = bearerToken(request)
  const agent =
    acting ??
    (bearer !== undefined && resemblesSecret(bearer) ? await staffOfSecret(request, reply, options, bearer) : undefined)
  if (agent?.via) await countCall(request, reply, options, { tokenId: agent.via.id, isInner: acting !== undefined })
  return agent
}

/** The challenge of a 401. Assistants find with it where to ask for access (RFC 9728). */
export const challenge = ({ routeOptions }: FastifyRequest, { config }: Options, error?: string) =>
  [
    'Bearer',
    [
      routeOptions.config.assistants &&
        `resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource${routeOptions.url}"`,
      error && `error="${error}"`,
    ]
      .filter(Boolean)
      .join(', '),
  ]
    .join(' ')
    .trim()

/** The person of a token, with its permissions. It is not asked for a second factor: a session that had to have one has made it. */
async function staffOfSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
  secret: string,
): Promise<Staff> {
  const refuse = (message: string) => {
    reply.header('www-authenticate', challenge(request, options, 'invalid_token'))
    return new HttpError(401, message, undefined, { code: 'invalid_token' })
  }
  const prefix = readSecret(secret)
  if (!prefix) throw refuse('This is not a whole token. Please check that all of it was copied.')
  if (prefix !== 'atr_' && !(prefix === 'ata_' && request.routeOptions.config.assistants))
    throw refuse('This is not a token of a program. Only the call of assistants takes it.')
  const found = await findToken(options.database.db, secret)
  if (!found) throw refuse('This site does not know the token. It was deleted, or it belongs to another site.')
  if (found === 'expired') throw refuse('This token has expired. Please make a new one.')
  const staff = await options.findStaff({ user: found.user })
  if (!staff || staff === 'ended') throw refuse('The person of this token no longer has access.')
  const { id, kind, name, permissions } = found.token
  return { ...staff, via: { id, kind, name }, granted: grantedBy(permissions.filter((one) => lookup(grantable, one))) }
}

/** The limits of the tokens of a database. */
const limits = new WeakMap<Database, CountTokenCall>()

/** A call of assistants is counted as one call, and the calls that its tools make in this process as writes. */
async function countCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, database }: Options,
  { tokenId, isInner }: { tokenId: string; isInner: boolean },
): Promise<void> {
  const write = request.method !== 'GET' && !request.routeOptions.config.assistants
  const count = limits.getOrInsertComputed(database, () => limitTokens({ config, database }))
  await count(reply, tokenId, { call: !isInner, write })
  if (!isInner) noteTokenUse(database, config, tokenId, addressIn(request.ip))
}
