import type { FastifyBaseLogger } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { createReportLog, readReports } from './report-log.ts'

/** The address for browsers' reports of violations of the Content-Security-Policy. */
export const reportPath = '/api/reports'

const largestBody = 16 * 1024
const reportsPerMinute = { perAddress: 20, total: 300 }

/** Receives browsers' reports. Anyone can send anything here, so it is cheap, bounded, and always answers the same. */
export const reportRoutes: FastifyPluginAsyncZod = async (app) => {
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
  app.post(
    '/reports',
    {
      config: { access: 'public', rateLimit: { max: reportsPerMinute.perAddress, timeWindow: 60_000 } },
      schema: {
        tags: ['Security'],
        summary: 'Report a violation of the Content-Security-Policy',
        description: 'For browsers: `application/reports+json` or `application/csp-report`. The answer is always 204.',
        response: { 204: z.void() },
      },
      // Refuses further reports before their body is read.
      preParsing: async (_request, reply) => {
        if (Date.now() - minute.began > 60_000) minute = { began: Date.now(), count: 0 }
        if (++minute.count > reportsPerMinute.total) reply.code(204).send()
      },
    },
    async ({ body }, reply) => {
      if (typeof body === 'string') for (const violation of readReports(body)) log.add(violation)
      return reply.code(204).send()
    },
  )
}
