import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import { networksOf } from '#server/security/networks.ts'

/** A pair of a source and a campaign on a day, as the tables of the sums have it. */
export type Pair = { day: string; source: string; campaign: string }
const keyOf = ({ source, campaign }: Pair) => `${source}\n${campaign}`

/** How many pairs get a name on a day that the days before do not know. */
const mostNew = 200
/** How many of these a single network may bring: all that nobody else brings on that day, and those of one network. */
export const mostAlone = 160
export const mostOfNetwork = 40
/** How many pairs of former days keep their name, those of the most days first: invented ones come on fewer days than real ones. */
const mostKnown = 200
const knownDays = 30

/** The most pairs of a day whose networks are in memory. */
const mostInMemory = 5_000

/** A day in the memory of this process. Networks are never stored. */
type Day = {
  day: string
  /** Two networks at most of each pair. */
  networks: LRUCache<string, Set<string>>
  /** The pairs with a name that a network has brought alone. */
  alone: Map<string, Set<string>>
  known?: Set<string>
}

const days = new WeakMap<Database, Day>()

/** The memory of a day. Only that of the newest day is kept. */
function memoryOf(database: Database, day: string): Day {
  const kept = days.get(database)
  if (kept?.day === day) return kept
  const fresh: Day = { day, networks: new LRUCache({ max: mostInMemory }), alone: new Map() }
  if (!kept || kept.day < day) days.set(database, fresh)
  return fresh
}

/** Notes the network that has brought a pair. */
export function noteNetwork(database: Database, pair: Pair, address: string | undefined): void {
  const { networks } = memoryOf(database, pair.day)
  const { network } = networksOf(address)
  const key = keyOf(pair)
  const stored = networks.get(key)
  if (!stored) networks.set(key, new Set([network]))
  else if (stored.size < 2) stored.add(network)
}

/**
 * Decides which pairs of a day count by name: those that have one in either table, those of former days, and new ones within the bounds. So one
 * computer that invents sources hides no others.
 */
export async function namesOf(database: Database, day: string): Promise<(pair: Pair) => boolean> {
  const { db } = database
  const memory = memoryOf(database, day)
  memory.known ??= await knownBefore(database, day)
  const { known } = memory
  const ofDay = (table: 'sourceDays' | 'goalDays') =>
    db.selectFrom(table).select(['source', 'campaign']).where('day', '=', day)
  const stored = await ofDay('sourceDays').union(ofDay('goalDays')).execute()
  const named = new Set(stored.map((pair) => keyOf({ day, ...pair })))
  let fresh = [...named].filter((key) => !known.has(key)).length
  let alone = [...memory.alone.values()].reduce((sum, { size }) => sum + size, 0)

  return (pair) => {
    const key = keyOf(pair)
    // A typed address, or one without a known source, has no name.
    const isUnnamed = pair.source === '' && pair.campaign === ''
    if (named.has(key) || known.has(key) || isUnnamed) return true
    if (fresh >= mostNew) return false
    const [network = networksOf(undefined).network, ...others] = memory.networks.get(key) ?? []
    if (others.length === 0) {
      const brought = memory.alone.getOrInsertComputed(network, () => new Set())
      // A pair that could not be written has its place already.
      if (!brought.has(key)) {
        if (brought.size >= mostOfNetwork || alone >= mostAlone) return false
        brought.add(key)
        alone++
      }
    }
    named.add(key)
    fresh++
    return true
  }
}

/** The pairs that most days of the last month have by name. */
async function knownBefore({ db }: Database, day: string): Promise<Set<string>> {
  const first = new Date(Date.parse(day) - knownDays * 86_400_000).toISOString().slice(0, 10)
  const rows = await db
    .selectFrom('sourceDays')
    .select(({ fn }) => ['source', 'campaign', fn.count('day').distinct().as('days'), fn.sum('visits').as('visits')])
    .where('day', '>=', first)
    .where('day', '<', day)
    .groupBy(['source', 'campaign'])
    .orderBy('days', 'desc')
    .orderBy('visits', 'desc')
    .limit(mostKnown)
    .execute()
  return new Set(rows.map(({ source, campaign }) => keyOf({ day, source, campaign })))
}
