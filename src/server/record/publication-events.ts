import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import type { Job } from '#server/database/jobs.ts'
import { flagOf, isLive, isLiveRow, nextBoundary } from '#server/database/lifecycle.ts'
import { anyTable, storeValue } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import { emitAll } from '#server/hooks/emit.ts'
import type { EventAbout, EventKind } from '#server/hooks/event-kind.ts'

// biome-ignore lint/suspicious/noExplicitAny: each kind has the type of its own rows and data
type Publication = { table: Table; flag: string; kind: EventKind<any>; read(trx: Transaction, row: any): Promise<Told> }
type Told = { data: Record<string, unknown> } & EventAbout

/** The kinds of record of which an event tells that one becomes public. */
const publications = new Map<string, Publication>()

/**
 * Tells of each record of a table that becomes public, whatever makes it so: a write, a return from the trash, or the time of its schedule.
 * @param read returns what the event tells of a row
 */
export function tellsPublication<T extends Table, Data extends Record<string, unknown>>(
  table: T,
  kind: EventKind<Data>,
  read: (trx: Transaction, row: Row<T>) => Promise<{ data: Data } & EventAbout>,
): void {
  publications.set(table.name, { table, flag: String(flagOf(table)), kind, read })
}

type Stored = Record<string, unknown>

/** The time until which `scheduledPublications` has told of what became public by its schedule. */
const toldUntil = 'publications told until'

/** @returns undefined before the first look @param lock whether nobody else may look before the transaction ends */
async function readToldUntil(trx: Transaction): Promise<string | undefined> {
  const stored = trx.selectFrom('settings').select('value').where('name', '=', toldUntil)
  return (await stored.forUpdate().executeTakeFirst())?.value
}

/** Tells that a record is public now and was not before, in the transaction that writes it. @param before a new record has none */
export async function tellPublication(
  trx: Transaction,
  { name }: Pick<Table, 'name'>,
  before: Stored | undefined,
  after: Stored,
): Promise<void> {
  const publication = publications.get(name)
  if (!publication) return
  const { flag, kind, read } = publication
  const now = nowIn(trx)
  if (!isLiveRow(flag, after, now)) return
  const wasLive = before !== undefined && isLiveRow(flag, before, now)
  if (wasLive && before['publishAt'] === after['publishAt']) return
  await emitAll(trx, kind, async () => {
    const isScheduled = [before, after].some((row) => row?.['publishAt'])
    const until = isScheduled ? await readToldUntil(trx) : undefined
    // The next look at the schedule tells of a record whose time came after the last one.
    const isTold = (row: Stored) => until === undefined || !row['publishAt'] || String(row['publishAt']) <= until
    return isTold(after) && !(wasLive && isTold(before)) ? [await read(trx, after)] : []
  })
}

type Context = { database: Database }

/** How long the time of the last look stays while nothing becomes public, in milliseconds. An import may bring records with such times. */
const longestUnmoved = 5 * 60_000

/** The first time after another at which a schedule begins. */
async function nextTime(db: Db, after: string): Promise<string | null> {
  const times = [...publications.values()].map(({ table }) => ({ table: table.name, columns: ['publishAt'] }))
  return (await db.selectNoFrom(nextBoundary(times, after).as('next')).executeTakeFirstOrThrow()).next
}

/** Tells of the records that have become public by their schedule since the last look. */
async function tellScheduled({ database }: Context): Promise<void> {
  const now = new Date(database.clock()).toISOString()
  const { db } = database
  const found = await db.selectFrom('settings').select('value').where('name', '=', toldUntil).executeTakeFirst()
  if (!found) return storeValue(db, toldUntil, now)
  const next = await nextTime(db, found.value)
  const isFresh = Date.parse(now) - Date.parse(found.value) < longestUnmoved
  if (isFresh && (next === null || next > now)) return
  // The time moves in the transaction of the events, so that each is told once, by one process, also after a restart.
  await database.transaction(async (trx) => {
    const since = await readToldUntil(trx)
    if (since === undefined || since >= now) return
    await storeValue(trx, toldUntil, now)
    for (const { table, flag, kind, read } of publications.values())
      await emitAll(trx, kind, async () => {
        const due = anyTable(trx)
          .selectFrom(table.name)
          .selectAll()
          .where(isLive(table, flag, now))
        const rows = await due.where('publishAt', '>', since).orderBy('publishAt').orderBy('id').execute()
        return Promise.all(rows.map((row) => read(trx, table.decode(row))))
      })
  })
}

export const scheduledPublications: Job<Context> = {
  name: 'Tell of scheduled publications',
  once: 'process',
  every: 20_000,
  work: tellScheduled,
  next: ({ database }, after) => nextTime(database.db, after),
}
