import type { QueryExecutorProvider } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'

/**
 * A step that leads the database from one shape to the next. Once released it never changes: it states tables and lists as they were
 * then, and imports none from the program. It speaks SQL alone, for the same reason.
 */
export type Migration = { name: string; up: (db: QueryExecutorProvider, kind: DatabaseKind) => Promise<void> }
