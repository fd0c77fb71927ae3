import * as z from 'zod/mini'
import { requiredText, requiredTime } from '#contract/fields.ts'
import { grantables } from '#contract/roles.ts'

/** How long a token lasts if nothing else is said, and at most, in days. */
export const usualDays = 90
export const mostDays = 366
/** The days for which calls are counted. */
export const countedDays = 30
/** The most tokens that a person has at a time. */
export const mostTokens = 50

const permission = z.enum(grantables, `Choose from ${grantables.join(', ')}`)

export const newToken = z.object({
  name: requiredText('Name', 80),
  permissions: z._default(z.array(permission).check(z.minLength(1, 'Choose at least one permission')), ['staff']),
  expiresAt: z.optional(z.nullable(requiredTime('expiresAt'))),
})

export const tokenItem = z.object({
  _id: z.string(),
  name: z.string(),
  permissions: z.array(permission),
  /** Those of them that the role of the person no longer has. */
  lost: z.array(permission),
  owner: z.object({ _id: z.string(), name: z.string() }),
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  /** `ended`: with the access of the person. */
  endedAt: z.optional(z.string()),
  state: z.enum(['active', 'expired', 'ended']),
  lastUsedAt: z.optional(z.string()),
  lastUsedFrom: z.optional(z.string()),
  calls: z.int(),
})
export type TokenItem = z.infer<typeof tokenItem>

export const madeToken = z.extend(tokenItem, { token: z.string() })
export type MadeToken = z.infer<typeof madeToken>
