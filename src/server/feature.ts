import type { FastifyPluginAsync } from 'fastify'
import type { PageHead } from '#contract/page-head.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Jobs } from '#server/database/jobs.ts'
import type { AnyEvent } from '#server/hooks/event-kind.ts'
import type { FastCalls } from '#server/http/fast-path.ts'
import type { FetchOutside } from '#server/http/fetch-outside.ts'
import type { FindStaff } from '#server/identity/accounts.ts'
import type { EmbeddedIdentity, Identity } from '#server/identity/identity.ts'
import type { MailService } from '#server/mail/mail.ts'
import type { Entity, PathOwner } from '#server/record/entity.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import type { Retention } from '#server/record/retention.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'

/** Makes the backups of the site. */
export type Backups = {
  /**
   * Makes and verifies a backup now, as at night.
   * @returns once it is being made, or has been made, or after a few seconds
   * @throws HttpError 409 while another is being made, 503 with the reason if it cannot be made
   */
  make(): Promise<void>
  /** Whether this process has started one that has not ended. Others know of it a moment later, by its claim. */
  isMaking(): boolean
}

/** The platform's services for every feature. */
export type AppContext = {
  config: Config
  database: Database
  /** Every kind of record. */
  entities: Entity[]
  /** Everything that is stored about people outside. */
  personalData: PersonalData[]
  /** Everything that is deleted once it is old. */
  retentions: Retention[]
  /** Every kind of event that webhooks can be told of. */
  hookEvents: AnyEvent[]
  /** The work in the background. */
  jobs: Jobs
  /** The settings, including changes by staff. */
  site: SiteConfig
  identity: Identity
  mailService: MailService
  backups: Backups
  findStaff: FindStaff
  /** Whether all staff must have a second factor. */
  requiresSecondFactor: () => Promise<boolean>
  fetchOutside: FetchOutside
  /** Takes calls that are answered without Fastify. */
  fastCalls: FastCalls
  /** The paths of the public pages, with placeholders such as `:slug`, except those that are private to one person. */
  pagePaths: () => Promise<string[]>
  pathOwner: PathOwner
  /**
   * Renders a public page as it would be with other settings, or with other answers of calls, as a document without scripts; `page` is absent if
   * there is no such page.
   * @param answers the bodies of successful answers, by the paths of their calls
   */
  renderPageWith: (
    url: string,
    config: Config,
    changed?: { answers?: Record<string, object> },
  ) => Promise<{ html: string; page?: Pick<PageHead, 'title' | 'description'> }>
  /** Draws the link card of a page without a picture, as JPEG. `missing` are the letters of its texts that no font of the server has. */
  drawCard: (head: PageHead) => Promise<{ picture: Uint8Array; missing: string[] }>
}

/** The calls of one feature: a Fastify plugin below `/api` that declares each with `route` (`http/route.ts`). */
export type FeatureRoutes = FastifyPluginAsync<AppContext>
/** Calls that only exist with the embedded identity. */
export type EmbeddedFeature = FastifyPluginAsync<AppContext & { identity: EmbeddedIdentity }>

/**
 * The routes of one feature, under its heading in the description of the API.
 * @param tag the heading
 */
export const feature = (tag: string, routes: FeatureRoutes): FeatureRoutes => {
  const plugin: FeatureRoutes = async (app, context) => {
    app.addHook('onRoute', (route) => {
      route.schema = { tags: [tag], ...route.schema }
    })
    await routes(app, context)
  }
  // Fastify would look through all loaded modules for a name.
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: tag })
}
