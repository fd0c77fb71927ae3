import type { Db } from '#server/database/connect.ts'
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

/** The values of a group that staff have set, read with the connection of the caller, which may be in a transaction. */
export async function settingsIn(db: Db, id: string): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('siteSettings').select('fields').where('id', '=', id).executeTakeFirst()
  return row ? siteSettings.decode(row).fields : {}
}

declare module '#server/database/schema.ts' {
  interface Schema {
    siteSettings: Stored<typeof siteSettings>
  }
}
