import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { networksOf } from '#server/security/networks.ts'
import { activity } from './activity.table.ts'
import { type Act, emptyEntry, prune } from './activity.ts'

const hour = 60 * 60_000
/** The most entries of refusals in an hour. Further ones are counted in one entry without a person or an address. */
const mostAnHour = 30

export const originOf = (request: FastifyRequest): Pick<Act, 'address' | 'device'> => ({
  address: request.ip,
  device: deviceName(request.headers['user-agent']),
})

/**
 * Counts a refusal in the entry of the present hour for the same person, network and reason. A failure is only reported: the answer is a
 * refusal in any case.
 */
export async function logRefusal(
  database: Database,
  request: FastifyRequest,
  refused: Pick<Act, 'what' | 'by' | 'byId' | 'entity'>,
): Promise<void> {
  const act = { ...refused, ...originOf(request) }
  await countRefusal(database, act).catch((error) => logFailure(request.log, error, 'A refusal could not be logged'))
}

async function countRefusal({ db }: Database, act: Omit<Act, 'kind'>): Promise<void> {
  const now = Date.now()
  const start = Math.floor(now / hour)
  const key = `${start} ${JSON.stringify([act.what, act.byId ?? '', act.entity ?? '', networksOf(act.address ?? '').host])}`
  if (await addToEntry(db, key)) return
  await prune(db)
  const { entries } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('kind', '=', 'refusal')
    .where('at', '>=', new Date(start * hour).toISOString())
    .executeTakeFirstOrThrow()
  const own = entries < mostAnHour
  if (!own && isUnwritten(now)) return
  const row = own
    ? { ...emptyEntry(), ...act, countedAs: key }
    : { ...emptyEntry(), what: 'Further refusals', countedAs: `${start} others`, count: takeUnwritten(now) }
  await db
    .insertInto('activity')
    .values(activity.encode({ ...row, kind: 'refusal' as const }))
    .onConflict((conflict) => conflict.column('countedAs').doUpdateSet(more(row.lastAt, row.count)))
    .execute()
}

async function addToEntry(db: Database['db'], key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('activity')
    .set(more(new Date().toISOString(), 1))
    .where('countedAs', '=', key)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const more = (lastAt: string, times: number) => ({ count: sql<number>`"activity"."count" + ${times}`, lastAt })

let unwritten = 0
let writtenAt = 0

/** Counts a refusal of a flood in memory; true if it is written later, because the last write was less than a second ago. */
function isUnwritten(now: number): boolean {
  unwritten++
  return Math.abs(now - writtenAt) < 1_000
}

function takeUnwritten(now: number): number {
  const taken = unwritten
  unwritten = 0
  writtenAt = now
  return taken
}

type Names = [pattern: RegExp, name: string][]

// The first that matches counts: most browsers also name those that they are compatible with.
const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: Names, header: string) => names.find(([pattern]) => pattern.test(header))?.[1]

/**
 * A device in words, from the `User-Agent` header: 'Firefox on Windows'. It uses only names from the lists above,
 * because a caller can send any header; undefined if none matches.
 */
function deviceName(header = ''): string | undefined {
  const browser = nameIn(browsers, header)
  const system = nameIn(systems, header)
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}
