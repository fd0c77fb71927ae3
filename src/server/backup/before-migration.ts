import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { cleanBackups, newBackupPath } from './backup-folder.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Makes a backup of a site that is about to be migrated, unless `BACKUP_AT=off`.
 * @throws ConfigError if the backup fails; then nothing is migrated
 */
export async function backupBeforeMigration({ backup, dataDir, database }: Config, next: string): Promise<void> {
  if (backup.at === undefined) return
  try {
    const file = newBackupPath(dataDir, 'migration')
    await writeBackup(database, file)
    console.log(`Before the migration "${next}" a backup was made: ${file}`)
    await cleanBackups(dataDir)
  } catch (cause) {
    throw new ConfigError(
      `the database has to be migrated, but the backup before the migration could not be made (${(cause as Error).message}); BACKUP_AT=off skips it`,
      { cause },
    )
  }
}
