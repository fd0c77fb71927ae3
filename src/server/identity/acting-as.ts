import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { assistantPermissions, grantedBy, may } from '#contract/roles.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import type { Staff } from './accounts.ts'

const forTools = grantedBy(assistantPermissions)

/** How long the headers work, in milliseconds: longer than any call of a tool. */
const lifetime = 5 * 60_000

const callers = new LRUCache<string, Staff>({ max: 5_000, ttl: lifetime })

/** One who calls, as their tools see them: with the few permissions that a tool has. */
export const asTool = (staff: Staff): Staff => ({
  ...staff,
  via: staff.via && { ...staff.via, tool: true },
  granted: forTools.filter((permission) => may(staff, permission)),
})

/**
 * Headers for calls that this process makes to itself (`app.inject`) in the name of one who calls, with the few permissions that a tool has.
 * They name a caller in the memory of this process by 256 random bits, so that no other can make such a call.
 */
export function actAs(staff: Staff): Record<string, string> {
  const name = randomBytes(32).toString('base64url')
  callers.set(name, asTool(staff))
  return { ...internalHeaders, authorization: `Acting ${name}` }
}

/** The one in whose name the process calls itself; undefined for every other call. */
export function actingCaller({ headers }: Pick<FastifyRequest, 'headers'>): Staff | undefined {
  const name = /^Acting ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  return name === undefined ? undefined : callers.get(name)
}
