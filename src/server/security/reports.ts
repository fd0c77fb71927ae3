import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { FeatureRoutes } from '#server/feature.ts'
import { createReportLog, readReports } from './report-log.ts'

/** Where browsers report what the Content-Security-Policy refused. */
export const reportPath = '/api/reports'

const largestBody = 16 * 1024
const reportsAMinute = { perAddress: 20, inAll: 300 }

/** Takes browsers' reports. Anybody may send anything here, so it is cheap, bounded, and always answers the same. */
export const reportRoutes: FeatureRoutes = async (app) => {
  const report = createReportLog(app.log as FastifyBaseLogger)
  app.addHook('onClose', async () => report.close())

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/reports+json', 'application/csp-report', 'application/json'],
    { parseAs: 'string', bodyLimit: largestBody },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler((_error, _request, reply) => reply.code(204).send())

  let minute = { began: 0, count: 0 }
  app.post(
    '/reports',
    {
      config: { access: 'public', rateLimit: { max: reportsAMinute.perAddress, timeWindow: 60_000 } },
      schema: {
        tags: ['Security'],
        summary: 'Report what the Content-Security-Policy refused',
        description:
          'For browsers: `application/reports+json` or `application/csp-report`. The answer is the same whatever is sent.',
        response: { 204: z.void() },
      },
      // Before the body is read.
      preParsing: async (_request, reply) => {
        if (Date.now() - minute.began > 60_000) minute = { began: Date.now(), count: 0 }
        if (++minute.count > reportsAMinute.inAll) reply.code(204).send()
      },
    },
    async ({ body }, reply) => {
      if (typeof body === 'string') for (const one of readReports(body)) report.take(one)
      return reply.code(204).send()
    },
  )
}
