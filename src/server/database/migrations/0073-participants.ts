import { sql } from 'kysely'
import { addColumns, type Migration, makeTables, oneOf } from './make-table.ts'

const roles = ['owner', 'marketing', 'editor', 'sales', 'viewer', 'trainer']
const notices = ['moved', 'cancelled', 'opened', 'joining', 'reminder', 'note', 'thanks']
/** The most seats of a registration. */
const seats = Array.from({ length: 50 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Each seat of an enrolled registration is a participant, who can get a certificate. Trainers teach dates and write to their people. */
export const participants: Migration = {
  name: '0073-participants',
  async up(db, kind) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run('alter table "registrations" alter column "email" drop not null')
    await addColumns(db, kind, 'registrations', {
      poNumber: 'text?',
      invoiceNo: 'text?',
      paidOn: 'text?',
      enteredBy: 'text?',
    })
    await addColumns(db, kind, 'cohorts', {
      joinUrl: 'text?',
      joinText: 'text?',
      trainerIds: 'json?',
      remindAt: 'json?',
      thankAfter: 'integer?',
    })
    await addColumns(db, kind, 'cohortNotices', { audience: 'text?', daysBefore: 'integer?', forDay: 'text?' })
    await run('alter table "cohortNotices" drop constraint "cohortNotices_kind"')
    await run(`alter table "cohortNotices" add constraint "cohortNotices_kind" check (${oneOf('kind', notices)})`)
    // One automatic message of a kind for the day of a date, whichever process queues it.
    await run(
      'create unique index "cohortNotices_automatic" on "cohortNotices" ("cohortId", "kind", "forDay", "daysBefore") where "daysBefore" is not null',
    )
    await makeTables(db, kind, {
      participants: {
        key: ['id'],
        columns: {
          id: 'text',
          /** Missing once the registration was erased for one of its people: the others keep their seats. */
          registrationId: 'text?',
          cohortId: 'text',
          name: 'text?',
          email: 'text?',
          phone: 'text?',
          /** Whether they get the joining details themselves. */
          informed: 'boolean',
          /** The days on which they were there. */
          attended: 'json',
          version: 'integer',
          createdAt: 'time',
          updatedAt: 'time',
          updatedBy: 'text?',
        },
        defaults: { informed: false, attended: '{}' },
        references: { registrationId: 'registrations.id+', cohortId: 'cohorts.id+' },
        indexes: {
          of_cohort: ['cohortId', 'id'],
          of_registration: ['registrationId', 'id'],
          of_email: { on: ['lower("email")'], where: '"email" is not null' },
        },
      },
      /** What anyone with its number learns of a certificate. It names no one, and stays when its participant is erased. */
      certificates: {
        key: ['number'],
        columns: {
          number: 'text',
          participantId: 'text?',
          cohortId: 'text?',
          course: 'text',
          startsOn: 'text',
          endsOn: 'text?',
          issuedAt: 'time',
          issuedBy: 'text?',
          withdrawnAt: 'time?',
        },
        indexes: { of_participant: ['participantId'], of_cohort: ['cohortId'] },
      },
    })
    // One seat is for the person who booked it; of several, their people are named later.
    await run(
      `insert into "participants" ("id", "registrationId", "cohortId", "name", "email", "version", "createdAt", "updatedAt")
       select "id" || '-' || "number", "id", "cohortId",
         case when "people" = 1 then "name" end, case when "people" = 1 then "email" end, 1, "stateAt", "stateAt"
       from "registrations" inner join (${seats.map((seat) => `select '${seat}' as "number"`).join(' union all ')}) as "seats"
         on cast("number" as integer) <= "people"
       where "state" in ('confirmed', 'accepted') and "cohortId" is not null`,
    )
    await allowTrainers(run, db, kind)
  },
}

async function allowTrainers(
  run: (statement: string) => Promise<unknown>,
  db: Parameters<Migration['up']>[0],
  kind: Parameters<Migration['up']>[1],
): Promise<void> {
  const known = oneOf('role', roles)
  const named =
    kind === 'postgres' ||
    (await sql<{ sql: string }>`select "sql" from "sqlite_master" where "name" = 'users'`.execute(db)).rows.some(
      (row) => row.sql.includes('"users_role"'),
    )
  if (named) {
    await run('alter table "users" drop constraint "users_role"')
    await run(`alter table "users" add constraint "users_role" check (${known})`)
    return
  }
  // Databases of version 0.1.0 have the rule in the column, without a name.
  for (const statement of [
    `alter table "users" add column "nextRole" text not null default 'owner'`,
    'update "users" set "nextRole" = "role"',
    'alter table "users" drop column "role"',
    'alter table "users" rename column "nextRole" to "role"',
    `alter table "users" add constraint "users_role" check (${known})`,
  ])
    await run(statement)
}
