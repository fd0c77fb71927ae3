import { sql } from 'kysely'
import { sourceName } from '#contract/sources.ts'
import type { Visit } from '#contract/visit.ts'
import type { Database } from '#server/database/connect.ts'
import { countsInMemory } from '#server/database/counts.ts'
import { anyTable } from '#server/database/rows.ts'
import { afterCommit, type Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { publicPaths } from '#server/record/public-paths.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { type Goal, pressedGoals } from './analytics.contract.ts'
import { analyticsSettings } from './analytics-settings.contract.ts'
import { namesOf, noteNetwork, type Pair } from './source-names.server.ts'

/** Where a visit came from: the site before its first page, else the source that its campaign names. '' is direct or unknown. */
export const sourceOf = ({ referrer, campaign }: Pick<Visit, 'referrer' | 'campaign'>): string =>
  sourceName(referrer || campaign?.source || '')

/**
 * Counts the result of a visit, after it is stored; a site to ignore is not its source. Nothing about the person is stored with it. Never call it in
 * a transaction: it reads the settings. It never fails the call.
 */
export const countGoal = (
  log: Log,
  context: Pick<AppContext, 'config' | 'database' | 'site'>,
  ...counted: [goal: Goal, visit: Visit, more?: Sender]
): Promise<void> => afterCommit(log, 'A result of a visit is not counted', () => addResult(context, ...counted))

/** The address of the sender, of which only the network is used, in memory. */
type Sender = { address?: string }

async function addResult(
  { config, database, site }: Pick<AppContext, 'config' | 'database' | 'site'>,
  goal: Goal,
  visit: Visit,
  { address }: Sender = {},
): Promise<void> {
  const { count, ignoredHosts } = analyticsSettings.of(await site.now())
  if (!count) return
  const { page = '', campaign, referrer } = visit
  const source = referrer !== undefined && ignores(ignoredHosts, referrer) ? '' : sourceOf(visit)
  addGoal({ config, database }, { goal, path: page, source, campaign: campaign?.name ?? '', subject: '', address })
}

export const ignores = (ignoredHosts: readonly string[], host: string): boolean =>
  ignoredHosts.some((one) => host === one || host.endsWith(`.${one}`))

/** The tables, each with the columns that are summed; the others are its key. */
const tables = {
  viewDays: { key: ['day', 'path'], sums: ['views', 'visits', 'phones'] },
  sourceDays: { key: ['day', 'path', 'source', 'campaign'], sums: ['visits'] },
  goalDays: { key: ['day', 'goal', 'path', 'source', 'campaign', 'subject'], sums: ['count'] },
} as const
type CountedTable = keyof typeof tables
const names = Object.keys(tables) as CountedTable[]

type Row = Record<string, string | number>

/**
 * The most rows of a table that are in memory, so that invented addresses cannot fill it. One statement writes them, and SQLite takes 32,766
 * values in it: seven of each goal.
 */
const mostRows = 4_000
const others = { source: 'others', campaign: '' }

type Sums = Record<CountedTable, Map<string, Row>>
const empty = (): Sums => ({ viewDays: new Map(), sourceDays: new Map(), goalDays: new Map() })
const counts = countsInMemory(empty, (earlier, later) => {
  for (const name of names) for (const row of later[name].values()) add(earlier, name, row)
})

const keyOf = (table: CountedTable, row: Row) => tables[table].key.map((column) => row[column]).join('\n')

function add(rows: Sums, table: CountedTable, row: Row): void {
  const key = keyOf(table, row)
  const stored = rows[table].get(key)
  if (stored) for (const column of tables[table].sums) stored[column] = Number(stored[column]) + Number(row[column])
  else if (rows[table].size < mostRows) rows[table].set(key, { ...row })
}

export type FigureContext = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>
type DayContext = Pick<FigureContext, 'config' | 'database'>
const today = ({ config, database }: DayContext) => dayIn(config.timeZone)(database.clock())

/** `address` is that of the visitor, which only decides about names. */
type Origin = { path: string; source: string; campaign: string; address: string | undefined }
type View = Origin & { isVisit: boolean; phone: boolean }

/** Counts a page that was shown. A visit has a source. */
export function addView(context: DayContext, { path, isVisit, phone, source, campaign, address }: View): void {
  const rows = counts.of(context.database)
  const day = today(context)
  add(rows, 'viewDays', { day, path, views: 1, visits: Number(isVisit), phones: Number(phone) })
  if (!isVisit) return
  noteNetwork(context.database, { day, source, campaign }, address)
  add(rows, 'sourceDays', { day, path, source, campaign, visits: 1 })
}

type CountedGoal = Origin & { goal: Goal; subject: string }

export function addGoal(context: DayContext, { address, ...counted }: CountedGoal): void {
  const day = today(context)
  noteNetwork(context.database, { day, ...counted }, address)
  add(counts.of(context.database), 'goalDays', { day, ...counted, count: 1 })
}

/**
 * Adds to the tables what this process has counted since the last time, each table in one statement. Counts that cannot be written stay in memory.
 * @throws the error of the database
 */
export const writeSums = (context: FigureContext): Promise<void> =>
  counts.write(context.database, async (taken) => {
    if (names.every((name) => taken[name].size === 0)) return
    const known = await onPages(context, taken)
    for (const name of names) {
      await write(context.database, name, known[name])
      taken[name].clear()
    }
  })

/** The rows of addresses at which visitors find a page. A goal that the server counted itself stays, without the address. */
async function onPages(context: FigureContext, taken: Sums): Promise<Sums> {
  const all = names.flatMap((name) => [...taken[name].values()])
  const subjects = await knownSubjects(context.database, all)
  const paths = await publicPaths(context, [...new Set(all.map(({ path }) => String(path)))])
  const rows = empty()
  for (const name of names)
    for (const row of taken[name].values()) {
      const path = paths.get(String(row['path'])) ?? (isByServer(row) ? '' : undefined)
      if (path === undefined) continue
      const subject = subjects.has(String(row['subject'])) ? String(row['subject']) : ''
      add(rows, name, { ...row, path, ...(name === 'goalDays' && { subject }) })
    }
  return rows
}

const isByServer = ({ goal }: Row) => goal !== undefined && !(pressedGoals as readonly unknown[]).includes(goal)

/** Those of the named courses that exist: `courses/ID`. */
async function knownSubjects({ db }: Database, rows: Row[]): Promise<Set<string>> {
  const ids = new Set(rows.flatMap(({ subject }) => /^courses\/(.+)$/.exec(String(subject ?? ''))?.[1] ?? []))
  if (ids.size === 0) return new Set()
  const found = await db
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(found.map(({ id }) => `courses/${id}`))
}

async function write(database: Database, table: CountedTable, counted: Map<string, Row>): Promise<void> {
  const { key, sums } = tables[table]
  const rows = table === 'viewDays' ? counted : await withNames(database, table, counted)
  if (rows.size === 0) return
  // All processes write in one order, so that they cannot deadlock.
  const values = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const sum = (column: string) => sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  await anyTable(database.db)
    .insertInto(table)
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet(Object.fromEntries(sums.map((column) => [column, sum(column)]))),
    )
    .execute()
}

/** A pair of a source and a campaign that gets no name counts as one of the others. */
async function withNames(
  database: Database,
  table: 'sourceDays' | 'goalDays',
  counted: Map<string, Row>,
): Promise<Map<string, Row>> {
  const rows = empty()
  const days = new Set([...counted.values()].map(({ day }) => String(day)))
  for (const day of days) {
    const hasName = await namesOf(database, day)
    for (const row of counted.values())
      if (row['day'] === day) add(rows, table, hasName(row as Row & Pair) ? row : { ...row, ...others })
  }
  return rows[table]
}
