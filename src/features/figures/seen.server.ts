import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ownPagePath, visitOf } from '#contract/visit.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { RateStore } from '#server/http/rate-store.ts'
import { asOfTokenOf } from '#server/security/as-of-token.ts'
import { countingOf } from './counting-settings.shared.server.ts'
import { type Beacon, beacon, longestBeacon } from './figures.contract.ts'
import { addGoal, addView } from './sums.server.ts'

/** How many beacons of one network count in a minute. */
const mostAMinute = 60
const aMinute = 60_000

/**
 * Programs that say what they are. Browsers that a program drives are recognised in the browser (`navigator.webdriver`). A Cubot is a phone.
 */
const bots =
  /(?<!cu)bot|crawl|spider|slurp|archiver|externalhit|lighthouse|inspectiontool|googleother|read-aloud|mediapartners|feedfetcher|bingpreview|embedly|whatsapp|validator|pagespeed|gtmetrix|pingdom|statuscake|site24x7|prerender|phantomjs|screaming frog|chatgpt-user|perplexity-user|bytedance/i

/** Whether a browser may not be counted, by the headers that it sends. */
const isLeftOut = ({ headers }: FastifyRequest) =>
  headers['dnt'] === '1' ||
  headers['sec-gpc'] === '1' ||
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin' ||
  headers.authorization !== undefined ||
  asOfTokenOf(headers.cookie) !== undefined ||
  bots.test(headers['user-agent'] ?? '')

function read(body: unknown): Beacon | undefined {
  if (typeof body !== 'string') return undefined
  try {
    return beacon.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Takes the beacons of pages. Anyone can send anything here, so it is cheap, bounded, and always answers the same. */
export const seenRoutes = feature('Figures', async (app, parts) => {
  const { config } = parts
  const limit = new RateStore()
  const isFlood = ({ ip }: FastifyRequest) =>
    config.rateLimit && limit.countNow(normalizeIP(ip ?? 'gone'), aMinute, mostAMinute) === null

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestBeacon }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((_error, _request, reply) => reply.code(204).send())

  app.post(
    '/seen',
    {
      logLevel: 'silent',
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'Count a page that was shown, or a press on a link',
        description:
          'For the script of the pages: JSON of at most 1 KB, in any content type. The answer is always 204. Nothing about the visitor is stored. Beacons with `DNT: 1` or `Sec-GPC: 1`, of other sites, of known bots, of staff, of addresses that are no page, and more than 60 a minute of one network do not count.',
        response: { 204: z.void() },
      },
    },
    async (request, reply) => {
      if (!isLeftOut(request) && !isFlood(request)) await countBeacon(parts, read(request.body)).catch(() => {})
      return reply.code(204).send()
    },
  )
})

async function countBeacon(parts: AppContext, given: Beacon | undefined): Promise<void> {
  const { config, site } = parts
  const path = ownPagePath(given?.path, config.publicUrl)
  if (!given || path === undefined || path !== given.path) return
  const { kind, goal, phone = false, subject = '' } = given
  const campaign = { source: given.source, name: given.campaign }
  const visit = visitOf({ page: path, referrer: given.referrer, campaign }, config.publicUrl)
  const counting = countingOf(await site.now())
  if (!counting.count || (visit.referrer !== undefined && counting.ignores(visit.referrer))) return
  const named = visit.referrer ?? visit.campaign?.source
  const name = visit.campaign?.name ?? ''
  if (kind !== 'goal')
    return addView(parts, { path, isVisit: kind === 'visit', phone, source: named ?? '', campaign: name })
  // Who names a referrer without one knows that there was none.
  const source = named ?? (given.referrer === undefined ? '?' : '')
  if (goal)
    addGoal(parts, {
      goal,
      path,
      source,
      campaign: name,
      subject: /^courses\/[\w-]{1,100}$/.test(subject) ? subject : '',
    })
}
