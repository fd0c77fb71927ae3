import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type { ActivityKind } from '#contract/activity.ts'
import { type Database, timeIn } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { addressIn, networksOf } from '#server/security/networks.ts'
import { activity } from './activity.table.ts'
import {
  type Act,
  beginCall,
  type Call,
  duringCall,
  emptyEntry,
  logTransactions,
  type RecordNames,
  writeActivity,
} from './activity.ts'
import { signedAs } from './signed-as.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How the activity log records a call of staff. Unset: by its transactions, and every download of a table.
     * `always`: also without a transaction, for a call with a single statement. `step`: never, because another call
     * completes the act, or others see no change.
     */
    activity?: 'always' | 'step'
    /** The act in plain words, if the summary is meant for programmers: 'Add a passkey'. */
    act?: string
  }
  interface FastifyRequest {
    activityCall: Call | null
  }
}

/**
 * Logs the acts of staff on routes registered afterwards: changes in their transactions, downloads of tables, and
 * refusals. It runs after the guard, which identifies the caller. Calls of others are only followed.
 */
export function logCalls(app: FastifyInstance, database: Database, names: RecordNames): void {
  logTransactions(database, names)
  const entities = new Map([...names].map(([entity, { calls = entity }]) => [calls, entity]))
  const actOf = (request: FastifyRequest) => actIn(request, entities)
  app.decorateRequest('activityCall', null)

  // With a callback, so that the handler runs within it.
  app.addHook('preHandler', (request, _reply, done) => {
    const isLogged = request.staff && request.routeOptions.config.activity !== 'step'
    const call = beginCall(isLogged ? actOf(request) : undefined)
    request.activityCall = call
    if (isRead(request)) done()
    else duringCall(call, done)
  })

  app.addHook('onSend', async (request, reply) => {
    const call = request.activityCall
    const { config, url = '' } = request.routeOptions
    if (reply.statusCode === 403 && config.access !== 'public' && !request.asksToConfirm) {
      const { by, byId, entity } = actOf(request)
      await logRefusal(database, request, { what: `Refused: ${actOfRoute(request.routeOptions)}`, by, byId, entity })
    }
    if (!call) return
    const done = reply.statusCode < 400 && !call.written
    const isExport = isRead(request) && url.endsWith('.csv')
    if (call.act && done && (isExport || config.activity === 'always'))
      await writeActivity(database, call.act).catch((error) => logFailure(request.log, error))
    // Background work after the answer does not belong to this call.
    call.over = true
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET'

/** The act of a route in a few words: its summary up to the first comma or colon. */
export function actOfRoute({ config, schema }: Pick<RouteOptions, 'config' | 'schema'>): string {
  const { summary = '' } = (schema ?? {}) as { summary?: string }
  return config?.act ?? summary.replace(/[,:;].*$/, '')
}

/** @param entities by their names in paths */
function actIn(request: FastifyRequest, entities: Map<string, string>): Act {
  const { staff, method, params } = request
  const { url = '' } = request.routeOptions
  const name = entityOfCall(url)
  const { id } = (params ?? {}) as { id?: unknown }
  return {
    kind: isRead(request) ? 'export' : activityKind(method, url),
    what: url.endsWith('/bulk') ? 'Change a record' : actOfRoute(request.routeOptions),
    by: staff ? signedAs(staff) : undefined,
    byId: staff?.id,
    entity: entities.get(name) ?? name,
    recordId: typeof id === 'string' ? id : undefined,
    ...originOf(request),
  }
}

/** Names the record of a call, for a transaction that notes none, and the kind of the call where its path does not say it. */
export function nameRecord({ activityCall }: FastifyRequest, recordName: string, kind?: ActivityKind): void {
  if (activityCall?.act) Object.assign(activityCall.act, { recordName }, kind && { kind })
}

/** The kind of a call, by its method and the pattern of its path. */
function activityKind(method: string, url: string): ActivityKind {
  const [entity = '', ...rest] = segmentsOf(url)
  if (rest.at(-1) === 'restore') return 'restore'
  if (['users', 'identity', 'tokens', 'assistants', 'oauth'].includes(entity)) return 'account'
  if (entity === 'settings') return 'settings'
  if (method === 'DELETE') return entity === 'trash' || deletesRecord(rest) ? 'delete' : 'change'
  return method === 'POST' && rest.length === 0 ? 'create' : 'change'
}

/** Whether the path ends with the id of a record. */
const deletesRecord = (rest: string[]) => rest.findIndex(isParameter) === rest.length - 1

/** The kind of record in a path: 'subscribers' for `/api/newsletter/subscribers/:id`. */
function entityOfCall(url: string): string {
  const segments = segmentsOf(url)
  return segments[Math.max(0, segments.findIndex(isParameter) - 1)] ?? ''
}

const segmentsOf = (url: string) => url.replace(/^\/api\/|\.csv$/g, '').split('/')
const isParameter = (segment: string) => segment.startsWith(':')

const hour = 60 * 60_000
/** The most entries of refusals in an hour. Further ones are counted in one entry without a person or an address. */
const mostAnHour = 30

export const originOf = (request: FastifyRequest): Pick<Act, 'address' | 'device'> => ({
  address: addressIn(request.ip),
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

async function countRefusal(database: Database, act: Omit<Act, 'kind'>): Promise<void> {
  const { db } = database
  const now = timeIn(db)
  const start = Math.floor(now / hour)
  const key = `${start} ${JSON.stringify([act.what, act.byId ?? '', act.entity ?? '', networksOf(act.address).host])}`
  const added = db
    .updateTable('activity')
    .set(more(new Date(now).toISOString(), 1))
    .where('countedAs', '=', key)
  if (await affectsRows(added)) return
  const { entries } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('kind', '=', 'refusal')
    .where('at', '>=', new Date(start * hour).toISOString())
    .executeTakeFirstOrThrow()
  const own = entries < mostAnHour
  if (!own && isUnwritten(database, now)) return
  const row = own
    ? { ...emptyEntry(), ...act, countedAs: key }
    : { ...emptyEntry(), what: 'Further refusals', countedAs: `${start} others`, count: takeUnwritten(database, now) }
  await db
    .insertInto('activity')
    .values(activity.encode({ ...row, kind: 'refusal' as const }))
    .onConflict((conflict) => conflict.column('countedAs').doUpdateSet(more(row.lastAt, row.count)))
    .execute()
}

const more = (lastAt: string, times: number) => ({ count: sql<number>`"activity"."count" + ${times}`, lastAt })

/** Counts a refusal of a flood in memory; true if it is written later, because the last write was less than a second ago. */
function isUnwritten(database: Database, now: number): boolean {
  database.flood ??= { unwritten: 0, writtenAt: 0 }
  database.flood.unwritten++
  return Math.abs(now - database.flood.writtenAt) < 1_000
}

function takeUnwritten(database: Database, now: number): number {
  const taken = database.flood?.unwritten ?? 0
  database.flood = { unwritten: 0, writtenAt: now }
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
