import type { IncomingMessage, RequestListener } from 'node:http'
import * as z from 'zod/mini'
import { ownPagePath, visitOf } from '#contract/visit.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { lingerAfter } from '#server/http/connections.ts'
import { callersOf } from '#server/http/rate-limits.ts'
import { RateStore } from '#server/http/rate-store.ts'
import { route } from '#server/http/route.ts'
import { isKnownBot } from '#server/security/known-bots.ts'
import { networksOf } from '#server/security/networks.ts'
import { asOfTokenOf } from '#server/security/signed-tokens.ts'
import { type Beacon, beacon, longestBeacon } from './analytics.contract.ts'
import { analyticsSettings } from './analytics-settings.contract.ts'
import { addGoal, addView, ignores, sourceOf } from './counting.shared.server.ts'

/** How many beacons of one network count in a minute. */
const mostAMinute = 60
const aMinute = 60_000

/** Whether a browser may not be counted, by the headers that it sends. */
const isLeftOut = ({ headers }: IncomingMessage) =>
  headers['dnt'] === '1' ||
  headers['sec-gpc'] === '1' ||
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin' ||
  headers.authorization !== undefined ||
  asOfTokenOf(headers.cookie) !== undefined ||
  isKnownBot(headers['user-agent'])

/** Reads a body. @param take receives undefined for one that is too long, of which no more is read than shows that it is */
function readBody(request: IncomingMessage, take: (body: string | undefined) => void): void {
  const chunks: Buffer[] = []
  let length = 0
  const end = () => take(Buffer.concat(chunks).toString())
  const read = (chunk: Buffer) => {
    length += chunk.length
    if (length <= longestBeacon) chunks.push(chunk)
    else refuse()
  }
  const refuse = () => {
    request.off('data', read).off('end', end)
    take(undefined)
  }
  request.on('error', () => {})
  if (Number(request.headers['content-length']) > longestBeacon) refuse()
  else request.on('data', read).on('end', end)
}

function parse(body: string): Beacon | undefined {
  try {
    return beacon.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/**
 * Takes the beacons of pages, which are as many as the views. Anyone can send anything here, so it is cheap, bounded, and always answers the same.
 * Fastify's hooks would cost more than the work, so it does not answer; it knows the call for its access and its description.
 */
export const seenRoutes = feature('Analytics', async (app, context) => {
  const { config } = context
  const limit = new RateStore()
  const callerOf = callersOf(config)
  const isFlood = (address: string | undefined) =>
    config.rateLimit && limit.countNow(networksOf(address).host, aMinute, mostAMinute) === null
  const take: RequestListener = (request, reply) => {
    const address = callerOf(request)
    const counts = !isLeftOut(request) && !isFlood(address)
    readBody(request, async (body) => {
      if (body === undefined) {
        lingerAfter(request)
        return reply.writeHead(204, { connection: 'close' }).end()
      }
      if (counts) await countBeacon(context, parse(body), address).catch(() => {})
      reply.writeHead(204).end()
    })
  }
  context.fastCalls.set('/api/seen', take)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  route(app, 'POST /seen', {
    access: 'public',
    rateLimit: false,
    summary: 'Count a page that was shown, or a press on a link',
    description:
      'For the script of the pages: JSON of at most 1 KB, in any content type; a longer body ends the connection. The answer is always 204. Nothing about the visitor is stored. Beacons with `DNT: 1` or `Sec-GPC: 1`, of other sites, of known bots, of staff, of addresses that are no page, and more than 60 a minute of one network do not count.',
    answer: { 204: z.void() },
    handler: async (request, reply) => {
      reply.hijack()
      take(request.raw, reply.raw as Parameters<RequestListener>[1])
    },
  })
})

async function countBeacon(context: AppContext, given: Beacon | undefined, address: string | undefined): Promise<void> {
  const { config, site } = context
  const path = ownPagePath(given?.path, config.publicUrl)
  if (!given || path === undefined || path !== given.path) return
  const { kind, goal, phone = false, subject = '' } = given
  const campaign = { source: given.source, name: given.campaign }
  const visit = visitOf({ referrer: given.referrer, campaign }, config.publicUrl)
  const { count, ignoredHosts } = analyticsSettings.of(await site.now())
  if (!count || (visit.referrer !== undefined && ignores(ignoredHosts, visit.referrer))) return
  const source = sourceOf(visit)
  const name = visit.campaign?.name ?? ''
  if (kind !== 'goal')
    return addView(context, { path, isVisit: kind === 'visit', phone, source, campaign: name, address })
  if (goal)
    addGoal(context, {
      goal,
      path,
      source,
      campaign: name,
      subject: /^courses\/[\w-]{1,100}$/.test(subject) ? subject : '',
      address,
    })
}
