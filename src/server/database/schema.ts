import type { Generated } from 'kysely'

/** Every table, as queries see it. Each feature's `*.table.ts` adds its own; named here are those that belong to no feature. */
export interface Schema {
  /** One row, whose version changes with every change to what the public can see. */
  contentVersions: { id: number; version: string }
  /** What the program remembers about this database itself. */
  settings: { name: string; value: string }
  /** How often somebody tried to sign in: `subject` is a hash of whom and where, times are ISO 8601. */
  identityAttempts: { subject: string; count: number; waitUntil: string; keepUntil: string }
  /** What is counted for a while, and how many bytes it had in all. Whom it is about is named by a keyed hash alone. */
  counters: { subject: string; count: number; bytes: number; startedAt: string; endsAt: string }
  /** What the search index holds: `source` is the kind of thing, `ref` its id. The index itself differs between the databases. */
  searchDocuments: { id: Generated<number>; source: string; ref: string }
}
