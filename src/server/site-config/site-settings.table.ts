import { scheduleColumns } from '#server/database/lifecycle.ts'
import { integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** The settings changed by staff, a row for each group; `fields` has only what differs from the defaults. The schedule is the announcement's. */
export const siteSettings = table('siteSettings', {
  id: text(),
  fields: json<Record<string, unknown>>(),
  version: integer(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...scheduleColumns,
})

declare module '#server/database/schema.ts' {
  interface Schema {
    siteSettings: Stored<typeof siteSettings>
  }
}
