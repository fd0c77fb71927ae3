import type { QueryExecutorProvider } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'

/**
 * A change of the database's schema. A released migration never changes. So it states the tables and lists of its time,
 * imports none from the program, and uses only SQL.
 */
export type Migration = { name: string; up: (db: QueryExecutorProvider, kind: DatabaseKind) => Promise<void> }
