import type { Generated } from 'kysely'

/** Every table, as queries see it. Each feature's `*.table.ts` adds its own; named here are those that belong to no feature. */
export interface Schema {
  /** One row, whose version changes with every change to what the public can see. */
  contentVersions: { id: number; version: string }
  /** What the program remembers about this database itself. */
  settings: { name: string; value: string }
  /** What the search index holds: `source` is the kind of thing, `ref` its id. The index itself differs between the databases. */
  searchDocuments: { id: Generated<number>; source: string; ref: string }
}
