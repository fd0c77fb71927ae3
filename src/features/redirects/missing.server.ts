import { sql } from 'kysely'
import type { Database, Db } from '#server/database/connect.ts'
import { countsInMemory } from '#server/database/counts.ts'
import { isOneOf } from '#server/database/dialect.ts'

/** The longest path of the list, in characters. */
const longestPath = 300
/** The most paths of a day, in memory and in the table. */
const mostPaths = 1_000

/** In place of what may be about a person, and of the end of a long path. */
export const mask = '…'

/** Long numbers, keys and the like. A date may be in a path: `20210312`. */
const secrets = [
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/giu,
  /\+?(?:\p{Nd}[-.\s()]?){10,}/gu,
  /(?<!\p{Nd})(?!(?:19|20)\d{6}(?!\d))\p{Nd}{7,}/gu,
  /(?=[\w]*\d)(?=[\w]*[a-z])\w{16,}/giu,
  /(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}/gu,
]

const maskSegment = (segment: string) =>
  /@|%(?:25)*40|\uff20/.test(segment) ? mask : secrets.reduce((text, secret) => text.replace(secret, mask), segment)

/** A plain path (`addresses.server.ts`) as the list has it: without what may be about a person, in lower case, and not too long. */
export function storedPath(path: string): string {
  const masked = path.split('/').map(maskSegment).join('/').toLowerCase()
  const signs = [...masked]
  return signs.length > longestPath ? signs.slice(0, longestPath - 1).join('') + mask : masked
}

/** Addresses that programs try at every site, and files that browsers ask for on their own. */
const probes = [
  /\/[.~]/,
  /^\/(?:wp-(?:admin|includes|json|config|cron|login|content\/(?:plugins|themes|mu-plugins))|wordpress|xmlrpc|cgi-bin)(?:[/.]|$)/,
  /(?:phpmyadmin|phpunit|phpinfo|adminer|eval-stdin|wlwmanifest|node_modules|_ignition|boaform|hnap1|actuator|autodiscover|geoserver|struts|webdav|\betc\/passwd|\bowa\/|\becp\/|\bpma\b|\bvendor\/|server-status|solr\/|telescope\/|\bshell\b)/,
  /\.(?:env|sql|bak|old|orig|save|swp|zip|tar|t?gz|rar|7z|ini|conf|cfg|ya?ml|toml|log|aspx?|ashx|jsp|jspx|do|action|cgi|dll|exe|sh|pl|py|rb|key|pem|pfx|map|git|svn)$/,
  /^\/(?:favicon\.ico|apple-touch-icon.*\.png|browserconfig\.xml|(?:app-)?ads\.txt|humans\.txt|security\.txt|llms(?:-full)?\.txt|crossdomain\.xml)$/,
  /[<>"'`{}|^;]|\.\.|%0|%2f|%5c|\bselect\b.+\bfrom\b/,
]

/** @param path in lower case */
const isProbe = (path: string, isLinked: boolean) =>
  probes.some((probe) => probe.test(path)) || (!isLinked && /\.php\d?(?:\/|$)/.test(path))

type Counted = { count: number; firstAt: string; lastAt: string }
/** By day and path. */
type Days = Map<string, Map<string, Counted>>
const counts = countsInMemory(
  (): Days => new Map(),
  (earlier, later) => {
    for (const [day, paths] of later) for (const [path, counted] of paths) add(earlier, day, path, counted)
  },
)

function add(days: Days, day: string, path: string, { count, firstAt, lastAt }: Counted): void {
  const paths = days.getOrInsertComputed(day, () => new Map())
  const known = paths.get(path)
  if (known) paths.set(path, { ...known, count: known.count + count, lastAt })
  else if (paths.size < mostPaths) paths.set(path, { count, firstAt, lastAt })
}

/**
 * Counts an address at which a visitor found nothing.
 * @param path as `OldAddress` shows it
 * @param isLinked whether a page has led there
 */
export function addMissing(database: Database, day: string, path: string, isLinked: boolean): void {
  if (isProbe(path.toLowerCase(), isLinked)) return
  const at = new Date(database.clock()).toISOString()
  add(counts.of(database), day, storedPath(path), { count: 1, firstAt: at, lastAt: at })
}

/** Writes what was counted. Counts that cannot be written stay in memory. @throws the error of the database */
export const writeMissing = (database: Database): Promise<void> =>
  counts.write(database, async (days) => {
    for (const [day, paths] of days) {
      await write(database, day, paths)
      days.delete(day)
    }
  })

async function write({ db }: Database, day: string, paths: Map<string, Counted>): Promise<void> {
  // All processes write in one order, so that they cannot deadlock.
  const values = [...paths].map(([path, counted]) => ({ day, path, ...counted }))
  values.sort((one, other) => (one.path < other.path ? -1 : 1))
  const ref = (column: string) => sql.ref(`missingPaths.${column}`)
  await db
    .insertInto('missingPaths')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['day', 'path']).doUpdateSet({
        count: sql<number>`${ref('count')} + ${sql.ref('excluded.count')}`,
        lastAt: sql<string>`${sql.ref('excluded.lastAt')}`,
      }),
    )
    .execute()
  await trim(db, day)
}

/** The least frequent paths of a day go. */
async function trim(db: Db, day: string): Promise<void> {
  const ofDay = db.selectFrom('missingPaths').select('path').where('day', '=', day)
  const ordered = ofDay.orderBy('count', 'desc').orderBy('lastAt', 'desc').orderBy('path')
  const rest = await ordered
    .offset(mostPaths)
    .limit(10 * mostPaths)
    .execute()
  if (rest.length === 0) return
  const paths = rest.map(({ path }) => path)
  await db
    .deleteFrom('missingPaths')
    .where('day', '=', day)
    .where(isOneOf(db, 'path', paths))
    .execute()
}
