import { integer, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * Unpublished changes to live records. `revision` is the one that has them, and `base` the one of the live record that they began with;
 * `version` is the record's since then.
 */
export const workingCopies = table('workingCopies', {
  entity: text(),
  recordId: text(),
  revision: integer(),
  base: integer(),
  version: integer(),
  at: time(),
  by: text(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    workingCopies: Stored<typeof workingCopies>
  }
}
