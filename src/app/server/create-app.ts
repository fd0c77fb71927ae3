import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { redirectIcons, serveBrand } from '#app/brand/serve-brand.ts'
import { drawCards, serveCards } from '#app/cards/serve-cards.ts'
import { boundaries, entities } from '#app/entities.server.ts'
import { hookEvents } from '#app/hook-events.server.ts'
import { jobs, retentions } from '#app/jobs.server.ts'
import { personalData } from '#app/personal-data.server.ts'
import { loadSampleContent } from '#app/sample-content/load.ts'
import { readTarget } from '#app/ssr/address.ts'
import { type Assets, loadAssets } from '#app/ssr/assets.ts'
import { servePages } from '#app/ssr/serve-pages.ts'
import { listSiteFiles, serveSiteFiles, serveStaticFiles } from '#app/ssr/static-files.ts'
import { serveAssistantMetadata } from '#features/connections/assistants/metadata.server.ts'
import { servePersonLinks } from '#features/persons/person-links.server.ts'
import { followBrand } from '#features/settings/groups.server.ts'
import { groups, signInSettings } from '#features/settings/settings.contract.ts'
import { serveSubscriptionLinks } from '#features/subscribers/subscription/subscription.server.ts'
import { findStaff } from '#features/users/staff.server.ts'
import { mediaListener } from '#media/server/media-uses.ts'
import { media } from '#media/server/serve-media.ts'
import { hasStored } from '#server/activity/activity.ts'
import type { Config } from '#server/config/config.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { createVersionReader, knownContentVersion, watchContent } from '#server/database/content-version.ts'
import { createJobs, type Jobs } from '#server/database/jobs.ts'
import { migrate } from '#server/database/migrate.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { recordHeaders } from '#server/http/cached-routes.ts'
import {
  answerBeforeClosing,
  closeGracePeriod,
  connectionLimits,
  endConnections,
  leaveConnections,
} from '#server/http/connections.ts'
import { errorHandler } from '#server/http/errors.ts'
import { answerFastCall, createFastPath, type FastCalls, serverWith } from '#server/http/fast-path.ts'
import { createFetchOutside, type FetchOutside, unlessInside } from '#server/http/fetch-outside.ts'
import { health } from '#server/http/health.ts'
import { logsRequests, logTo, RequestLog, requestIds, sendRequestIds } from '#server/http/logging.ts'
import { createReadLimit, trustedProxies } from '#server/http/rate-limits.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import type { FindStaff } from '#server/identity/accounts.ts'
import { type Identity, openIdentity } from '#server/identity/identity.ts'
import type { PasswordHashing } from '#server/identity/passwords.ts'
import { createMail, type Mail, type RenderMail } from '#server/mail/mail.ts'
import { reportRequests, serveMetrics } from '#server/metrics/serve-metrics.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { type Clock, systemClock } from '#server/runtime/clock.ts'
import { securityHeaders } from '#server/security/headers.ts'
import { createSiteConfig, rememberPublicUrl, type SiteConfig } from '#server/site-config/site-config.ts'
import { api } from './api.ts'
import { createBackups, type RunningBackups } from './backups.ts'
import { serveFeeds, serveWellKnown } from './feeds.ts'
import { keepSearchIndex } from './keep-search-index.ts'
import { createMailService, type RunningMailService } from './mail-service.ts'
import { serveForms } from './native-forms.ts'
import { pathOwners } from './path-owners.ts'
import { serveRedirects } from './redirects.ts'

/** The longest address: a search may have 10,000 characters, each of which may take twelve bytes in an address. */
const maxHeaderBytes = 160 * 1024

/** Registers the routes of the client's files. The result returns their data for documents, read for each render. */
export type Prepare = (app: FastifyInstance, config: Config) => Promise<() => Promise<Assets>>

export const serveBuild: Prepare = async (app, config) => {
  const assets = await loadAssets(config.siteDir)
  securityHeaders(app, { config, inlineScripts: assets.inlineScripts })
  await app.register(serveStaticFiles, { replaced: await listSiteFiles(config.siteDir) })
  return async () => assets
}

