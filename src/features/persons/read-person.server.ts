import { setImmediate } from 'node:timers/promises'
import { type KindCount, noteKind } from '#contract/persons.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { AppContext } from '#server/feature.ts'
import type { PersonalData, StoredEntry } from '#server/record/personal-data.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { erasures } from './persons.table.ts'

/** How many rows of each kind the page shows. */
const mostShown = 200
/** An export has all rows. No real person has more. */
const mostExported = 100_000

type Context = Pick<AppContext, 'database' | 'personalData'>

const unknownPerson = () => notFound('This contact does not exist. The personal data may have been deleted.')

/** The address of a key. @throws HttpError 404 */
export async function emailOf({ db }: Database, key: string): Promise<string> {
  const row = await db.selectFrom('persons').select('email').where('key', '=', key).executeTakeFirst()
  if (!row) throw unknownPerson()
  return row.email
}

export async function isKnown(db: Db, personalData: PersonalData[], email: string): Promise<boolean> {
  for (const data of personalData) if ((await data.read(db, email, 1)).length > 0) return true
  return false
}

/** Forgets addresses that are stored nowhere else now, such as a deleted subscriber's. */
export async function forgetUnknown(database: Database, personalData: PersonalData[]): Promise<void> {
  const persons = await database.db.selectFrom('persons').selectAll().execute()
  if (persons.length === 0) return
  const reader = await readerFor(database, 'contactRequests', 'subscribers', 'importLines')
  for (const { key, email } of persons) {
    if (!(await isKnown(reader, personalData, email)))
      await database.db.deleteFrom('persons').where('key', '=', key).execute()
    // SQLite answers synchronously, so requests get their turn only here.
    await setImmediate()
  }
}

/** How far an erasure goes, and what it leaves, a line for each point. */
const reachWith = (first: string) =>
  [
    first,
    'Earlier backups keep the data until they are deleted. A restore leaves this person out.',
    'Other people’s messages lose the address, but keep the name of the person and other spellings of the address, such as asha%40example.com. Search for them and edit those texts yourself.',
    'An imported file keeps its name. Its unreadable lines are deleted within two days of the upload, or 31 days of the import.',
    'Emails that were sent stay in their recipients’ mailboxes.',
  ].join('\n')

const reach = {
  sqlite: reachWith('The data is overwritten in the database file.'),
  postgres: reachWith(
    'The data is deleted and the tables are rewritten without it. The logs and backups of the database server are not changed.',
  ),
}

/** @throws HttpError 404 when nothing else is stored now; it forgets the address then */
export async function readPerson(context: Context, key: string, { whole = false } = {}) {
  const { db } = context.database
  const email = await emailOf(context.database, key)
  const most = whole ? mostExported : mostShown
  const entries: StoredEntry[] = []
  for (const data of context.personalData) {
    const read = await data.read(db, email, most + 1)
    for (const entry of read) entries.push(whole ? await withBytes(db, data, entry) : entry)
  }
  if (entries.length === 0) {
    await db.deleteFrom('persons').where('key', '=', key).execute()
    throw unknownPerson()
  }
  const before = await db.selectFrom('erasures').selectAll().where('hash', '=', key).execute()
  const erased = before.map((row): StoredEntry => {
    const { at, by } = erasures.decode(row)
    return { at, kind: 'change', title: 'Personal data deleted on request', ...(by !== undefined && { by }) }
  })
  const all = [...entries, ...erased].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const written = all.filter(({ wrote }) => wrote)
  const names = [...new Set(all.flatMap(({ name }) => name ?? []))]
  return {
    key,
    email,
    names,
    account: all.some(({ kind }) => kind === 'account'),
    counts: countsOf(all),
    entries: whole ? all.map(({ wrote: _, ...entry }) => entry) : all.slice(-mostShown),
    more: !whole && all.length > mostShown,
    written: { count: written.length, ...(written.length > 0 && { last: written.at(-1)?.at }) },
    reach: reach[kindOf(db)],
  }
}
/** An entry with the bytes of its files, one at a time. */
async function withBytes(db: Db, { readFile }: PersonalData, entry: StoredEntry): Promise<StoredEntry> {
  if (!entry.files || !readFile) return entry
  const files: typeof entry.files = []
  for (const file of entry.files) {
    const bytes = await readFile(db, file._id)
    files.push({ ...file, ...(bytes && { base64: Buffer.from(bytes).toString('base64') }) })
  }
  return { ...entry, files }
}

/** `notesLeftOut` is that of an export without them. */
export type StoredPerson = Awaited<ReturnType<typeof readPerson>> & { notesLeftOut?: number }

/** An export with only what was stored until a time. */
export function asOfTime({ entries, ...person }: StoredPerson, time: string): StoredPerson {
  const stored = entries.filter(({ at }) => at <= time)
  return { ...person, entries: stored, counts: countsOf(stored) }
}

/** An export without the notes of colleagues, which says how many there are. */
export function withoutNotes({ counts, entries, ...person }: StoredPerson): StoredPerson {
  return {
    ...person,
    counts: counts.filter(({ kind }) => kind !== noteKind),
    entries: entries.filter(({ kind }) => kind !== noteKind),
    notesLeftOut: counts.find(({ kind }) => kind === noteKind)?.count ?? 0,
  }
}

const countsOf = (entries: StoredEntry[]): KindCount[] =>
  [...Map.groupBy(entries, ({ kind }) => kind)]
    .filter(([kind]) => kind !== 'change')
    .map(([kind, some]) => ({ kind, count: some.length }))
