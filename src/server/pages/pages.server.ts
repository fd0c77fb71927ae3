import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiFetch } from '#app/query-client.ts'
import type { FormAnswer } from '#site/form-answer.tsx'
import type { PageRoute } from '#site/page-route.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { readContentVersion } from '../database/content-version.ts'
import { internalHeaders } from '../internal-mark.ts'
import type { Assets } from './assets.ts'
import { brokenDocument, document } from './document.ts'
import { type CachedPage, createPageCache, type Encoding, preparePage } from './page-cache.ts'

type PagesOptions = { config: Config; database: Database; assets: () => Promise<Assets> }

/** Renders a page for an answer that nobody else may see, such as the one to a posted form. */
export type RenderPage = (url: string, form: FormAnswer | null) => Promise<CachedPage>

/**
 * The server-rendered twin of every public screen, at its clean path. Data comes from the API, asked in-process.
 * @returns how to render one page, for the routes that answer forms, and how to say that there is none
 */
export function servePages(app: FastifyInstance, { config, database, assets }: PagesOptions) {
  const cache = createPageCache()

  const fetchApi: ApiFetch = async (path) => {
    let answer = await app.inject({ url: path, headers: internalHeaders })
    if (answer.statusCode === 301) answer = await app.inject({ url: String(answer.headers.location), headers: internalHeaders })
    return { status: answer.statusCode, body: answer.json() }
  }

  const render: RenderPage = async (url, form) => {
    try {
      const ready = await assets()
      const page = await ready.renderer.renderPage({ url, company: config.company, fetchApi, form })
      const { movedTo } = page.head
      if (movedTo) return preparePage({ status: 301, html: '', location: movedTo })
      return preparePage({ status: page.status, html: document(page, ready, config) })
    } catch (error) {
      app.log.error(error, `Rendering ${url} failed`)
      return preparePage({ status: 500, html: brokenDocument(config.company) })
    }
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site.invalid')
    if (pathname !== '/' && pathname.endsWith('/')) return reply.redirect(withoutTrailingSlash(pathname), 301)
    const { renderer } = await assets()
    const page = renderer.findPage(pathname)
    if (!page) return sendUnknown(request, reply)
    const address = pageAddress(page, pathname, searchParams)
    if (!page.personal) return sendKept(request, reply, address)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return sendPage(request, reply, await render(address, null))
  })

  async function sendKept(request: FastifyRequest, reply: FastifyReply, url: string) {
    const { build } = await assets()
    const version = `${build} ${await readContentVersion(database)}`
    return sendPage(request, reply, await cache.get(version, url, () => render(url, null)))
  }

  /** All unknown paths share one page, so that a stranger's inventions cannot fill the cache. */
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => sendKept(request, reply, unknownPath)

  return { render, sendUnknown }
}

/** A path that no page answers to. */
const unknownPath = '/not-found'

/** One address a page. Leading slashes become one, or the redirect could lead to another host. */
const withoutTrailingSlash = (pathname: string) => `/${pathname.replace(/^\/+|\/+$/g, '')}`

/** The address to render, which is also the key to keep it under: only parameters that the page reads count, in a fixed order. */
function pageAddress({ search = [] }: PageRoute, pathname: string, given: URLSearchParams): string {
  const read = search.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))
  return read.length > 0 ? `${pathname}?${new URLSearchParams(read)}` : pathname
}

/** Sends a prepared page in the best encoding the browser takes, or 304 when it has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.header('vary', 'accept-encoding')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', page.status >= 500 ? 'no-store' : 'no-cache')
  if (page.location) return reply.redirect(page.location, page.status)
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  }
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.bytes[encoding])
}

function bestEncoding(accepted: string | string[] = ''): Encoding {
  const names = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
