import { renameHouseAuthors } from '#features/blog/authors.shared.server.ts'
import { renameHouseInstructor } from '#features/courses/instructors.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/stored-values.ts'
import { houseName, houseNameKey } from '#server/site-config/house-name.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'

/** Lets the house sign with another name. Names that a person has typed stay. */
export async function renameHouse(trx: Transaction, config: Pick<Config, 'company'>, brand: string): Promise<void> {
  const former = await houseName(trx, config)
  if (former !== brand) {
    await renameHouseAuthors(trx, former, brand)
    await renameHouseInstructor(trx, former, brand)
  }
  await storeValue(trx, houseNameKey, brand)
}

type Parts = { config: Config; database: Database; site: SiteConfig }

/** At the start the company may have another name than before: by a variable, by its file, or since a backup was restored. */
export async function followBrand({ config, database, site }: Parts): Promise<void> {
  const [stored, { company }] = await Promise.all([readStoredValue(database.db, houseNameKey), site.now()])
  if (stored !== company.brand) await changeContent(database, (trx) => renameHouse(trx, config, company.brand))
}
