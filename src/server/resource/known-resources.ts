import type { Database } from '#server/database/connect.ts'
import type { AnyResource } from './resource.ts'

/** The operations to name any record, and to save it as its form would. */
type KnownResource = Pick<AnyResource, 'table' | 'label' | 'steps' | 'prepare' | 'find' | 'changes'>

const known = new WeakMap<Database, Map<string, KnownResource>>()

/** Registers an entity by the name of its table, for operations on records of any entity. */
export function registerResource(database: Database, resource: KnownResource): void {
  const all = known.get(database) ?? new Map<string, KnownResource>()
  known.set(database, all.set(resource.table.name, resource))
}

/** The entity whose records are in this table. */
export const resourceOf = (database: Database, table: string): KnownResource | undefined =>
  known.get(database)?.get(table)
