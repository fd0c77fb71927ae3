import type { ProposalKind } from '#contract/proposals.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import type { ReviewState } from '#contract/reviews.ts'
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
 * short hash of each field, so that lists can tell what changed without reading `fields`, which is compressed JSON. `alone`: an owner has made
 * it public, or sent it, without the approval of a second person.
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
  alone: optional(boolean()),
  digests: json<Record<string, string>>(),
  fields: bytes(),
})

/** Links that show an unpublished record to people outside, or with `reviewId` one version of it to review. Only the hash of a link's token is stored. */
export const previewLinks = table('previewLinks', {
  id: text(),
  tokenHash: text(),
  entity: text(),
  recordId: text(),
  by: text(),
  createdAt: time(),
  expiresAt: time(),
  reviewId: optional(text()),
})

/**
 * Reviews of records, each of one version: `fields` has its fields, `digest` is that of its content, and `writtenById` is who saved it.
 * `ofId` is the colleague who was asked; a guest has none. `deliveryId` is the message to a guest, and `undelivered` why it did not arrive. `counts`: someone who may publish has approved what another person wrote.
 */
export const reviews = table('reviews', {
  id: text(),
  entity: text(),
  recordId: text(),
  digest: text(),
  fields: bytes(),
  writtenById: optional(text()),
  askedAt: time(),
  askedBy: text(),
  askedById: optional(text()),
  note: optional(text()),
  ofId: optional(text()),
  ofName: text(),
  ofEmail: optional(text()),
  deliveryId: optional(text()),
  undelivered: optional(text()),
  afterId: optional(text()),
  state: text<ReviewState>(),
  settledAt: optional(time()),
  settledBy: optional(text()),
  settledById: optional(text()),
  answer: optional(text()),
  counts: boolean(),
})

/** Remarks of colleagues on a record or on marked words of it, and the answers to them. */
export const remarks = table('remarks', {
  id: text(),
  entity: text(),
  recordId: text(),
  parentId: optional(text()),
  anchor: optional(json<RemarkAnchor>()),
  lostAt: optional(time()),
  text: text(),
  at: time(),
  by: text(),
  byId: optional(text()),
  editedAt: optional(time()),
  doneAt: optional(time()),
  doneBy: optional(text()),
})

/**
 * Fields of records whose texts have changed since the anchors of their remarks were set: `text` is the former one, packed. The anchors move when the remarks
 * are read next.
 */
export const remarkedTexts = table('remarkedTexts', {
  entity: text(),
  recordId: text(),
  field: text(),
  text: bytes(),
})

/**
 * Drafts and unpublished changes that assistants have proposed, and that no person has taken over. `base` is the revision before them, which a
 * new record does not have.
 */
export const proposals = table('proposals', {
  entity: text(),
  recordId: text(),
  kind: text<ProposalKind>(),
  assistant: text(),
  userId: text(),
  userName: text(),
  base: optional(integer()),
  at: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    workingCopies: Stored<typeof workingCopies>
    revisions: Stored<typeof revisions>
    previewLinks: Stored<typeof previewLinks>
    reviews: Stored<typeof reviews>
    remarks: Stored<typeof remarks>
    remarkedTexts: Stored<typeof remarkedTexts>
    proposals: Stored<typeof proposals>
  }
}
