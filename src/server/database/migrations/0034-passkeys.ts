import { makeIndex, makeTable } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Passkeys, with which a person signs in without a password. */
export const passkeys: Migration = {
  name: '0034-passkeys',
  async up(db, kind) {
    await makeTable(db, kind, 'identityPasskeys', {
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
    })
    await makeIndex(db, 'identityPasskeys', 'user', ['userId'])
  },
}
