import type { Job } from '#server/database/jobs.ts'
import { countAffected } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { byteOrderMark, csvFile, csvLine } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import type { Retention } from '#server/record/retention.ts'
import {
  type Analytics,
  analyticsQuery,
  figureMonths,
  figureRows,
  figures,
  figureTableNames,
  figureTables,
  pageFigures,
  pageFiguresQuery,
} from './analytics.contract.ts'
import { createFigureReader, readPageFigures, totalsOf } from './analytics-queries.server.ts'
import { analyticsSettings } from './analytics-settings.contract.ts'
import { writeSums } from './counting.shared.server.ts'

export const analyticsRoutes = feature('Analytics', async (app, context) => {
  /** With the counts of this process until now. If they cannot be written, the others are read. */
  const reader = async (query: Parameters<typeof createFigureReader>[1]) => {
    await writeSums(context).catch((error) => logFailure(app.log, error))
    return createFigureReader(context, query)
  }

  route(app, 'GET /analytics', {
    access: 'staff',
    summary: 'Get the figures of a range of days',
    description:
      'Without `from` and `to` the last 30 days, in the company’s time. `by` asks for one table, with up to 1,000 rows; without it each table has its first ten. `page`, `source` and `campaign` select rows by their words in the answer; views have no source, so they are absent when one is selected. Rows that led to something come first; `sort` names the figure whose largest come first.',
    query: analyticsQuery,
    answer: figures,
    handler: async ({ query }) => {
      const read = await reader(query)
      const { days: _, ...range } = read.range
      const days = await read.days()
      const answer: Analytics = {
        ...range,
        ...(!analyticsSettings.of(await context.site.now()).count && { off: true }),
        first: await read.first(),
        totals: totalsOf(days.now),
        totalsBefore: totalsOf(days.before),
        presses: await read.presses(),
      }
      const asked = query.by ? [query.by] : figureTableNames
      const most = query.by ? figureRows.whole : figureRows.overview
      for (const name of asked)
        Object.assign(answer, { [name]: name === 'days' ? days.now : (await read[name]()).slice(0, most) })
      return answer
    },
  })

  route(app, 'GET /analytics.csv', {
    access: 'staff',
    summary: 'Download one table of the figures as CSV',
    description: 'The parameters are those of the figures; `by` names the table, which is that of the days without it.',
    query: analyticsQuery,
    answer: csvFile,
    handler: async ({ query }, reply) => {
      const { by = 'days' } = query
      const read = await reader(query)
      const all: object[] = by === 'days' ? (await read.days()).now : await read[by]()
      const rows = all.slice(0, figureRows.whole).map((row) => new Map(Object.entries(row)))
      const columns = Object.keys(figureTables[by].shape).filter(
        (name) => rows.length === 0 || rows.some((row) => row.has(name)),
      )
      const lines = rows.map((row) => csvLine(columns.map((name) => String(row.get(name) ?? ''))))
      const { from, to } = read.range
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${by}-${from}-${to}.csv"`)
        .header('x-content-type-options', 'nosniff')
        .send(byteOrderMark + csvLine(columns) + lines.join(''))
    },
  })

  route(app, 'GET /analytics/page', {
    access: 'staff',
    summary: 'Get the figures of one page in the last 30 days',
    description: 'Those of its former addresses are included.',
    query: pageFiguresQuery,
    answer: pageFigures,
    handler: async ({ query }) => {
      await writeSums(context).catch((error) => logFailure(app.log, error))
      return readPageFigures(context, query.path)
    },
  })
})

/** A kill loses at most what was counted since the last run. */
export const countedVisits: Job<AppContext> = {
  name: 'Save visit counts',
  once: 'process',
  every: 10_000,
  work: writeSums,
  atClose: true,
}

export const analyticsRetention: Retention = {
  name: 'Analytics',
  keep: { months: figureMonths },
  placeholder: 'figuresKept',
  async erase({ database }, { day }) {
    let count = 0
    for (const table of ['viewDays', 'sourceDays', 'goalDays'] as const)
      count += await countAffected(database.db.deleteFrom(table).where('day', '<', day))
    return count
  },
}
