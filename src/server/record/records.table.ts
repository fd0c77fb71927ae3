import type { revisionKinds } from '#contract/revisions.ts'
import { boolean, bytes, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

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

/** Links that show an unpublished record to people outside. Only the hash of a link's token is stored. */
export const previewLinks = table('previewLinks', {
  id: text(),
  tokenHash: text(),
  entity: text(),
  recordId: text(),
  by: text(),
  createdAt: time(),
  expiresAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    workingCopies: Stored<typeof workingCopies>
    revisions: Stored<typeof revisions>
    previewLinks: Stored<typeof previewLinks>
  }
}
