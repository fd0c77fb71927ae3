import type { ActivityKind, FieldChange } from '#contract/activity.ts'
import { integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The activity log. Entries are only added, and deleted after a year. Refusals are an exception: they are counted in one entry an hour
 * (`countedAs` is its key, `lastAt` the last of them), so that a flood of them does not fill the database.
 */
export const activity = table('activity', {
  id: text(),
  at: time(),
  kind: text<ActivityKind>(),
  /** The act: 'Update a course'. */
  what: text(),
  /** The name and user id of the person; absent if unknown. */
  by: optional(text()),
  byId: optional(text()),
  entity: optional(text()),
  recordId: optional(text()),
  recordName: optional(text()),
  changes: optional(json<FieldChange[]>()),
  address: optional(text()),
  device: optional(text()),
  count: integer(),
  lastAt: time(),
  countedAs: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    activity: Stored<typeof activity>
  }
}
