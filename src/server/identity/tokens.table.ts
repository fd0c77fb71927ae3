import type { Grantable } from '#contract/roles.ts'
import { integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * Callers in someone's name without a session: each is a program with a token, or an assistant that a member of staff (`userId`) has connected.
 * `permissions` limit it further than the role of that person does. One without `expiresAt` never ends, unless the access of that person does
 * (`endedAt`). `lastUsedFrom` is a network address. An assistant has the `clientId` that it has registered, and the `host` that its authorization
 * code was sent to.
 */
export const tokens = table('tokens', {
  id: text(),
  kind: text<'program' | 'assistant'>(),
  userId: text(),
  name: text(),
  permissions: json<Grantable[]>(),
  clientId: optional(text()),
  host: optional(text()),
  createdAt: time(),
  expiresAt: optional(time()),
  endedAt: optional(time()),
  lastUsedAt: optional(time()),
  lastUsedFrom: optional(text()),
})

/**
 * The secrets by which a token is known; `hash` is all that is stored of one. A program has one for `access`. An assistant gets a new pair with
 * each refresh; a `refresh` secret with `usedAt` was exchanged before, and its second use ends the connection.
 */
export const tokenSecrets = table('tokenSecrets', {
  hash: text(),
  tokenId: text(),
  use: text<'access' | 'refresh'>(),
  createdAt: time(),
  expiresAt: optional(time()),
  usedAt: optional(time()),
})

/** The calls of a token on a day of the company. */
export const tokenUses = table('tokenUses', { tokenId: text(), day: text(), count: integer() })

/**
 * Assistants that have registered themselves (RFC 7591). Anyone can register one, so its name proves nothing. `allowedAt` is when a member of
 * staff last allowed it to connect.
 */
export const oauthClients = table('oauthClients', {
  id: text(),
  name: text(),
  redirectUris: json<string[]>(),
  createdAt: time(),
  allowedAt: optional(time()),
})

/** Authorization codes; `challenge` is that of PKCE with S256, and `tokenId` the connection once the code was exchanged. */
export const oauthCodes = table('oauthCodes', {
  hash: text(),
  clientId: text(),
  userId: text(),
  redirectUri: text(),
  challenge: text(),
  permissions: json<Grantable[]>(),
  expiresAt: time(),
  tokenId: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    tokens: Stored<typeof tokens>
    tokenSecrets: Stored<typeof tokenSecrets>
    tokenUses: Stored<typeof tokenUses>
    oauthClients: Stored<typeof oauthClients>
    oauthCodes: Stored<typeof oauthCodes>
  }
}
