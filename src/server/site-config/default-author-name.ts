import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readStoredValue } from '#server/database/stored-values.ts'

/** The setting with the name that the house has signed with last. */
export const defaultAuthorNameKey = 'houseName'

/**
 * The company's name as it stands below the posts of an administrator who has not filled in a profile, and beside courses without an instructor
 * of their own. Both are stored like any other author and instructor, and follow the company's name.
 */
export async function defaultAuthorName(
  db: Database['db'] | Transaction,
  { company }: Pick<Config, 'company'>,
): Promise<string> {
  return (await readStoredValue(db, defaultAuthorNameKey)) ?? company.brand
}
