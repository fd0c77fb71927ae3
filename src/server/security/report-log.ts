import type { FastifyBaseLogger } from 'fastify'

/** One refusal, as the log shows it. Addresses are without their query, which may hold a token. */
export type Report = { directive: string; blocked: string; source: string; page: string }

const hour = 3_600_000
/** Different refusals written down in an hour, and different ones remembered; further ones are only counted. */
const mostLines = 10
const mostKinds = 100

/** Keeps a flood of reports to a few lines an hour: each refusal once, and a sum of the hour when the next one begins. */
export function createReportLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  let began = Number.NEGATIVE_INFINITY
  let counts = new Map<string, { report: Report; count: number }>()
  let others = 0

  const sumUp = () => {
    const kinds = [...counts.values()]
    const total = kinds.reduce((sum, { count }) => sum + count, others)
    if (total > Math.min(kinds.length, mostLines)) {
      const written = kinds.slice(0, mostLines).map(({ report, count }) => ({ ...report, count }))
      log.warn({ reports: written }, `Browsers reported ${total} refusals of the Content-Security-Policy in an hour`)
    }
    counts = new Map()
    others = 0
  }

  return {
    take(report: Report) {
      if (Date.now() - began > hour) {
        sumUp()
        began = Date.now()
      }
      const key = JSON.stringify([report.directive, report.blocked, report.source])
      const known = counts.get(key)
      if (known) known.count++
      else if (counts.size >= mostKinds) others++
      else {
        counts.set(key, { report, count: 1 })
        if (counts.size <= mostLines)
          log.warn({ report }, 'A browser refused what the Content-Security-Policy does not allow')
      }
    },
    close: sumUp,
  }
}

/** What an extension of the visitor's browser tried is not ours to mend. */
const ofExtension = /^[a-z-]+-extension\b/

/**
 * Reads both forms of a report: the Reporting API's list, and the older `csp-report`.
 * @returns nothing for what is neither
 */
export function readReports(body: string): Report[] {
  const reports: Report[] = []
  for (const given of entriesOf(body)) {
    const read = (...names: string[]) =>
      names.map((name) => given[name]).find((value) => typeof value === 'string') ?? ''
    const directive = read('effectiveDirective', 'effective-directive', 'violated-directive').split(' ')[0] ?? ''
    const blocked = addressIn(read('blockedURL', 'blocked-uri'))
    const source = addressIn(read('sourceFile', 'source-file'))
    const page = addressIn(read('documentURL', 'document-uri'))
    if (!/^[a-z-]{3,40}$/.test(directive) || ofExtension.test(blocked) || ofExtension.test(source)) continue
    reports.push({ directive, blocked, source, page })
  }
  return reports
}

type Given = Record<string, string | undefined>

function entriesOf(body: string): Given[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return []
  }
  if (Array.isArray(json)) return json.filter((one) => one?.type === 'csp-violation').map((one) => one.body ?? {})
  const report = (json as { 'csp-report'?: Given } | null)?.['csp-report']
  return report ? [report] : []
}

/** An address as it may stand in the log: without query and fragment, control characters and great length. */
const addressIn = (text: string) =>
  text
    .replace(/[?#].*$/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 200)
