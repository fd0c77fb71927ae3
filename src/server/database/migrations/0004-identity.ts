import { sql } from 'kysely'
import { makeIndex, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** The tables of the embedded identity: accounts, hashes of passwords, sessions, and failed attempts. */
export const identity: Migration = {
  name: '0004-identity',
  async up(db, kind) {
    const auditFields = { createdAt: 'time', updatedAt: 'time' } as const
    await makeTable(db, kind, 'identityUsers', {
      key: ['id'],
      columns: { id: 'text', name: 'text', email: 'text', emailVerified: 'boolean', image: 'text?', ...auditFields },
      unique: ['email'],
    })
    await makeTable(db, kind, 'identityAccounts', {
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
        password: 'text?',
        ...auditFields,
      },
      references: { userId: 'identityUsers.id+' },
    })
    await makeIndex(db, 'identityAccounts', 'user', ['userId'])
    await makeTable(db, kind, 'identitySessions', {
      key: ['id'],
      columns: {
        id: 'text',
        token: 'text',
        userId: 'text',
        expiresAt: 'time',
        ipAddress: 'text?',
        userAgent: 'text?',
        ...auditFields,
      },
      unique: ['token'],
      references: { userId: 'identityUsers.id+' },
    })
    await makeIndex(db, 'identitySessions', 'user', ['userId'])
    await makeTable(db, kind, 'identityVerifications', {
      key: ['id'],
      columns: { id: 'text', identifier: 'text', value: 'text', expiresAt: 'time', ...auditFields },
    })
    await makeIndex(db, 'identityVerifications', 'identifier', ['identifier'])
    await makeTable(db, kind, 'identityAttempts', {
      key: ['subject'],
      columns: { subject: 'text', count: 'integer', waitUntil: 'time', keepUntil: 'time' },
    })
    await makeIndex(db, 'identityAttempts', 'over', ['keepUntil'])
    // Tokens from earlier sign-ins are refused; for identity providers that store their sessions elsewhere.
    await sql
      .raw(`alter table "users" add column "signedOutAt" ${kind === 'sqlite' ? 'text' : 'timestamptz'}`)
      .execute(db)
  },
}
