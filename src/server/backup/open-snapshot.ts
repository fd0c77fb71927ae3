import type { DatabaseConfig } from '#server/config/config.ts'
import type { Snapshot } from './manifest.ts'

/**
 * Opens a snapshot on a separate connection. It reads the list of tables from the database, so every backup has all
 * tables, and a backup before a migration has the old ones.
 */
export const openSnapshot = async (config: DatabaseConfig): Promise<Snapshot> =>
  config.kind === 'sqlite'
    ? (await import('./sqlite-snapshot.ts')).openSqliteSnapshot(config.file)
    : (await import('./postgres-snapshot.ts')).openPostgresSnapshot(config.url)

/** Tables in which a new database has rows without any content. */
const technical = ['contentVersions', 'settings', 'counters', 'identityAttempts']

/** Whether a database holds a site, even one without content: its first administrator is enough. */
export async function holdsSite(config: DatabaseConfig): Promise<boolean> {
  await using snapshot = await openSnapshot(config)
  for (const table of snapshot.tables) {
    if (technical.includes(table.name)) continue
    for await (const _row of table.rows()) return true
  }
  return false
}
