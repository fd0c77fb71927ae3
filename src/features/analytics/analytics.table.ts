import { integer, type Stored, table, text } from '#server/database/table.ts'

/** The pages of a day, in the company's time zone. Nothing in these tables is about a person. */
export const viewDays = table('viewDays', {
  day: text(),
  path: text(),
  views: integer(),
  visits: integer(),
  phones: integer(),
})

/** Where the visits of a day came from. `source` is as `sourceName` names it, and that of earlier versions a host; '' is direct or unknown, `campaign` '' none. */
export const sourceDays = table('sourceDays', {
  day: text(),
  path: text(),
  source: text(),
  campaign: text(),
  visits: integer(),
})

/** The results of visits. `source` '?' of earlier versions is ''; `subject` is '' or `courses/ID`. */
export const goalDays = table('goalDays', {
  day: text(),
  goal: text(),
  path: text(),
  source: text(),
  campaign: text(),
  subject: text(),
  count: integer(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    viewDays: Stored<typeof viewDays>
    sourceDays: Stored<typeof sourceDays>
    goalDays: Stored<typeof goalDays>
  }
}
