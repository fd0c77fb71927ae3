import * as z from 'zod/mini'
import { type AssistantPermission, assistantPermissions, grantable } from '#contract/roles.ts'

/** The one without which a connection does nothing: every message needs it. */
export const needed = 'staff' satisfies AssistantPermission
const needsReading = `An assistant needs “${grantable[needed].label}” for all it does`
const permission = z.enum(assistantPermissions)

/** A connection ends after this time without use, in days. */
export const unusedDays = 90

/** A text of a stranger that is compared or sent back. @param max in characters */
const given = (max: number) => z.optional(z.string().check(z.maxLength(max)))

/** The parameters with which an assistant sends a person to the back office (RFC 6749, 7636 and 8707). Others are ignored. */
export const authorizationQuery = z.object({
  client_id: given(200),
  redirect_uri: given(2_000),
  response_type: given(200),
  scope: given(2_000),
  state: given(10_000),
  code_challenge: given(200),
  code_challenge_method: given(200),
  resource: given(2_000),
})
export type AuthorizationQuery = z.infer<typeof authorizationQuery>

/**
 * The request of an assistant to the person who is signed in. `name` is what it calls itself, and `host` where the answer goes: to the person's own computer
 * if `isLocal`. `back` is the address that tells it that it was refused. With `refused` it cannot be allowed, for this reason.
 */
export const authorizationRequest = z.object({
  name: z.string(),
  host: z.string(),
  isLocal: z.boolean(),
  permissions: z.array(z.object({ permission, asked: z.boolean() })),
  back: z.string(),
  refused: z.optional(z.string()),
})
export type AuthorizationRequest = z.infer<typeof authorizationRequest>

export const approval = z.extend(authorizationQuery, {
  permissions: z.array(permission).check(
    z.minLength(1, 'Choose at least one permission'),
    z.maxLength(20),
    z.refine((chosen) => chosen.length === 0 || chosen.includes(needed), needsReading),
  ),
})
export const approved = z.object({ redirect: z.string() })

/** The description that an assistant gives of itself (RFC 7591). Other fields are ignored. */
export const registration = z.object({
  redirect_uris: z
    .array(z.string().check(z.maxLength(2_000, 'A redirect address is too long')))
    .check(z.minLength(1, 'Name at least one redirect address'), z.maxLength(20, 'Name at most 20 redirect addresses')),
  client_name: z.optional(z.string()),
  grant_types: z.optional(z.array(z.string())),
  response_types: z.optional(z.array(z.string())),
})
export type Registration = z.infer<typeof registration>

export const registered = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
})
export type Registered = z.infer<typeof registered>

const parameter = given(4_000)
export const tokenRequest = z.object({
  grant_type: parameter,
  client_id: parameter,
  code: parameter,
  redirect_uri: parameter,
  code_verifier: parameter,
  refresh_token: parameter,
  resource: parameter,
})
export type TokenRequest = z.infer<typeof tokenRequest>

export const issuedTokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
})
export type IssuedTokens = z.infer<typeof issuedTokens>

export const revocation = z.object({ token: parameter, token_type_hint: parameter, client_id: parameter })
export type Revocation = z.infer<typeof revocation>

/** A refusal as OAuth writes it (RFC 6749, 5.2). */
export const oauthRefusal = z.object({ error: z.string(), error_description: z.string() })

/** `permissions` are those that it has now, which the role of the person limits. `paused`: assistants are switched off. */
export const connectedAssistant = z.object({
  _id: z.string(),
  name: z.string(),
  host: z.string(),
  person: z.object({ _id: z.string(), name: z.string() }),
  permissions: z.array(permission),
  connectedAt: z.string(),
  lastUsedAt: z.optional(z.string()),
  paused: z.boolean(),
})
export type ConnectedAssistant = z.infer<typeof connectedAssistant>

/** Whether staff can connect assistants, and the address that they give them. */
export const assistantSetup = z.object({ on: z.boolean(), address: z.string() })
export type AssistantSetup = z.infer<typeof assistantSetup>
