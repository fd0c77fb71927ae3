import type { revisionKinds } from '#contract/revisions.ts'
import { boolean, bytes, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The history of every record; `number` counts the revisions of one. Saves between `startedAt` and `at` are one revision. `digests` has a
 * short hash of each field, so that lists can tell what changed without reading `fields`, which is compressed JSON.
 */
export const revisions = table('revisions', {
  entity: text(),
  recordId: text(),
  number: integer(),
  startedAt: time(),
  at: time(),
  by: optional(text()),
  byId: optional(text()),
  kind: text<(typeof revisionKinds)[number]>(),
  live: boolean(),
  digests: json<Record<string, string>>(),
  fields: bytes(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    revisions: Stored<typeof revisions>
  }
}
