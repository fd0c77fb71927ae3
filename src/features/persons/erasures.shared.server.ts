import type { Database, Transaction } from '#server/database/connect.ts'
import { hasherIn } from '#server/security/signed-tokens.ts'
import { keyPurpose } from './person-keys.shared.server.ts'

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
