import { integer, json, type Stored, table, text, time } from '#server/database/table.ts'

/** Unpublished changes to live records; `base` is the revision of the live record that they started from. */
export const workingCopies = table('workingCopies', {
  entity: text(),
  recordId: text(),
  version: integer(),
  base: integer(),
  at: time(),
  by: text(),
  fields: json<Record<string, unknown>>(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    workingCopies: Stored<typeof workingCopies>
  }
}
