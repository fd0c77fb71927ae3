import { filled, oneOf, type TableRules } from '#server/database/migrations/make-table.ts'

const audit = { createdAt: 'time', updatedAt: 'time' } as const

/** Authors, staff, and the accounts of the embedded identity. */
export const people: Record<string, TableRules> = {
  /** The author of a post remains when the user is deleted. */
  authorProfiles: {
    key: ['id'],
    columns: { id: 'text', name: 'text', avatarUrl: 'text?', ...audit, bio: 'text' },
    checks: { filled: filled('name') },
  },
  /** Who has access. `firebaseUid` is the account, at whichever provider. */
  users: {
    key: ['id'],
    columns: {
      id: 'text',
      firebaseUid: 'text?',
      name: 'text',
      email: 'text',
      role: 'text',
      active: 'boolean',
      profileId: 'text?',
      /** Tokens from earlier sign-ins are refused; for identity providers that store their sessions elsewhere. */
      signedOutAt: 'time?',
      firstStepsDismissedAt: 'time?',
      ...audit,
    },
    defaults: { role: 'owner' },
    unique: ['firebaseUid'],
    references: { profileId: 'authorProfiles.id' },
    checks: {
      filled: filled('name', 'email'),
      role: oneOf('role', ['owner', 'marketing', 'editor', 'sales', 'viewer']),
    },
    indexes: { email: { on: ['lower("email")'], unique: true }, profile: ['profileId'] },
  },

  identityUsers: {
    key: ['id'],
    columns: {
      id: 'text',
      name: 'text',
      email: 'text',
      emailVerified: 'boolean',
      image: 'text?',
      /** The expiry of an invited person's link to choose their first password. */
      invitedUntil: 'time?',
      ...audit,
    },
    unique: ['email'],
  },
  /** The ways to sign in to an account: a password, or an account at another provider. */
  identityAccounts: {
    key: ['id'],
    columns: {
      id: 'text',
      accountId: 'text',
      providerId: 'text',
      userId: 'text',
      accessToken: 'text?',
      refreshToken: 'text?',
      idToken: 'text?',
      accessTokenExpiresAt: 'time?',
      refreshTokenExpiresAt: 'time?',
      scope: 'text?',
      /** The hash of the password. */
      password: 'text?',
      ...audit,
    },
    references: { userId: 'identityUsers.id+' },
    indexes: { user: ['userId'] },
  },
  identitySessions: {
    key: ['id'],
    columns: {
      id: 'text',
      token: 'text',
      userId: 'text',
      expiresAt: 'time',
      ipAddress: 'text?',
      userAgent: 'text?',
      /** The second factor that was given with the password. */
      secondFactor: 'text?',
      /** The last confirmation of the person's identity. */
      confirmedAt: 'time?',
      ...audit,
    },
    unique: ['token'],
    references: { userId: 'identityUsers.id+' },
    indexes: { user: ['userId'] },
  },
  /** Tokens that work once, as hashes. */
  identityVerifications: {
    key: ['id'],
    columns: { id: 'text', identifier: 'text', value: 'text', expiresAt: 'time', ...audit },
    indexes: { identifier: ['identifier'] },
  },
  /** Failed attempts to sign in. */
  identityAttempts: {
    key: ['subject'],
    columns: { subject: 'text', count: 'integer', waitUntil: 'time', keepUntil: 'time' },
    indexes: { over: ['keepUntil'] },
  },
  /** The authenticator app of an account. */
  identitySecondFactors: {
    key: ['userId'],
    columns: { userId: 'text', secret: 'text', confirmedAt: 'time?', lastStep: 'integer', createdAt: 'time' },
    references: { userId: 'identityUsers.id+' },
  },
  identityRecoveryCodes: {
    key: ['hash'],
    columns: { hash: 'text', userId: 'text' },
    references: { userId: 'identityUsers.id+' },
    indexes: { user: ['userId'] },
  },
  identityPasskeys: {
    key: ['id'],
    columns: {
      id: 'text',
      userId: 'text',
      credentialId: 'text',
      publicKey: 'bytes',
      counter: 'integer',
      transports: 'json',
      name: 'text',
      createdAt: 'time',
      lastUsedAt: 'time?',
    },
    unique: ['credentialId'],
    references: { userId: 'identityUsers.id+' },
    indexes: { user: ['userId'] },
  },
}
