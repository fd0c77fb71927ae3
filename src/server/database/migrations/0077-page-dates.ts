import { sql } from 'kysely'
import { addColumns, type Migration, makeIndexes } from './make-table.ts'

/** A page with an event has one date, and people register for it as they do for a date of a course. */
export const pageDates: Migration = {
  name: '0077-page-dates',
  async up(db, kind) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    for (const table of ['cohorts', 'registrations']) {
      await run(`alter table "${table}" alter column "courseId" drop not null`)
      await run(`alter table "${table}" add column "pageId" text references "pages" ("id") on delete cascade`)
      await run(
        `alter table "${table}" add constraint "${table}_owner" check (("courseId" is null) <> ("pageId" is null))`,
      )
    }
    await addColumns(db, kind, 'cohorts', { startsAt: 'time?', endsAt: 'time?' })
    await makeIndexes(db, 'cohorts', {
      of_page: { on: ['pageId'], unique: true, where: '"pageId" is not null' },
      /** The next time at which a date begins or ends by the minute. */
      startsAt: { on: ['startsAt'], where: '"startsAt" is not null' },
      endsAt: { on: ['endsAt'], where: '"endsAt" is not null' },
    })
    await run('drop index "courseRequests_open"')
    await makeIndexes(db, 'registrations', {
      of_page: { on: ['pageId', 'createdAt desc', 'id desc'], where: '"pageId" is not null' },
      /** Someone asks once for the same thing at a time. */
      open: {
        on: ['coalesce("courseId", "pageId")', `coalesce("cohortId", '')`, 'kind', 'lower("email")'],
        unique: true,
        where: `"deletedAt" is null and "kind" <> 'question' and "state" in ('new', 'waiting', 'offered')`,
      },
    })
  },
}
