import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { countsInMemory } from '#server/database/counts.ts'
import type { Job } from '#server/database/jobs.ts'
import { countAffected } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import { callersOf, isInternal } from '#server/http/rate-limits.ts'
import { RateStore } from '#server/http/rate-store.ts'
import type { Retention } from '#server/record/retention.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { isKnownBot } from '#server/security/known-bots.ts'
import { networksOf } from '#server/security/networks.ts'
import { isReserved, keyIn, oldAddress, parseRequest } from './addresses.server.ts'
import { entityOf, longestChain, publicPathsOf } from './check-redirects.server.ts'
import { addressIndex } from './index.server.ts'
import { addMissing, writeMissing } from './missing.server.ts'
import { redirectDays } from './redirects.contract.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>

/** 302 leads to the page of all records while visitors do not see the one that it is about. */
export type FoundRedirect = { id: string; location: string; status: 301 | 302 }

/**
 * The redirect of an address. Without one it costs a look into memory.
 * @param only `query`: only one with a query, for an address at which there is a page
 */
export async function findRedirect(context: Context, url: URL, only?: 'query'): Promise<FoundRedirect | undefined> {
  const { database } = context
  const index = await addressIndex(database)
  let key = keyIn(index, url, only)
  let found: FoundRedirect | undefined
  const passed = new Set<string>()
  // A chain that has become longer at its end takes a further step of the visitor.
  while (key !== undefined && passed.size < longestChain) {
    if (passed.has(key)) return undefined
    passed.add(key)
    const row = await database.db
      .selectFrom('redirects')
      .select(['id', 'to', 'entity', 'recordId'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return found
    const next = await targetOf(context, row)
    if (!next) return undefined
    // Each redirect of a chain counts for the first one, which the visitor has followed.
    found = { ...next, id: found?.id ?? row.id }
    key = row.to === null ? undefined : await keyBehind(context, row.to)
  }
  return found
}

/** The redirect at the target of another one, unless there is a page by now. */
async function keyBehind(context: Context, to: string): Promise<string | undefined> {
  const url = to.startsWith('/') ? parseRequest(to) : null
  const key = url ? keyIn(await addressIndex(context.database), url) : undefined
  if (!url || key === undefined) return undefined
  const { path } = oldAddress(url)
  return (await publicPathsOf(context, context.database.db, [path])).has(path) ? undefined : key
}

type Stored = { to: string | null; entity: string | null; recordId: string | null }

async function targetOf({ database, entities }: Context, { to, entity, recordId }: Stored) {
  if (to !== null) return { location: to, status: 301 as const }
  const linked = entityOf(entities, entity ?? '')?.linked
  const address = (await linked?.find(database, [recordId ?? '']))?.get(recordId ?? '')
  if (address !== undefined) return { location: address, status: 301 as const }
  return linked?.list === undefined ? undefined : { location: linked.list, status: 302 as const }
}

type Hits = Map<string, number>
const hits = countsInMemory(
  (): Hits => new Map(),
  (earlier, later) => {
    for (const [key, count] of later) addHits(earlier, key, count)
  },
)
const addHits = (counts: Hits, key: string, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count)

/** How many missing pages of one network count in a minute: a program that tries a list of addresses must not fill the list. */
const mostAMinute = 20
const aMinute = 60_000

/** Counts what visitors followed, and where they found nothing. Nothing about the visitor is stored, and known bots do not count. */
export function createCounter({ config, database }: Pick<Context, 'config' | 'database'>) {
  const limit = new RateStore()
  const callerOf = callersOf(config)
  const day = dayIn(config.timeZone)
  const counts = ({ headers }: IncomingMessage) => !isKnownBot(headers['user-agent'])
  return {
    followed(request: IncomingMessage, id: string): void {
      if (!counts(request)) return
      addHits(hits.of(database), `${day(database.clock())} ${id}`)
    },
    missed(request: IncomingMessage, url: URL): void {
      if (!counts(request)) return
      const { host } = networksOf(callerOf(request))
      if (config.rateLimit && !isInternal(request) && limit.countNow(host, aMinute, mostAMinute) === null) return
      const { from } = oldAddress(new URL(url.pathname, url))
      addMissing(database, day(database.clock()), from, (request.headers.referer ?? '') !== '')
    },
  }
}

/** The address of a request that can have a redirect; null for all others. */
export function oldRequest({ method, url: requestUrl = '' }: IncomingMessage): URL | null {
  const url = method === 'GET' ? parseRequest(requestUrl) : null
  return url && !isReserved(url.pathname.toLowerCase()) ? url : null
}

/** Writes what this process has counted. @throws the error of the database, and the counts stay in memory */
export async function writeRedirectCounts({ database }: Pick<Context, 'database'>): Promise<void> {
  await hits.write(database, async (counts) => {
    if (counts.size > 0) await writeHits(database, counts)
  })
  await writeMissing(database)
}

async function writeHits(database: Database, counts: Map<string, number>): Promise<void> {
  const ids = [...new Set([...counts.keys()].map((key) => key.slice(11)))]
  await database.transaction(async (trx) => {
    for (let start = 0; start < ids.length; start += mostIds) {
      const some = ids.slice(start, start + mostIds)
      // A redirect that was deleted meanwhile has no hits any more. `for update` keeps the others.
      const known = await trx
        .selectFrom('redirects')
        .select('id')
        .where('id', 'in', some)
        .orderBy('id')
        .forUpdate()
        .execute()
      const here = new Set(known.map(({ id }) => id))
      const rows = [...counts].map(([key, count]) => ({ day: key.slice(0, 10), redirectId: key.slice(11), count }))
      const values = rows.filter(({ redirectId }) => here.has(redirectId) && some.includes(redirectId))
      if (values.length === 0) continue
      await trx
        .insertInto('redirectHits')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['redirectId', 'day']).doUpdateSet({
            count: sql<number>`${sql.ref('redirectHits.count')} + ${sql.ref('excluded.count')}`,
          }),
        )
        .execute()
    }
  })
}
const mostIds = 1_000

/** A kill loses at most what was counted since the last run. */
export const countedRedirects: Job<AppContext> = {
  name: 'Save redirect counts',
  once: 'process',
  every: 10_000,
  work: writeRedirectCounts,
  atClose: true,
}

/** A few days more than the lists show, so that no list loses a part of its first day. */
export const redirectRetention: Retention = {
  name: 'Redirect counts',
  keep: { days: redirectDays + 5 },
  async erase({ database: { db } }, { day }) {
    let count = 0
    for (const table of ['redirectHits', 'missingPaths'] as const)
      count += await countAffected(db.deleteFrom(table).where('day', '<', day))
    const still = db.selectFrom('missingPaths').select('path')
    return count + (await countAffected(db.deleteFrom('dismissedPaths').where('path', 'not in', still)))
  },
}
