import { sql } from 'kysely'
import { type Migration, oneOf } from './make-table.ts'

const tables = { letters: 'newsletters', questions: 'faqs', courseRequests: 'registrations' }

/** Names of entities in tables for records of all kinds. The activity log has the names of calls too. */
const entities = { ...tables, 'course-requests': 'registrations' }
const naming = ['activity', 'revisions', 'workingCopies', 'previewLinks', 'mediaUses']

const kinds = {
  letterTest: 'newsletterTest',
  courseRequestNotice: 'registrationNotice',
  courseRequestConfirm: 'registrationConfirm',
  courseRequestAgain: 'registrationRepeat',
  courseRequestAnswer: 'registrationAnswer',
}

const states = ['new', 'confirmed', 'declined', 'waiting', 'offered', 'accepted', 'lapsed', 'withdrawn', 'notified']

/** Newsletters, FAQs and registrations have the names that staff read. */
export const names: Migration = {
  name: '0071-names',
  async up(db, kind) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    const rename = async (table: string, column: string, words: Record<string, string>) => {
      for (const [from, to] of Object.entries(words))
        await sql`update ${sql.id(table)} set ${sql.id(column)} = ${to} where ${sql.id(column)} = ${from}`.execute(db)
    }
    for (const [from, to] of Object.entries(tables))
      await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)
    for (const table of naming) await rename(table, 'entity', entities)
    await rename('deliveries', 'kind', kinds)
    await rename('goalDays', 'goal', { courseRequest: 'registration' })
    await run('alter table "notifications" rename column "letterId" to "newsletterId"')
    await run('alter table "cohorts" rename column "takenElsewhere" to "bookedElsewhere"')
    await run('alter table "registrations" drop constraint "courseRequests_state"')
    await rename('registrations', 'state', { told: 'notified' })
    await run(`alter table "registrations" add constraint "registrations_state" check (${oneOf('state', states)})`)
    await run(
      `update "siteSettings" set "fields" = cast(replace(cast("fields" as text), '"offerByItself"', '"automaticOffers"') as ${kind === 'sqlite' ? 'text' : 'jsonb'}) where "id" = 'training'`,
    )
  },
}
