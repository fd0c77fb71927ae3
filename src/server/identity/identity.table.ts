import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** People who can sign in. The address is in lower case. */
export const identityUsers = table('identityUsers', {
  id: text(),
  name: text(),
  email: text(),
  emailVerified: boolean(),
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
 * Sessions; `token` is the hash of the token, `ipAddress` from where they were begun, and `userAgent` the device in words: 'Firefox on
 * Windows'. `updatedAt` is their last use, to the hour.
 */
export const identitySessions = table('identitySessions', {
  id: text(),
  token: text(),
  userId: text(),
  expiresAt: time(),
  ipAddress: optional(text()),
  userAgent: optional(text()),
  createdAt: time(),
  updatedAt: time(),
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
    identityVerifications: Stored<typeof identityVerifications>
  }
}
