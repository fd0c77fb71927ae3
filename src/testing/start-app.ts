import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { createApp, type Prepare, serveBuild } from '#app/server/create-app.ts'
import type { Assets } from '#app/ssr/assets.ts'
import type { Role } from '#contract/roles.ts'
import { users } from '#features/users/users.table.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Jobs } from '#server/database/jobs.ts'
import { insertRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import type { FetchOutside } from '#server/http/fetch-outside.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { insertAccount } from '#server/identity/accounts.ts'
import type { Identity } from '#server/identity/identity.ts'
import { type PasswordHashing, passwordHashing } from '#server/identity/passwords.ts'
import type { Entity } from '#server/record/entity.ts'
import { eraseOld, type Retention } from '#server/record/retention.ts'
import { backgroundWork } from '#server/runtime/after-first-answer.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { securityHeaders } from '#server/security/headers.ts'
import type { ConfigNow, SiteConfig } from '#server/site-config/site-config.ts'
import { createTestPlace } from './test-database.ts'

export type TestApp = {
  url: string
  config: Config
  app: FastifyInstance
  database: Database
  /** Every kind of record. */
  entities: Entity[]
  siteConfig: SiteConfig
  identity: Identity
  jobs: Jobs
  /** Deletes what is older than its term now, by the settings of the site or others. @returns how many */
  eraseOld(retention: Retention, settings?: object): Promise<number>
  /** Every route as it was registered: `GET /api/blogs/:id`. */
  routes: string[]
  /** The declaration of each route. */
  configs: ReadonlyMap<string, Declared>
  /** Sends an HTTP request that does not count against the rate limits. Redirects are not followed. */
  get(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>
  /** Creates an active user, by default an owner, at the company's domain and signs them in. */
  asStaff(person?: Partial<Person>): Promise<SignedIn>
  drain(): void
  close(): Promise<void>
}

type Declared = FastifyContextConfig & Pick<RouteOptions, 'schema'>
type Person = { name: string; email: string; role: Role }
/** `headers` authenticate a call; `user` is the user's row, whose password is `password`. */
export type SignedIn = { headers: { authorization: string }; token: string; user: Row<typeof users>; password: string }

/** The tests of the API need no built client. */
const prepareWith =
  (configs: Map<string, Declared>, built: boolean): Prepare =>
  async (app, config) => {
    app.addHook('onRoute', ({ method, url, schema, config = {} }) => {
      for (const one of [method].flat()) configs.set(`${one} ${url}`, { ...config, ...(schema && { schema }) })
    })
    if (built) return serveBuild(app, config)
    securityHeaders(app, { config, inlineScripts: [] })
    // Messages are rendered from their source, and pages are not served.
    return async () => {
      const [{ renderMail }, { pages }] = await Promise.all([
        import('#app/web/mail-templates.tsx'),
        import('#app/pages.ts'),
      ])
      return { renderer: { renderMail, pages } } as unknown as Assets
    }
  }

/** A real hash takes the processor for a tenth of a second. */
const cheapHashing = passwordHashing(256)

/**
 * Starts the whole application on a free port, with a new database, which is empty unless sample content is requested.
 * @param built whether to serve the pages and files of the build too
 * @param hashing how passwords are hashed; a test of the time that it takes has `fullHashing`
 * @param clock the present time
 * @param identity replaces the identity of the settings
 * @param fetchOutside replaces the fetching from other sites
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  {
    built = false,
    hashing = cheapHashing,
    ...given
  }: {
    built?: boolean
    hashing?: PasswordHashing
    identity?: Identity
    clock?: Clock
    fetchOutside?: FetchOutside
  } = {},
): Promise<TestApp> {
  const place = await createTestPlace()
  try {
    const settings = readConfig({
      DATA_DIR: place.dataDir,
      // A developer may have a folder at the default.
      SITE_DIR: place.dataDir,
      PORT: '0',
      SAMPLE_CONTENT: 'false',
      LOG_LEVEL: 'silent',
    })
    const config = { ...settings, database: place.config, ...overrides }
    const configs = new Map<string, Declared>()
    const { app, database, siteConfig, identity, jobs, drain, close } = await createApp(
      config,
      prepareWith(configs, built),
      {
        hashing,
        ...given,
      },
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const request = (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: { ...internalHeaders, ...(headers as Record<string, string>) },
      })
    // Background work after the first answer ends before the test begins.
    await request('/healthz')
    await backgroundWork(app)
    return {
      url,
      config,
      app,
      database,
      entities,
      siteConfig,
      identity,
      jobs,
      eraseOld(retention, settings) {
        const now = settings ? async () => settings as ConfigNow : siteConfig.now
        return eraseOld({ config, database, entities, site: { now } }, retention, app.log)
      },
      routes: [...configs.keys()],
      configs,
      drain,
      get: request,
      post: (path, body, init) =>
        request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          ...init,
          headers: { 'content-type': 'application/json', ...(init?.headers as object) },
        }),
      asStaff: (person) => signIn(database, identity, hashing, person),
      async close() {
        await close()
        await place.remove()
      },
    }
  } catch (error) {
    await place.remove()
    throw error
  }
}

let people = 0
const password = 'four rivers meet at dawn'
/** Of the password of all. */
const passwordHashes = new Map<PasswordHashing, Promise<string>>()

async function signIn(
  database: Database,
  identity: Identity,
  hashing: PasswordHashing,
  person: Partial<Person> = {},
): Promise<SignedIn> {
  const { name = 'Asha Rao', email = `staff-${++people}@example.com`, role = 'owner' } = person
  if (identity.kind !== 'embedded') throw new Error('Only the embedded identity signs in on the server')
  const hash = await passwordHashes.getOrInsertComputed(hashing, () => hashing.hash(password))
  const user = await database.transaction(async (trx) => {
    const firebaseUid = await insertAccount(trx, { name, email, hash })
    return insertRow(trx, users, { firebaseUid, name, email, active: true, role })
  })
  const session = await identity.startSession({ uid: String(user.firebaseUid), email, name, emailVerified: true })
  return { headers: { authorization: `Bearer ${session.token}` }, token: session.token, user, password }
}
