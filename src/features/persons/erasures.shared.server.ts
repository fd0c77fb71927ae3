import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KindCount } from '#contract/persons.ts'
import type { Backup } from '#server/backup/read-backup.ts'
import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { type Log, logFailure } from '#server/database/storage-errors.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { deleteMessageFiles } from '#server/mail/mail.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { eraseMentions, type PersonalData } from '#server/record/personal-data.ts'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import { hasherIn, hasherWith, keyedHash, keyName } from '#server/security/signed-tokens.ts'
import { erasures } from './persons.table.ts'

const keyPurpose = 'person'

/** The key of the person with an address. Never call it inside a transaction: it may have to read the key of all hashes. */
export const personKey = (database: Database, email: string): Promise<string> =>
  keyedHash(database, keyPurpose, email.toLowerCase())

/** The same, and remembers the address, so that the key leads to the person's page. Call it where a member of staff opens something of a person. */
export async function rememberPerson(database: Database, email: string): Promise<string> {
  const key = await personKey(database, email)
  const { db } = database
  const known = await db.selectFrom('persons').select('key').where('key', '=', key).executeTakeFirst()
  const person = db.insertInto('persons').values({ key, email: email.toLowerCase() })
  if (!known) await person.onConflict((conflict) => conflict.column('key').doNothing()).execute()
  return key
}

const batch = 500

