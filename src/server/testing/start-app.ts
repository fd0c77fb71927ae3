import type { FastifyInstance } from 'fastify'
import { createApp, type Prepare } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { internalHeaders } from '../internal-mark.ts'
import { securityHeaders } from '../security/headers.ts'
import { createTestPlace } from './test-database.ts'

export type TestApp = {
  url: string
  config: Config
  app: FastifyInstance
  database: Database
  /** Every route as it was registered: `GET /api/blogs/:id`. */
  routes: string[]
  /** Asks over HTTP, without counting against the rate limits and without following redirects. */
  get(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** The tests of the API need no built client. */
const withoutBuild =
  (routes: string[]): Prepare =>
  async (app, config) => {
    app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((one) => `${one} ${url}`)))
    await securityHeaders(app, { config, scriptHashes: [] })
    return async () => {
      throw new Error('This application was started without a build')
    }
  }

/**
 * The whole application on a free port, with a database of its own (empty, unless sample content is asked for).
 * @param built serve the pages and files of the build too
 */
export async function startTestApp(overrides: Partial<Config> = {}, { built = false } = {}): Promise<TestApp> {
  const place = await createTestPlace()
  try {
    const settings = readConfig({ DATA_DIR: place.dataDir, PORT: '0', SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' })
    const config = { ...settings, database: place.config, ...overrides }
    const routes: string[] = []
    const { app, database, close } = await createApp(config, built ? undefined : withoutBuild(routes))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const request = (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(url + path, { redirect: 'manual', ...init, headers: { ...internalHeaders, ...(headers as Record<string, string>) } })
    return {
      url,
      config,
      app,
      database,
      routes,
      get: request,
      post: (path, body, init) =>
        request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          ...init,
          headers: { 'content-type': 'application/json', ...(init?.headers as object) },
        }),
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
