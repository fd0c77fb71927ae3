import { sql } from 'kysely'
import { makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Mail that is delivered once: the state of each subscriber, one notification per post, and a row for every message to send. */
export const mail: Migration = {
  name: '0010-mail',
  async up(db, kind) {
    const states = oneOf('state', ['pending', 'confirmed', 'unsubscribed', 'bounced'])
    await sql
      .raw(`alter table "subscribers" add column "state" text not null default 'confirmed' check (${states})`)
      .execute(db)
    const time = kind === 'sqlite' ? 'text' : 'timestamptz'
    await sql.raw(`alter table "subscribers" add column "stateSince" ${time}`).execute(db)
    await sql`alter table "subscribers" add column "stateReason" text`.execute(db)
    await makeIndex(db, 'subscribers', 'by_state', ['state', 'subscribedAt desc', 'id desc'])

    await makeTable(db, kind, 'notifications', {
      key: ['id'],
      columns: {
        id: 'text',
        blogId: 'text',
        recipients: 'integer',
        holdUntil: 'time',
        pausedAt: 'time?',
        createdBy: 'text?',
        createdAt: 'time',
      },
      // A post has at most one notification.
      unique: ['blogId'],
      references: { blogId: 'blogs.id+' },
    })

    await makeTable(db, kind, 'deliveries', {
      key: ['id'],
      columns: {
        id: 'text',
        kind: 'text',
        notificationId: 'text?',
        subscriberId: 'text?',
        contactId: 'text?',
        state: 'text',
        priority: 'integer',
        attempts: 'integer',
        dueAt: 'time',
        claimedBy: 'text?',
        claimedUntil: 'time?',
        settledAt: 'time?',
        reason: 'text?',
        createdAt: 'time',
      },
      unique: ['notificationId,subscriberId'],
      references: {
        notificationId: 'notifications.id+',
        subscriberId: 'subscribers.id+',
        contactId: 'contactRequests.id+',
      },
      checks: {
        state: oneOf('state', ['waiting', 'sending', 'sent', 'skipped', 'failed']),
        about:
          `("kind" = 'newsletter' and "notificationId" is not null and "subscriberId" is not null) or ` +
          `("kind" = 'confirmation' and "subscriberId" is not null) or ("kind" = 'contact' and "contactId" is not null)`,
        claim: `("state" = 'sending') = ("claimedBy" is not null) and ("claimedBy" is null) = ("claimedUntil" is null)`,
        settled: `("state" in ('sent', 'skipped', 'failed')) = ("settledAt" is not null)`,
      },
    })
    await makeIndex(db, 'deliveries', 'next', ['state', 'priority', 'dueAt', 'id'])
    await makeIndex(db, 'deliveries', 'of_notification', ['notificationId', 'state'])
    await makeIndex(db, 'deliveries', 'of_subscriber', ['subscriberId'])
    await makeIndex(db, 'deliveries', 'of_contact', ['contactId'])
  },
}
