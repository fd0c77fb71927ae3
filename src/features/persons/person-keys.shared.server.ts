import type { Database, Transaction } from '#server/database/connect.ts'
import { hasherIn, keyedHash } from '#server/security/signed-tokens.ts'

/** The purpose of the keyed hash of an address. */
export const keyPurpose = 'person'

/** The key of the person with an address. Never call it inside a transaction: it may have to read the key of all hashes. */
export const personKey = (database: Database, email: string): Promise<string> =>
  keyedHash(database, keyPurpose, email.toLowerCase())

/**
 * The same, and remembers the address, so that the key leads to the person's page. Call it where a member of staff opens something of a person.
 */
export async function rememberPerson(database: Database, email: string): Promise<string> {
  const key = await personKey(database, email)
  const known = await database.db.selectFrom('persons').select('key').where('key', '=', key).executeTakeFirst()
  if (!known)
    await database.db
      .insertInto('persons')
      .values({ key, email: email.toLowerCase() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  return key
}

/** How many hashes one query compares. */
const batch = 500

/** Which of these addresses were erased on request, as they are given. An import leaves them out. */
export async function erasedAmong(trx: Database['db'] | Transaction, emails: Iterable<string>): Promise<Set<string>> {
  const hash = await hasherIn(trx, keyPurpose)
  const byHash = Map.groupBy(emails, (email) => hash(email.toLowerCase()))
  const hashes = [...byHash.keys()]
  const erased = new Set<string>()
  for (let at = 0; at < hashes.length; at += batch) {
    const rows = await trx
      .selectFrom('erasures')
      .select('hash')
      .where('hash', 'in', hashes.slice(at, at + batch))
      .execute()
    for (const { hash } of rows) for (const email of byHash.get(hash) ?? []) erased.add(email)
  }
  return erased
}
