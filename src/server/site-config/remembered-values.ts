import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'

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

const name = 'publicUrl'

/** Keeps the public address that the running site uses, for the command line, which may be run without the site's environment. */
export async function rememberPublicUrl({ db }: Database, { publicUrl }: Config): Promise<void> {
  if ((await readStoredValue(db, name)) !== publicUrl) await storeValue(db, name, publicUrl)
}

/** The public address by the environment, else the one that the site has used last; undefined when neither is known. */
export const knownPublicUrl = async (
  { db }: Database,
  { publicUrl, hasPublicUrl }: Pick<Config, 'publicUrl' | 'hasPublicUrl'>,
): Promise<string | undefined> => (hasPublicUrl ? publicUrl : readStoredValue(db, name))

/** The stored value with the last nightly deletion of old requests. */
export const retentionName = 'retention'
/** `day` is that of the last run, `at` the time of the last one that deleted something. */
export type LastRetention = { day: string; at?: string; resolved?: number; spam?: number }
