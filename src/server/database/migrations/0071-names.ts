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

const columns = [
  ['notifications', 'letterId', 'newsletterId'],
  ['cohorts', 'enrolBy', 'enrollBy'],
  ['cohorts', 'enrolVia', 'enrollVia'],
  ['cohorts', 'takenElsewhere', 'bookedElsewhere'],
] as const

const changedValues = [
  ['kind', 'enrol', 'enroll', ['enroll', 'waitlist', 'nextDate', 'question']],
  [
    'state',
    'told',
    'notified',
    ['new', 'confirmed', 'declined', 'waiting', 'offered', 'accepted', 'lapsed', 'withdrawn', 'notified'],
  ],
] as const

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
    await rename('goalDays', 'goal', { courseRequest: 'registration', enrol: 'enroll' })
    for (const [table, column, to] of columns)
      await sql`alter table ${sql.id(table)} rename column ${sql.id(column)} to ${sql.id(to)}`.execute(db)
    for (const [rule, from, to, values] of changedValues) {
      await run(`alter table "registrations" drop constraint "courseRequests_${rule}"`)
      await rename('registrations', rule, { [from]: to })
      await run(`alter table "registrations" add constraint "registrations_${rule}" check (${oneOf(rule, values)})`)
    }
    await run(
      `update "siteSettings" set "fields" = cast(replace(cast("fields" as text), '"offerByItself"', '"automaticOffers"') as ${kind === 'sqlite' ? 'text' : 'jsonb'}) where "id" = 'training'`,
    )
  },
}
