import type { Generated } from 'kysely'

/** Every table in its stored form. Each feature's `*.table.ts` adds its own; this file has those of the platform. */
export interface Schema {
  /** One row, whose version changes with every change to the public content. */
  contentVersions: { id: number; version: string }
  /** Values that concern the database as a whole. */
  settings: { name: string; value: string }
  /** Failed attempts to sign in: `subject` is a hash of the account and the origin, times are ISO 8601. */
  identityAttempts: { subject: string; count: number; waitUntil: string; keepUntil: string }
  /** Counts calls and their bytes for a period. Addresses in `subject` are keyed hashes. */
  counters: { subject: string; count: number; bytes: number; startedAt: string; endsAt: string }
  /** The indexed records: `source` is the entity, `ref` the id. The index itself differs between the databases. */
  searchDocuments: { id: Generated<number>; source: string; ref: string }
}
