import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import { makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** A delivery refers to its subject and recipient by id without a foreign key, so that a new kind of message changes no table. */
export const deliverySubjects: Migration = {
  name: '0013-delivery-subjects',
  async up(db, kind) {
    if (kind === 'postgres') await replaceColumns(db)
    else await replaceTable(db, kind)
    await makeIndex(db, 'deliveries', 'of_subject', ['kind', 'subjectId', 'state'])
    await makeIndex(db, 'deliveries', 'of_recipient', ['recipientId'], { where: '"recipientId" is not null' })
  },
}

const subject = `coalesce("notificationId", "contactId", "subscriberId")`
const recipient = `case when "notificationId" is not null then "subscriberId" end`
/** The data of a sent message is deleted, so that the table contains no personal data of it. */
const payloadEnds = `"settledAt" is null or "payload" is null`

/** The keys, checks and indexes of a column are dropped with it. */
async function replaceColumns(db: QueryExecutorProvider) {
  for (const statement of [
    'alter table "deliveries" add column "subjectId" text, add column "recipientId" text, add column "payload" text',
    `update "deliveries" set "subjectId" = ${subject}, "recipientId" = ${recipient}`,
    'alter table "deliveries" drop column "notificationId", drop column "subscriberId", drop column "contactId"',
    `alter table "deliveries" add constraint "deliveries_payload" check (${payloadEnds})`,
  ])
    await sql.raw(statement).execute(db)
}

/** SQLite cannot drop a column that a constraint names, so its table is created again. */
async function replaceTable(db: QueryExecutorProvider, kind: DatabaseKind) {
  await sql`alter table "deliveries" rename to "deliveriesBefore"`.execute(db)
  await makeTable(db, kind, 'deliveries', {
    key: ['id'],
    columns: {
      id: 'text',
      kind: 'text',
      subjectId: 'text?',
      recipientId: 'text?',
      payload: 'text?',
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
    checks: {
      state: oneOf('state', ['waiting', 'sending', 'sent', 'skipped', 'failed']),
      payload: payloadEnds,
      claim: `("state" = 'sending') = ("claimedBy" is not null) and ("claimedBy" is null) = ("claimedUntil" is null)`,
      settled: `("state" in ('sent', 'skipped', 'failed')) = ("settledAt" is not null)`,
    },
  })
  const columns =
    '"id", "kind", "state", "priority", "attempts", "dueAt", "claimedBy", "claimedUntil", "settledAt", "reason", "createdAt"'
  await sql
    .raw(
      `insert into "deliveries" (${columns}, "subjectId", "recipientId") ` +
        `select ${columns}, ${subject}, ${recipient} from "deliveriesBefore"`,
    )
    .execute(db)
  await sql`drop table "deliveriesBefore"`.execute(db)
  await makeIndex(db, 'deliveries', 'next', ['state', 'priority', 'dueAt', 'id'])
}
