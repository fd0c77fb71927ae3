import type { Backup } from '#server/backup/read-backup.ts'
import type { Transaction } from '#server/database/connect.ts'
import { readStoredValue } from '#server/database/rows.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import { hasherIn, keyName } from '#server/security/signed-tokens.ts'
import { erasePerson, storeErasure } from './erase-person.shared.server.ts'
import { type Erased, siteOf } from './erased-file.shared.server.ts'
import { keyPurpose } from './person-keys.shared.server.ts'
import { erasures } from './persons.table.ts'

/** The erasures that a backup contains. */
export async function erasuresIn(backup: Backup): Promise<Erased[]> {
  const rowsOf = async (name: string) => {
    const table = backup.manifest.tables.find((one) => one.name === name)
    return table ? Array.fromAsync(backup.rows(table)) : []
  }
  const key = (await rowsOf('settings')).find(({ name }) => name === keyName)?.['value']
  if (typeof key !== 'string') return []
  const site = siteOf(key)
  return (await rowsOf('erasures')).map(({ hash, at }) => ({ hash: String(hash), at: String(at), site }))
}

/**
 * Erases in restored data the persons that were erased since.
 * @param known erasures from elsewhere; those that the data has were applied before the backup was made
 * @returns the erased addresses, and how many erasures have the key of another site, which nothing can be compared with
 */
export async function applyErasures(
  trx: Transaction,
  personalData: PersonalData[],
  known: Erased[],
): Promise<{ emails: string[]; foreign: number }> {
  const nameOf = ({ hash, at }: Pick<Erased, 'hash' | 'at'>) => `${hash} ${at}`
  const stored = await trx.selectFrom('erasures').select(['hash', 'at']).execute()
  const done = new Set(stored.map((row) => nameOf(erasures.decode(row))))
  const later = new Map(known.filter((one) => !done.has(nameOf(one))).map((one) => [nameOf(one), one]))
  if (later.size === 0) return { emails: [], foreign: 0 }
  const hash = await hasherIn(trx, keyPurpose)
  const site = siteOf((await readStoredValue(trx, keyName)) ?? '')
  const own = [...later.values()].filter((one) => one.site === site)
  const times = new Map(own.map((one) => [one.hash, one.at]))
  const persons = await trx.selectFrom('persons').select('email').execute()
  const addresses = new Set(persons.map(({ email }) => email))
  for (const data of personalData) for (const email of await data.addresses(trx)) addresses.add(email)
  const emails = [...addresses].filter((email) => times.has(hash(email)))
  for (const email of emails)
    await erasePerson(trx, personalData, email, { hash: hash(email), at: times.get(hash(email)) })
  for (const { hash, at } of own) await storeErasure(trx, { hash, at })
  return { emails, foreign: later.size - own.length }
}
