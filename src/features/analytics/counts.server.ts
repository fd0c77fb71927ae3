import { type ExpressionBuilder, sql } from 'kysely'
import { sourceName } from '#contract/sources.ts'
import type { Campaign } from '#contract/visit.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { addressesOf } from '#server/record/public-paths.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { type AnalyticsQuery, figureMonths, type Goal, noSource } from './analytics.contract.ts'
import { type FigureContext, sourceOf } from './counting.shared.server.ts'

type Range = { from: string; to: string }

/** The days of a query, and as many before them. @throws HttpError for a range that is reversed or too long */
function rangeOf({ config, database }: FigureContext, { from, to }: Pick<AnalyticsQuery, 'from' | 'to'>) {
  const last = Temporal.PlainDate.from(to ?? dayIn(config.timeZone)(database.clock()))
  const first = from === undefined ? last.subtract({ days: 29 }) : Temporal.PlainDate.from(from)
  if (Temporal.PlainDate.compare(first, last) > 0) throw invalid('from', 'from must not be after to')
  if (Temporal.PlainDate.compare(first, last.subtract({ months: figureMonths })) < 0)
    throw invalid('from', `At most ${figureMonths} months`)
  const days = first.until(last, { largestUnit: 'days' }).days + 1
  const before = { from: `${first.subtract({ days })}`, to: `${first.subtract({ days: 1 })}` }
  return { from: `${first}`, to: `${last}`, before, days }
}

/** No source is stored with it, so that a list of sources is never empty. */
const none = '\n'

const answered = (source: string) => sourceName(source) || noSource

export type Results = { enquiries: number; registrations: number; subscribers: number }
const fieldOf: Partial<Record<string, keyof Results>> = {
  enquiry: 'enquiries',
  registration: 'registrations',
  subscription: 'subscribers',
} satisfies Partial<Record<Goal, keyof Results>>
export const nothing: Results = { enquiries: 0, registrations: 0, subscribers: 0 }
const broughtBy = (row: Results) => row.enquiries + row.registrations + row.subscribers

type Visits = { visits: number }

/** Sums by a key, in the order in which keys are met. */
export function createSums<Sum extends { [Name in keyof Sum]?: number }>(zero: Sum) {
  const sums = new Map<string, Sum>()
  return {
    sums,
    add(key: string, values: Partial<Record<keyof Sum, number | string>>) {
      const sum = sums.getOrInsertComputed(key, () => ({ ...zero })) as Partial<Record<string, number>>
      for (const [name, value] of Object.entries(values)) sum[name] = (sum[name] ?? 0) + Number(value)
    },
  }
}

export const mostFirst =
  <Row extends Visits & Results>(sort: AnalyticsQuery['sort'], nameOf: (row: Row) => string) =>
  (one: Row, other: Row) =>
    (sort ? other[sort] - one[sort] : 0) ||
    broughtBy(other) - broughtBy(one) ||
    other.visits - one.visits ||
    (nameOf(one) < nameOf(other) ? -1 : 1)

/** The counts of the days, pages, source and campaign that a query asks for. */
export async function countsOf(context: FigureContext, query: AnalyticsQuery) {
  const { database, config } = context
  const range = rangeOf(context, query)
  const db = await readerFor(database, 'viewDays', 'sourceDays', 'goalDays')
  const paths = query.page === undefined ? undefined : await addressesOf(context, query.page)
  const source = query.source === undefined ? undefined : answered(query.source)
  const { campaign } = query
  /** Views have no source and no campaign. */
  const hasViews = source === undefined && campaign === undefined

  /** The hosts and words of earlier versions that are this source. */
  async function sourcesIn(table: 'sourceDays' | 'goalDays'): Promise<string[]> {
    const rows = await db
      .selectFrom(table)
      .select('source')
      .distinct()
      .where('day', '>=', range.before.from)
      .where('day', '<=', range.to)
      .execute()
    return rows.map((row) => row.source).filter((stored) => answered(stored) === source)
  }
  const storedSources =
    source === undefined ? undefined : [...(await sourcesIn('sourceDays')), ...(await sourcesIn('goalDays'))]

  type Counts = ExpressionBuilder<Schema, 'sourceDays'>
  const inRange =
    ({ from, to }: Range) =>
    // biome-ignore lint/suspicious/noExplicitAny: the three tables have these columns
    (row: ExpressionBuilder<any, any>) =>
      row.and([row('day', '>=', from), row('day', '<=', to), ...(paths ? [row('path', 'in', paths)] : [])])
  const ofSource = (row: Counts) =>
    row.and([
      ...(storedSources === undefined ? [] : [row('source', 'in', [none, ...storedSources])]),
      ...(campaign === undefined ? [] : [row('campaign', '=', campaign)]),
    ])
  const sum = (column: string) => sql<number>`sum(${sql.ref(column)})`
  const views = (range: Range) => db.selectFrom('viewDays').where(inRange(range))
  const visits = (range: Range) =>
    db
      .selectFrom('sourceDays')
      .where(inRange(range))
      .where((row) => ofSource(row))
      .select(sum('visits').as('visits'))
  const goals = (range: Range) =>
    db
      .selectFrom('goalDays')
      .where(inRange(range))
      .where((row) => ofSource(row as unknown as Counts))
      .select(sum('count').as('count'))

  /** Adds what the visits of a range led to, by a column. */
  async function addBrought(
    add: (key: string, values: Partial<Results>) => void,
    column: 'day' | 'source' | 'campaign',
    where: Range,
  ) {
    for (const row of await goals(where).select([column, 'goal']).groupBy([column, 'goal']).execute()) {
      const field = fieldOf[row.goal]
      if (field) add(row[column], { [field]: row.count })
    }
  }

  /** The sums of each value of a column: its visits, and what they led to. */
  async function sumBy(column: 'source' | 'campaign') {
    const { sums, add } = createSums({ visits: 0, ...nothing })
    const keyOf = column === 'source' ? answered : (name: string) => name
    for (const row of await visits(range).select(column).groupBy(column).execute())
      add(keyOf(row[column]), { visits: row.visits })
    await addBrought((key, values) => add(keyOf(key), values), column, range)
    return sums
  }

  /** Requests of visitors that match the filters, in the same days. Their texts are not read. */
  const requestsOf = <Row extends { page: string | null; referrer: string | null; campaign: string | null }>(
    rows: Row[],
  ) =>
    rows.filter((row) => {
      if (paths && !paths.includes(row.page ?? '')) return false
      const given: Campaign | undefined = row.campaign === null ? undefined : JSON.parse(row.campaign)
      const from = sourceOf({
        ...(row.referrer !== null && { referrer: row.referrer }),
        ...(given && { campaign: given }),
      })
      const isFrom = source === undefined || source === answered(from)
      return isFrom && (campaign === undefined || campaign === (given?.name ?? ''))
    })
  const moment = (day: string) =>
    new Date(Temporal.PlainDate.from(day).toZonedDateTime(config.timeZone).epochMilliseconds).toISOString()
  const begin = moment(range.from)
  const end = moment(`${Temporal.PlainDate.from(range.to).add({ days: 1 })}`)

  return { db, range, paths, hasViews, begin, end, sum, views, visits, goals, addBrought, sumBy, requestsOf }
}
