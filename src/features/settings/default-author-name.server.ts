import { renameDefaultAuthorProfiles } from '#features/blog/blog.shared.server.ts'
import { renameDefaultInstructor } from '#features/courses/course/courses.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { defaultAuthorNameKey } from '#server/site-config/site-config.ts'

/** Renames the default author and instructor. Names that a person has typed stay. */
export async function renameDefaultAuthor(
  trx: Transaction,
  config: Pick<Config, 'company'>,
  brand: string,
): Promise<void> {
  const stored = await readStoredValue(trx, defaultAuthorNameKey)
  if (stored === brand) return
  const former = stored ?? config.company.brand
  if (former !== brand) {
    await renameDefaultAuthorProfiles(trx, former, brand)
    await renameDefaultInstructor(trx, former, brand)
  }
  await storeValue(trx, defaultAuthorNameKey, brand)
}

type Parts = { config: Config; database: Database; site: SiteConfig }

/** The company may have a new name at the start: from a variable, its file, or a restored backup. */
export async function followBrand({ config, database, site }: Parts): Promise<void> {
  const [stored, { company }] = await Promise.all([readStoredValue(database.db, defaultAuthorNameKey), site.now()])
  if (stored !== company.brand) await changeContent(database, (trx) => renameDefaultAuthor(trx, config, company.brand))
}
