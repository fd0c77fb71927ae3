import type { Database } from '#server/database/connect.ts'
import type { AnyResource } from './resource.ts'

/** What is needed to name any record, and to save it as its own form would. */
type KnownResource = Pick<AnyResource, 'table' | 'label' | 'prepare' | 'find' | 'update'>

const known = new WeakMap<Database, Map<string, KnownResource>>()

/** Remembers an entity by the name of its table, for what works on the records of all of them. */
export function registerResource(database: Database, resource: KnownResource): void {
  const all = known.get(database) ?? new Map<string, KnownResource>()
  known.set(database, all.set(resource.table.name, resource))
}

/** The entity whose records are in this table. */
export const resourceOf = (database: Database, table: string): KnownResource | undefined =>
  known.get(database)?.get(table)
