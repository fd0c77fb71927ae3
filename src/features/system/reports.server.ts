import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'

const largestBody = 16 * 1024
const reportsPerMinute = { perAddress: 20, total: 300 }

/** Receives browsers' reports. Anyone can send anything here, so it is cheap, bounded, and always answers the same. */
export const reportRoutes = feature('Security', async (app) => {
  const log = createReportLog(app.log as FastifyBaseLogger)
  app.addHook('onClose', async () => log.close())

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/reports+json', 'application/csp-report', 'application/json'],
    { parseAs: 'string', bodyLimit: largestBody },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler((_error, _request, reply) => reply.code(204).send())

  let minute = { began: 0, count: 0 }
  route(app, 'POST /reports', {
    access: 'public',
    rateLimit: { max: reportsPerMinute.perAddress, timeWindow: 60_000 },
    // Refuses further reports before their body is read.
    preParsing: async (_request, reply) => {
      if (performance.now() - minute.began > 60_000) minute = { began: performance.now(), count: 0 }
      if (++minute.count > reportsPerMinute.total) reply.code(204).send()
    },
    summary: 'Report a violation of the Content-Security-Policy',
    description: 'For browsers: `application/reports+json` or `application/csp-report`. The answer is always 204.',
    answer: { 204: z.void() },
    handler: async ({ body }, reply) => {
      if (typeof body === 'string') for (const violation of readReports(body)) log.add(violation)
      return reply.code(204).send()
    },
  })
})

/** One violation of the Content-Security-Policy, as logged. Addresses have no query, since it may contain a token. */
type Report = { directive: string; blocked: string; source: string; page: string }

const hour = 3_600_000
/** How many different violations are logged per hour, and how many are counted apart; all uncounted are counted together. */
const maxLogged = 10
const maxCounted = 100

/** Logs each violation once, and the totals of an hour when the next one begins, so that many reports make few lines. */
function createReportLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  let began = Number.NEGATIVE_INFINITY
  let counts = new Map<string, { report: Report; count: number }>()
  let uncounted = 0

  const logTotals = () => {
    const kinds = [...counts.values()]
    const total = kinds.reduce((sum, { count }) => sum + count, uncounted)
    if (total > Math.min(kinds.length, maxLogged)) {
      const written = kinds.slice(0, maxLogged).map(({ report, count }) => ({ ...report, count }))
      log.warn({ reports: written }, `Browsers reported ${total} refusals of the Content-Security-Policy in an hour`)
    }
    counts = new Map()
    uncounted = 0
  }

  return {
    add(report: Report) {
      if (performance.now() - began > hour) {
        logTotals()
        began = performance.now()
      }
      const key = JSON.stringify([report.directive, report.blocked, report.source])
      const counted = counts.get(key)
      if (counted) counted.count++
      else if (counts.size >= maxCounted) uncounted++
      else {
        counts.set(key, { report, count: 1 })
        if (counts.size <= maxLogged)
          log.warn({ report }, 'A browser refused what the Content-Security-Policy does not allow')
      }
    },
    close: logTotals,
  }
}

/** Violations by extensions of the visitor's browser are ignored. */
const extensionAddress = /^[a-z-]+-extension\b/

/** Reads both formats of a report, the Reporting API and the older `csp-report`; anything else is empty. */
function readReports(body: string): Report[] {
  const reports: Report[] = []
  for (const entry of entriesOf(body)) {
    const read = (...names: string[]) =>
      names.map((name) => entry[name]).find((value) => typeof value === 'string') ?? ''
    const directive = read('effectiveDirective', 'effective-directive', 'violated-directive').split(' ')[0] ?? ''
    const blocked = addressIn(read('blockedURL', 'blocked-uri'))
    const source = addressIn(read('sourceFile', 'source-file'))
    const page = addressIn(read('documentURL', 'document-uri'))
    if (!/^[a-z-]{3,40}$/.test(directive) || extensionAddress.test(blocked) || extensionAddress.test(source)) continue
    reports.push({ directive, blocked, source, page })
  }
  return reports
}

type ReportBody = Record<string, string | undefined>

function entriesOf(body: string): ReportBody[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return []
  }
  if (Array.isArray(json)) return json.filter((one) => one?.type === 'csp-violation').map((one) => one.body ?? {})
  const report = (json as { 'csp-report'?: ReportBody } | null)?.['csp-report']
  return report ? [report] : []
}

/** An address that is safe to log: without query, fragment and control characters, and at most 200 characters long. */
const addressIn = (text: string) =>
  text
    .replace(/[?#].*$/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 200)
