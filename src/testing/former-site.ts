import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openBackup } from '#server/backup/read-backup.ts'
import { fillTables, listTables } from '#server/backup/restore-backup.ts'
import { connect } from '#server/database/connect.ts'
import { createTestPlace } from './test-database.ts'

const folder = join(import.meta.dirname, '0.1.0')

/** A backup that version 0.1.0 made of a site with a few records of every kind. */
export const formerBackup = join(folder, 'site.zip')

/** The migrations that the version knew. */
export const formerNames = readFileSync(join(folder, 'sqlite.sql'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('-- ') ? line.slice(3) : []))

/**
 * Creates a database by the statements of version 0.1.0's migrations.
 * @param until the first migration that it has not had; without it the database has all of them, and the rows of the backup
 */
export async function createFormerSite(until?: string) {
  const place = await createTestPlace('template0')
  const database = await connect(place.config)
  const statements = readFileSync(join(folder, `${place.config.kind}.sql`), 'utf8').split(`-- ${until}`)[0] ?? ''
  try {
    await database.transaction(async (trx) => {
      for (const statement of statements.split(/\n\n/))
        if (statement && !statement.startsWith('-- ')) await sql.raw(statement).execute(trx)
      if (until) return
      const backup = await openBackup(formerBackup)
      const tables = await listTables(trx)
      await fillTables(
        trx,
        backup,
        tables.filter((name) => backup.manifest.tables.some((table) => table.name === name)),
      ).finally(() => backup.close())
    })
  } finally {
    await database.close()
  }
  return place
}
