import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import { makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** Counters that several processes share, and digests of visitors' messages. */
export const floods: Migration = {
  name: '0012-floods',
  async up(db, kind) {
    await makeTable(db, kind, 'counters', {
      key: ['subject'],
      columns: { subject: 'text', count: 'integer', bytes: 'integer', startedAt: 'time', endsAt: 'time' },
    })
    await makeIndex(db, 'counters', 'over', ['endsAt'])

    const flag = kind === 'sqlite' ? 'integer check ("flood" in (0, 1))' : 'boolean'
    await sql.raw(`alter table "contactRequests" add column "flood" ${flag}`).execute(db)
    await sql`alter table "contactRequests" add column "digestId" text`.execute(db)
    await makeIndex(db, 'contactRequests', 'of_flood', ['createdAt desc', 'id desc'], { where: '"flood" is not null' })
    await makeIndex(db, 'contactRequests', 'of_digest', ['digestId'], { where: '"digestId" is not null' })
    await allowDigests(db, kind)
  },
}

const about =
  `("kind" = 'newsletter' and "notificationId" is not null and "subscriberId" is not null) or ` +
  `("kind" = 'confirmation' and "subscriberId" is not null) or ("kind" = 'contact' and "contactId" is not null) or "kind" = 'contactDigest'`

/** A delivery may be a digest, which refers to no single row. SQLite cannot change a constraint, so its table is created again. */
async function allowDigests(db: QueryExecutorProvider, kind: DatabaseKind) {
  if (kind === 'postgres') {
    await sql
      .raw(
        `alter table "deliveries" drop constraint "deliveries_about", add constraint "deliveries_about" check (${about})`,
      )
      .execute(db)
    return
  }
  await sql`alter table "deliveries" rename to "deliveriesBefore"`.execute(db)
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
      about,
      claim: `("state" = 'sending') = ("claimedBy" is not null) and ("claimedBy" is null) = ("claimedUntil" is null)`,
      settled: `("state" in ('sent', 'skipped', 'failed')) = ("settledAt" is not null)`,
    },
  })
  const columns =
    '"id", "kind", "notificationId", "subscriberId", "contactId", "state", "priority", "attempts", "dueAt", "claimedBy", "claimedUntil", "settledAt", "reason", "createdAt"'
  await sql.raw(`insert into "deliveries" (${columns}) select ${columns} from "deliveriesBefore"`).execute(db)
  await sql`drop table "deliveriesBefore"`.execute(db)
  await makeIndex(db, 'deliveries', 'next', ['state', 'priority', 'dueAt', 'id'])
  await makeIndex(db, 'deliveries', 'of_notification', ['notificationId', 'state'])
  await makeIndex(db, 'deliveries', 'of_subscriber', ['subscriberId'])
  await makeIndex(db, 'deliveries', 'of_contact', ['contactId'])
}
