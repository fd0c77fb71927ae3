import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readStoredValue } from '#server/database/stored-values.ts'

/** The setting with the last default author name. */
export const defaultAuthorNameKey = 'houseName'

/**
 * The company's name as the author of posts by an administrator without a profile, and as the instructor of courses
 * without one. Both are stored like any other author and instructor, and follow the company's name.
 */
export async function defaultAuthorName(
  db: Database['db'] | Transaction,
  { company }: Pick<Config, 'company'>,
): Promise<string> {
  return (await readStoredValue(db, defaultAuthorNameKey)) ?? company.brand
}
