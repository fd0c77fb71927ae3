import { renameHouseAuthors } from '#features/blog/authors.shared.server.ts'
import { renameHouseInstructor } from '#features/courses/instructors.shared.server.ts'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/stored-values.ts'
import { configNow } from './settings.shared.server.ts'

/** The setting with the name that the house has signed with last. */
const name = 'houseName'

/**
 * The company's name as it stands below the posts of an administrator who has not filled in a profile, and beside courses without an instructor
 * of their own. Both are stored like any other author and instructor, and follow the company's name.
 */
export async function houseName(
  db: Database['db'] | Transaction,
  { company }: Pick<Config, 'company'>,
): Promise<string> {
  return (await readStoredValue(db, name)) ?? company.brand
}

/** Lets the house sign with another name. Names that a person has typed stay. */
export async function renameHouse(trx: Transaction, config: Pick<Config, 'company'>, brand: string): Promise<void> {
  const former = await houseName(trx, config)
  if (former !== brand) {
    await renameHouseAuthors(trx, former, brand)
    await renameHouseInstructor(trx, former, brand)
  }
  await storeValue(trx, name, brand)
}

/** At the start the company may have another name than before: by a variable, by its file, or since a backup was restored. */
export async function followBrand(config: Config, database: Database): Promise<void> {
  const [stored, { company }] = await Promise.all([readStoredValue(database.db, name), configNow({ config, database })])
  if (stored !== company.brand) await changeContent(database, (trx) => renameHouse(trx, config, company.brand))
}
