import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/database/connect.ts'
import { readStoredValue } from '#server/database/rows.ts'
import { hasherWith, keyName } from '#server/security/signed-tokens.ts'
import { erasures } from './persons.table.ts'

/** An erasure: the keyed hash of the address, when, and `site`, which names the key without telling it. */
export type Erased = { hash: string; at: string; site: string }

const fileIn = (dataDir: string) => join(dataDir, 'erased')

/** Names the key of a site's hashes. @param key as the table `settings` has it */
export const siteOf = (key: string): string => hasherWith(key, 'site')('erasures')

/** The erasures that were appended to `DATA_DIR/erased`. Lines that a kill has cut are left out. */
export async function readErased(dataDir: string): Promise<Erased[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return [...text.matchAll(/^([\w-]{22}) (\S+Z) ([\w-]{22})$/gm)].map(([, hash = '', at = '', site = '']) => ({
    hash,
    at,
    site,
  }))
}

/**
 * Appends the erasures of the database that `DATA_DIR/erased` does not have, and returns when they are on the disk. A restore of an older backup
 * applies them also when the database is lost.
 */
export async function appendErased({ db }: Database, dataDir: string): Promise<void> {
  const rows = await db.selectFrom('erasures').select(['hash', 'at']).orderBy('at').orderBy('hash').execute()
  if (rows.length === 0) return
  const known = new Set((await readErased(dataDir)).map(({ hash, at }) => `${hash} ${at}`))
  const missing = rows.map((row) => erasures.decode(row)).filter(({ hash, at }) => !known.has(`${hash} ${at}`))
  if (missing.length === 0) return
  const site = siteOf((await readStoredValue(db, keyName)) ?? '')
  const handle = await open(fileIn(dataDir), 'a', 0o600)
  try {
    // The line break before them ends a line that a kill has cut.
    await handle.appendFile(`\n${missing.map(({ hash, at }) => `${hash} ${at} ${site}`).join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