/** Which of these addresses were erased on request, as they are given. An import leaves them out. */
export async function erasedAmong(trx: Db, emails: Iterable<string>): Promise<Set<string>> {
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

/** An erasure: the keyed hash of the address, when, and `site`, which names the key without telling it. */
export type ErasureRecord = { hash: string; at: string; site: string }

const nameOf = ({ hash, at }: Omit<ErasureRecord, 'site'>) => `${hash} ${at}`

const fileIn = (dataDir: string) => join(dataDir, 'erased')

/** Names the key of a site's hashes. @param key as the table `settings` has it */
const siteOf = (key: string): string => hasherWith(key, 'site')('erasures')

/** The erasures that were appended to `DATA_DIR/erased`. Lines that a kill has cut are left out. */
export async function readErased(dataDir: string): Promise<ErasureRecord[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.matchAll(/^([\w-]{22}) (\S+Z) ([\w-]{22})$/gm)
  return [...lines].map(([, hash = '', at = '', site = '']) => ({ hash, at, site }))
}

/** One at a time, so that each erasure has one line. */
const inTurn = createWorkQueue({ concurrency: 1, queueLimit: Number.POSITIVE_INFINITY, busyMessage: '' })

/**
 * Appends the erasures of the database that `DATA_DIR/erased` does not have, and returns when they are on the disk. A restore of an older backup
 * applies them also when the database is lost.
 */
export const appendErased = ({ db }: Database, dataDir: string): Promise<void> => inTurn(() => append(db, dataDir))

async function append(db: Db, dataDir: string): Promise<void> {
  const rows = await db.selectFrom('erasures').select(['hash', 'at']).orderBy('at').orderBy('hash').execute()
  if (rows.length === 0) return
  const known = new Set((await readErased(dataDir)).map(nameOf))
  const missing = rows.map((row) => erasures.decode(row)).filter((one) => !known.has(nameOf(one)))
  if (missing.length === 0) return
  const site = siteOf((await readStoredValue(db, keyName)) ?? '')
  const handle = await open(fileIn(dataDir), 'a', 0o600)
  try {
    // The line break before them ends a line that a kill has cut.
    await handle.appendFile(`\n${missing.map((one) => `${nameOf(one)} ${site}`).join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The hash that stays, and the name of the member of staff. */
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
  await endLinks(trx, email)
  await trx.deleteFrom('persons').where('email', '=', email).execute()
  await storeErasure(trx, { hash, at, by })
  return counts
}

/** Ends the links to the data of a person, with the messages that have them. */
async function endLinks(trx: Transaction, email: string): Promise<void> {
  const keys = trx.selectFrom('persons').select('key').where('email', '=', email)
  const ended = await trx.deleteFrom('personLinks').where('person', 'in', keys).returning('id').execute()
  await deleteDeliveries(
    trx,
    ended.map(({ id }) => id),
  )
}

/** Stores that a person was erased, unless it is stored. */
const storeErasure = (trx: Transaction, { hash, at, by }: Row<typeof erasures>) =>
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

export async function erasuresIn(backup: Backup): Promise<ErasureRecord[]> {
  const rowsOf = async (name: string) => {
    const table = backup.manifest.tables.find((one) => one.name === name)
    return table ? Array.fromAsync(backup.rows(table)) : []
  }
  const key = (await rowsOf('settings')).find(({ name }) => name === keyName)?.['value']
  if (typeof key !== 'string') return []
  const site = siteOf(key)
  return (await rowsOf('erasures')).map(({ hash, at }) => ({ hash: String(hash), at: String(at), site }))
}

/**
 * Erases in restored data the persons that were erased since.
 * @param known erasures from elsewhere; those in the data were applied before the backup
 * @returns the erased addresses, and how many erasures have the key of another site, which nothing can be compared with
 */
export async function applyErasures(
  trx: Transaction,
  personalData: PersonalData[],
  known: ErasureRecord[],
): Promise<{ emails: string[]; foreign: number }> {
  const stored = await trx.selectFrom('erasures').select(['hash', 'at']).execute()
  const done = new Set(stored.map((row) => nameOf(erasures.decode(row))))
  const later = new Map(known.filter((one) => !done.has(nameOf(one))).map((one) => [nameOf(one), one]))
  if (later.size === 0) return { emails: [], foreign: 0 }
  const hash = await hasherIn(trx, keyPurpose)
  const site = siteOf((await readStoredValue(trx, keyName)) ?? '')
  const own = [...later.values()].filter((one) => one.site === site)
  const times = new Map(own.map((one) => [one.hash, one.at]))
  const persons = await trx.selectFrom('persons').select('email').execute()
  const addresses = new Set(persons.map(({ email }) => email))
  for (const data of personalData) for (const email of await data.addresses(trx)) addresses.add(email)
  const emails = [...addresses].filter((email) => times.has(hash(email)))
  for (const email of emails)
    await erasePerson(trx, personalData, email, { hash: hash(email), at: times.get(hash(email)) })
  for (const { hash, at } of own) await storeErasure(trx, { hash, at })
  return { emails, foreign: later.size - own.length }
}

type Context = Pick<AppContext, 'config' | 'database' | 'personalData'>

/** The addresses whose traces may still be in the files. A restart forgets them. */
const erasedIn = new WeakMap<AppContext['database'], Set<string>>()

/** The stored value with the number of erasures whose data is overwritten. */
const overwrittenName = 'erasures overwritten'

/**
 * Finishes erasures after their transactions: the hashes in `DATA_DIR/erased`, the overwriting, and the message files.
 * @returns finishes all that are not finished, and that of the given address in any case. It never rejects: what fails is done by the next call.
 */
export function erasureFinisher(
  { config: { dataDir }, database, personalData }: Context,
  log: Log,
  unfinished = erasedIn.getOrInsertComputed(database, () => new Set()),
) {
  const { db } = database

  const succeeds = (work: Promise<unknown>) =>
    work.then(
      (result) => result !== false,
      (error) => {
        logFailure(log, error, 'An erasure could not be finished; this is tried again within the hour')
        return false
      },
    )

  /** @returns whether nothing is left to do */
  async function overwrite(): Promise<boolean> {
    const counted = db.selectFrom('erasures').select(({ fn }) => fn.countAll<number>().as('count'))
    const count = String((await counted.executeTakeFirstOrThrow()).count)
    if (unfinished.size === 0 && count === ((await readStoredValue(db, overwrittenName)) ?? '0')) return true
    const emails = [...unfinished]
    if ((await overwriteDeleted(database, erasedTables(personalData), emails)) === false) return false
    // Last, since a message may have been on its way to its file. After a restart only the file without a delivery tells whose it was.
    const rows = emails.length === 0 ? await db.selectFrom('deliveries').select('id').execute() : []
    const queued = new Set(rows.map(({ id }) => id))
    await deleteMessageFiles(dataDir, (texts, id) =>
      emails.length === 0 ? !queued.has(id) : texts.some((text) => emails.some((email) => text.includes(email))),
    )
    await storeValue(db, overwrittenName, count)
    for (const email of emails) unfinished.delete(email)
    return true
  }

  return async (email?: string): Promise<boolean> => {
    if (email !== undefined) unfinished.add(email)
    await succeeds(appendErased(database, dataDir))
    return succeeds(overwrite())
  }
}
