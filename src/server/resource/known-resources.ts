import type { Database } from '#server/database/connect.ts'
import type { AnyResource } from './resource.ts'

const known = new WeakMap<Database, Map<string, AnyResource>>()

/** Remembers an entity by the name of its table, for what works on the records of all of them. */
export function registerResource(database: Database, resource: AnyResource): void {
  const all = known.get(database) ?? new Map<string, AnyResource>()
  known.set(database, all.set(resource.table.name, resource))
}

/** The entity whose records are in this table. */
export const resourceOf = (database: Database, table: string): AnyResource | undefined =>
  known.get(database)?.get(table)