export type App = {
  app: FastifyInstance
  database: Database
  siteConfig: SiteConfig
  identity: Identity
  backups: RunningBackups
  jobs: Jobs
  /** What every feature gets. */
  context: AppContext
  /** Before `close`: tells load balancers to send their requests elsewhere, while all that arrive are still answered. */
  drain(): void
  /** Finishes the running requests and the messages in flight, and closes the database. */
  close(): Promise<void>
}

type Replacements = { identity?: Identity; hashing?: PasswordHashing; clock?: Clock; fetchOutside?: FetchOutside }

/**
 * The whole site as one server that does not listen yet: database, API, media, pages and files.
 * @param given replaces the identity of the settings, how passwords are hashed, the clock, which tests can move, or how other sites are fetched
 *   from
 * @throws ConfigError when the database cannot be reached
 */
export async function createApp(
  config: Config,
  prepare: Prepare = serveBuild,
  { identity: own, hashing, clock = systemClock, fetchOutside = createFetchOutside() }: Replacements = {},
): Promise<App> {
  const database = await connect(config.database, {
    measured: config.metrics !== undefined,
    clock,
    listener: mediaListener,
    publicUrl: config.publicUrl,
    timeZone: config.timeZone,
    hasStored,
  })
  try {
    await migrate(database, undefined, async (next) =>
      (await import('#server/backup/write-backup.ts')).backupBeforeMigration(config, next),
    )
    watchContent(database, boundaries)
    if (config.sampleContent) await loadSampleContent(database, config)
    const site = createSiteConfig({ config, database }, groups)
    await followBrand({ config, database, site })
    const identity = own ?? (await openIdentity(config, database, hashing))
    const mail = createMail(config, async () => (await site.now()).mail.from)
    const stopping = new AbortController()
    const { mailService, ...assembled } = await assemble(
      {
        config,
        database,
        entities,
        personalData,
        retentions,
        hookEvents,
        site,
        identity,
        fetchOutside: unlessInside(fetchOutside),
        mail,
      },
      prepare,
      stopping.signal,
    )
    const closeServer = async () => {
      await endConnections(assembled.app, config.drainTime > 0 ? closeGracePeriod : 0)
      await assembled.app.close()
    }
    return {
      ...assembled,
      database,
      siteConfig: site,
      identity,
      drain: () => stopping.abort(),
      async close() {
        stopping.abort()
        await Promise.all([closeServer(), mailService.stop()])
        mail.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Assembled =
  | 'mailService'
  | 'jobs'
  | 'backups'
  | 'findStaff'
  | 'requiresSecondFactor'
  | 'fastCalls'
  | 'pagePaths'
  | 'pathOwner'
  | 'renderPageWith'
  | 'drawCard'

async function assemble(
  { mail, ...parts }: Omit<AppContext, Assembled> & { mail: Mail },
  prepare: Prepare,
  stopping: AbortSignal,
): Promise<Pick<App, 'app' | 'backups' | 'jobs' | 'context'> & { mailService: RunningMailService }> {
  const { config, database, site } = parts
  // Requests that the router refuses, such as an address that is not UTF-8, get the answer of an unknown address.
  let refuse: (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown = errorHandler
  let renderPageWith: AppContext['renderPageWith'] = async () => Promise.reject(new Error('The pages are not ready'))
  const limits = connectionLimits(config.requestTimeout)
  const cache = createResponseCache()
  const readLimit = createReadLimit({ config, database })
  // Fastify logs each request, and closes the connections before the end.
  const fastPathAllowed = () => !logsRequests(config.logLevel) && !stopping.aborted
  const fastPath = createFastPath({
    cache,
    currentVersion: () => (fastPathAllowed() ? knownContentVersion(database) : null),
    countRead: readLimit.countRead,
  })
  const fastCalls: FastCalls = new Map()
  const requestLog = new RequestLog()
  const answerCall = answerFastCall(fastCalls)
  const app = Fastify({
    logger: logTo(config.logLevel),
    logController: requestLog,
    trustProxy: trustedProxies(config),
    ...limits,
    serverFactory: serverWith((request, reply) => answerCall(request, reply) || fastPath(request, reply), config.host),
    http: { ...limits.http, maxHeaderSize: maxHeaderBytes },
    genReqId: requestIds(config),
    // While the server closes, requests on open connections are answered as always: a 503 would reach a visitor.
    return503OnClosing: false,
    // See `serverWith`.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors(error, given, answer) {
      const [request, reply] = [given as FastifyRequest, answer as FastifyReply]
      // The framework does not report the end of these.
      reply.raw.once('finish', () => requestLog.requestCompleted(null, request, reply))
      return refuse(error, request, reply)
    },
  })
  sendRequestIds(app)
  leaveConnections(app, stopping)
  answerBeforeClosing(app)
  recordHeaders(app)
  const caching = { cache, readVersion: createVersionReader(database, app.log) }
  app.setErrorHandler(errorHandler)
  const pages = async () => (await assets()).renderer.pages
  const pathOwner = pathOwners(app, pages)
  redirectIcons(app, parts)
  const assets = await prepare(app, config)
  const findStaffHere: FindStaff = (who) => findStaff(database, config.company.domain, who)
  const renderMail: RenderMail = async (...mail) => (await assets()).renderer.renderMail(...mail)
  const mailService = createMailService({ ...parts, mail, findStaff: findStaffHere, log: app.log, render: renderMail })
  afterFirstAnswer(app, mailService.start)
  const backups = createBackups({ config, database, log: app.log, stopping })
  keepSearchIndex(app, parts)
  afterFirstAnswer(app, () =>
    rememberPublicUrl(database, config).catch((error) =>
      logFailure(app.log, error, 'The public address was not stored'),
    ),
  )
  const metrics = config.metrics && (await import('#server/metrics/metrics.ts')).createMetrics(database, cache)
  const findPage = async (url: string) => (await assets()).renderer.findPage(readTarget(url)?.pathname ?? '')?.path
  if (metrics) reportRequests(app, findPage)
  await app.register(health, { database, stopping })
  const requiresSecondFactor = async () => signInSettings.of(await site.now()).requireSecondFactor
  const context: AppContext = {
    ...parts,
    mailService,
    backups,
    jobs: createJobs(app, jobs, () => context),
    findStaff: findStaffHere,
    requiresSecondFactor,
    fastCalls,
    pagePaths: async () => (await pages()).filter(({ personal }) => !personal).map(({ path }) => path),
    pathOwner,
    renderPageWith: (...page) => renderPageWith(...page),
    drawCard: drawCards(site),
  }
  await app.register(api, { prefix: '/api', ...context, caching, readLimit })
  await app.register(media, { database, readVersion: caching.readVersion })
  await app.register(async (documents) => {
    const served = await servePages(documents, { ...context, assets, caching })
    const { renderFor, sendMade, sendUnknown, countRender, isPublic, headOf } = served
    renderPageWith = served.renderPageWith
    refuse = (error, request, reply) =>
      request.url.startsWith('/api/') ? errorHandler(error, request, reply) : sendUnknown(request, reply)
    if (config.metrics && metrics)
      await documents.register(serveMetrics, { config: config.metrics, metrics, sendUnknown })
    await documents.register(serveFeeds, { config, database, site, sendMade, pathOwner, pages, headOf })
    await documents.register(serveBrand, { site })
    await documents.register(serveCards, { site, database, countRender, isPublic })
    await documents.register(serveWellKnown, { config, site })
    await documents.register(serveAssistantMetadata, { config, site })
    await documents.register(serveRedirects, { database })
    await documents.register(serveForms, { database, company: () => site.last().company, renderFor })
    await documents.register(servePersonLinks, { database, personalData: parts.personalData, site, countRender })
    await documents.register(serveSubscriptionLinks)
  })
  if (config.siteDir !== undefined) await app.register(serveSiteFiles, { siteDir: config.siteDir })
  return { app, mailService, backups, jobs: context.jobs, context }
}
