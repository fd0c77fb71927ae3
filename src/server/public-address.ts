import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/stored-values.ts'

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
