import { boolean, bytes, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The factor that a person used in addition to a password, or instead of it: a code from an authenticator app, a
 * recovery code, a passkey, or the company's provider.
 */
export type ShownFactor = 'code' | 'passkey' | 'provider'

/** People who can sign in. The address is in lower case, and `invitedUntil` is there until an invited person signs in. */
export const identityUsers = table('identityUsers', {
  id: text(),
  name: text(),
  email: text(),
  emailVerified: boolean(),
  invitedUntil: optional(time()),
  createdAt: time(),
  updatedAt: time(),
})

/** How a person signs in. There is one kind, `credential`, whose `accountId` is the person's id and whose password is hashed. */
export const identityAccounts = table('identityAccounts', {
  id: text(),
  accountId: text(),
  providerId: text<'credential'>(),
  userId: text(),
  password: optional(text()),
  createdAt: time(),
  updatedAt: time(),
})

/**
 * Sessions; `token` is the hash of the token, `ipAddress` where they began, and `userAgent` the device in words: 'Firefox on
 * Windows'. `updatedAt` is their last use, to the hour, and `secondFactor` the factor used in addition to the password,
 * or instead of it. `confirmedAt` is the last confirmation of identity.
 */
export const identitySessions = table('identitySessions', {
  id: text(),
  token: text(),
  userId: text(),
  expiresAt: time(),
  ipAddress: optional(text()),
  userAgent: optional(text()),
  secondFactor: optional(text<ShownFactor>()),
  confirmedAt: optional(time()),
  createdAt: time(),
  updatedAt: time(),
})

/** Second factors. One without `confirmedAt` does not count yet; `lastStep` is the time of the last code that was used. */
export const identitySecondFactors = table('identitySecondFactors', {
  userId: text(),
  secret: text(),
  confirmedAt: optional(time()),
  lastStep: integer(),
  createdAt: time(),
})

/** Recovery codes that were not used; each is a hash of the account and the code. */
export const identityRecoveryCodes = table('identityRecoveryCodes', { hash: text(), userId: text() })

/** Passkeys. `counter` is that of the last sign-in; many authenticators do not count, and leave it at 0. */
export const identityPasskeys = table('identityPasskeys', {
  id: text(),
  userId: text(),
  credentialId: text(),
  publicKey: bytes(),
  counter: integer(),
  transports: json<string[]>(),
  name: text(),
  createdAt: time(),
  lastUsedAt: optional(time()),
})

/** Single-use tokens; `identifier` is a hash of the purpose and the token, `value` the account's uid. */
export const identityVerifications = table('identityVerifications', {
  id: text(),
  identifier: text(),
  value: text(),
  expiresAt: time(),
  createdAt: time(),
  updatedAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    identityUsers: Stored<typeof identityUsers>
    identityAccounts: Stored<typeof identityAccounts>
    identitySessions: Stored<typeof identitySessions>
    identitySecondFactors: Stored<typeof identitySecondFactors>
    identityRecoveryCodes: Stored<typeof identityRecoveryCodes>
    identityPasskeys: Stored<typeof identityPasskeys>
    identityVerifications: Stored<typeof identityVerifications>
  }
}
