import { sql } from 'kysely'
import { filled, makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Accounts, visitors' messages, subscribers, pictures and settings. */
export const company: Migration = {
  name: '0001-company',
  async up(db, kind) {
    await makeTable(db, kind, 'settings', { key: ['name'], columns: { name: 'text', value: 'text' } })
    await makeTable(db, kind, 'contentVersions', {
      key: ['id'],
      columns: { id: 'integer', version: 'text' },
      checks: { one_row: '"id" = 1' },
    })
    await sql`insert into "contentVersions" ("id", "version") values (1, 'new')`.execute(db)

    // The author of a post remains when the account is deleted.
    await makeTable(db, kind, 'authorProfiles', {
      key: ['id'],
      columns: { id: 'text', name: 'text', avatarUrl: 'text?', bio: 'text', createdAt: 'time', updatedAt: 'time' },
      checks: { filled: filled('name') },
    })
    await makeTable(db, kind, 'users', {
      key: ['id'],
      columns: {
        id: 'text',
        firebaseUid: 'text?',
        name: 'text',
        email: 'text',
        active: 'boolean',
        profileId: 'text?',
        createdAt: 'time',
        updatedAt: 'time',
      },
      unique: ['firebaseUid'],
      references: { profileId: 'authorProfiles.id' },
      checks: { filled: filled('name', 'email') },
    })
    await makeIndex(db, 'users', 'email', ['lower("email")'], { unique: true })
    await makeIndex(db, 'users', 'profile', ['profileId'])

    await makeTable(db, kind, 'contactRequests', {
      key: ['id'],
      columns: {
        id: 'text',
        name: 'text',
        email: 'text',
        subject: 'text',
        message: 'text',
        status: 'text',
        createdAt: 'time',
      },
      checks: {
        filled: filled('name', 'email', 'subject', 'message'),
        status: oneOf('status', ['pending', 'resolved', 'spam']),
      },
    })
    await makeIndex(db, 'contactRequests', 'newest', ['createdAt desc', 'id desc'])
    await makeIndex(db, 'contactRequests', 'by_status', ['status', 'createdAt desc', 'id desc'])

    await makeTable(db, kind, 'subscribers', {
      key: ['id'],
      columns: { id: 'text', email: 'text', subscribedAt: 'time' },
      unique: ['email'],
      checks: { email: `${filled('email')} and "email" = lower("email")` },
    })
    await makeIndex(db, 'subscribers', 'newest', ['subscribedAt desc', 'id desc'])

    await makeTable(db, kind, 'images', {
      key: ['hash'],
      columns: { hash: 'text', width: 'integer', height: 'integer', createdAt: 'time' },
      checks: { size: '"width" > 0 and "height" > 0' },
    })
    await makeTable(db, kind, 'imageVariants', {
      key: ['hash', 'width', 'format'],
      columns: { hash: 'text', width: 'integer', format: 'text', bytes: 'bytes' },
      references: { hash: 'images.hash+' },
      checks: { format: oneOf('format', ['avif', 'webp']), width: '"width" > 0' },
    })
  },
}
