import type { KindCount } from '#contract/persons.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import { eraseMentions, type PersonalData } from '#server/record/personal-data.ts'
import { erasures } from './persons.table.ts'

/** Who erases, and the hash that stays. */
type Erasure = { hash: string; at?: string | undefined; by?: string | undefined }

/**
 * Erases everything about an address. The keyed hash stays, so that no import and no restore brings the person back.
 * @param email in lower case
 * @returns how many of each kind
 */
export async function erasePerson(
  trx: Transaction,
  personalData: PersonalData[],
  email: string,
  { hash, at = nowIn(trx), by }: Erasure,
): Promise<KindCount[]> {
  const counts: KindCount[] = []
  for (const data of personalData) counts.push(...(await data.erase(trx, email)))
  for (const { mentions = [] } of personalData) for (const texts of mentions) await eraseMentions(trx, texts, email)
  await trx.deleteFrom('persons').where('email', '=', email).execute()
  await storeErasure(trx, { hash, at, by })
  return counts
}

/** Stores that a person was erased; one that is stored stays. */
export const storeErasure = (trx: Transaction, { hash, at, by }: Row<typeof erasures>) =>
  trx
    .insertInto('erasures')
    .values(erasures.encode({ hash, at, by }))
    .onConflict((conflict) => conflict.columns(['hash', 'at']).doNothing())
    .execute()

/** The tables that an erasure deletes from. */
export const erasedTables = (personalData: PersonalData[]): Set<string> =>
  new Set([
    ...['persons', 'searchDocuments', 'searchTitles'],
    ...personalData.flatMap(({ tables, mentions = [] }) => [...tables, ...mentions.map(({ table }) => table)]),
  ])
