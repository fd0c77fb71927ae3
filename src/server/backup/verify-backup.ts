import { createHash } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { BackupError, type Manifest, type SnapshotTable, type TableEntry, withContentOf } from './manifest.ts'
import { openSnapshot } from './open-snapshot.ts'
import { type Backup, openBackup } from './read-backup.ts'
import { fillFile, loadBackup } from './restore-backup.ts'
import { lineOf } from './write-backup.ts'

/** The restored site for further checks: its folder, which is removed afterwards, and its database. */
export type Scratch = { dataDir: string; file: string }

/**
 * Restores a backup into a scratch database, compares every row with the backup, runs the migrations that have come since, and calls `check`.
 * @param folder where the scratch database is for a while; it takes some more space than the backup
 * @throws BackupError that names the first table that differs
 */
export async function verifyBackup(
  file: string,
  folder: string,
  check: (scratch: Scratch) => Promise<void>,
): Promise<Manifest> {
  using backup = await openBackup(file)
  await using made = await mkdtempDisposable(join(folder, 'verify-'))
  const scratch = join(made.path, 'atrium.sqlite')
  await withContentOf(backup.name, async () => {
    await fillFile(scratch, (trx) => loadBackup(trx, backup, { migrateFurther: false }))
    await compare(scratch, backup)
    const database = await connect({ kind: 'sqlite', file: scratch })
    await migrate(database).finally(() => database.close())
    await check({ dataDir: made.path, file: scratch })
  })
  return backup.manifest
}

async function compare(scratch: string, { manifest: { tables }, name }: Backup): Promise<void> {
  if (!tables.find((table) => table.name === 'users')?.rows)
    throw new BackupError(`${name} holds no users, so no one could sign in to the restored site`)
  await using snapshot = await openSnapshot({ kind: 'sqlite', file: scratch })
  for (const entry of tables) {
    const restored = snapshot.tables.find((one) => one.name === entry.name)
    const found = restored && (await digestOf(restored, entry))
    if (found?.rows !== entry.rows || found.sha256 !== entry.sha256)
      throw new BackupError(`${name} cannot be restored: the rows of "${entry.name}" are not those of the backup`)
  }
}

/** @param entry the table in the backup, which may have fewer columns */
async function digestOf(table: SnapshotTable, entry: TableEntry): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of table.rows()) {
    hash.update(lineOf(row, entry))
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}
