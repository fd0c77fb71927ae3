import { join } from 'node:path'
import { personalData } from '#app/personal-data.server.ts'
import { applyErasures, erasedTables, erasuresIn, readErased } from '#features/persons/erasures.shared.server.ts'
import { backupFolder, listBackups } from '#server/backup/backup-status.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { openBackup } from '#server/backup/read-backup.ts'
import type { Config } from '#server/config/config.ts'
import { connect, type Transaction } from '#server/database/connect.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'

/**
 * Finds the erasures that a restore must not undo: in `DATA_DIR/erased`, and in every newer backup, one of which is that of the replaced site.
 * @returns applies them to the restored data, and then reports that in lines for the operator
 */
export async function findErasures({ dataDir, database: target }: Config, { createdAt }: Manifest) {
  const unread: string[] = []
  const known = await readErased(dataDir)
  for (const { file, name } of await listBackups(dataDir))
    try {
      using newer = await openBackup(file)
      if (newer.manifest.createdAt > createdAt) known.push(...(await erasuresIn(newer)))
    } catch (error) {
      unread.push(`${name} could not be searched for erased persons (${(error as Error).message})`)
    }
  let found: Awaited<ReturnType<typeof applyErasures>> = { emails: [], foreign: 0 }
  return {
    async apply(trx: Transaction) {
      found = await applyErasures(trx, personalData, known)
    },
    async report(): Promise<string[]> {
      const { emails, foreign } = found
      const lines = [...unread]
      if (emails.length > 0) {
        await using database = await connect(target)
        await overwriteDeleted(database, erasedTables(personalData), emails)
        lines.push(
          emails.length === 1
            ? '1 person erased since this backup was left out'
            : `${emails.length} persons erased since this backup were left out`,
        )
      }
      if (foreign > 0)
        lines.push(
          `${foreign} of the erasures in ${join(dataDir, 'erased')} and ${backupFolder(dataDir)} are of another site: its addresses cannot be compared with those of this backup`,
        )
      return lines
    },
  }
}
