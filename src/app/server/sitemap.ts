import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { contentPages } from '#app/ssr/page-document.ts'
import type { SendMade } from '#app/ssr/serve-pages.ts'
import { escapeXml } from '#content/markup/escape.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { type ContentList, countList, readRows } from '#server/database/list-pages.ts'
import { isNotModified } from '#server/http/response-cache.ts'
import type { PageRoute } from '#web/page-route.ts'

/** The most addresses in one file; the protocol allows 50,000. */
const largestFile = 25_000

/** The lists whose records have pages, each with the path before the slug, by the names of their files. */
const lists: Record<string, { list: ContentList; path: string }> = Object.fromEntries(
  entities.flatMap(({ plural, path, addresses: list }) =>
    path && list ? [[plural.toLowerCase().replaceAll(' ', '-'), { list, path }]] : [],
  ),
)

type Entry = { slug: string; updatedAt: string }
type SitemapOptions = { config: Config; database: Database; sendMade: SendMade; pages: () => Promise<PageRoute[]> }

/** Sends the sitemap: one file, or for a large site an index of several files. */
export async function serveSitemap(app: FastifyInstance, { config, database, sendMade, pages }: SitemapOptions) {
  const { publicUrl } = config
  const xml = 'application/xml; charset=utf-8'

  app.get('/sitemap.xml', async (request, reply) =>
    sendMade(request, reply, xml, async () => {
      const names = await fileNames()
      if (names.length > 0) return index(names)
      return (
        await Array.fromAsync(urlSet([pageAddresses(), ...Object.keys(lists).map((name) => addresses(name))]))
      ).join('')
    }),
  )

  app.get<{ Params: { name: string } }>('/sitemap-:name(^[a-z0-9-]+).xml', async (request, reply) => {
    const { name } = request.params
    if (!(await fileNames()).includes(name)) return reply.callNotFound()
    const etag = `W/"${await readContentVersion(database)}"`
    reply.type(xml).header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag)
    if (isNotModified(request.headers, etag)) return reply.code(304).send()
    const [, list = '', number] = /^(.+)-(\d+)$/.exec(name) ?? []
    const file = Readable.from(urlSet([list === '' ? pageAddresses() : addresses(list, Number(number))]))
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file)
    return reply.header('content-encoding', 'gzip').send(file.compose(createGzip()))
  })

  /** The names of the files that the index lists; none while all addresses fit into one. */
  async function fileNames(): Promise<string[]> {
    const counts = await Promise.all(
      Object.entries(lists).map(async ([name, { list }]) => ({ name, count: await countList(database, list) })),
    )
    if (counts.reduce((sum, { count }) => sum + count, 0) < largestFile) return []
    const files = counts.flatMap(({ name, count }) =>
      Array.from({ length: Math.ceil(count / largestFile) }, (_, at) => `${name}-${at + 1}`),
    )
    return ['pages', ...files]
  }

  const index = (names: string[]) => {
    const files = names.map((name) => `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap-${name}.xml`)}</loc></sitemap>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files.join('\n')}\n</sitemapindex>\n`
  }

  async function* pageAddresses(): AsyncGenerator<string> {
    const listed = (await pages()).filter((page) => page.listed)
    yield [...listed, ...(await contentPages(database, config))].map(({ path }) => address(path)).join('')
  }

  /** The addresses of a list's records, or those in one of its files, in parts. */
  async function* addresses(name: string, file?: number): AsyncGenerator<string> {
    const { list, path } = lists[name] as (typeof lists)[string]
    const part = file === undefined ? {} : { offset: (file - 1) * largestFile, limit: largestFile }
    for await (const rows of readRows<Entry>(database, list, ['slug', 'updatedAt'], part))
      yield rows.map(({ slug, updatedAt }) => address(`${path}/${slug}`, updatedAt)).join('')
  }

  const address = (path: string, changed?: string) =>
    `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${escapeXml(changed.slice(0, 10))}</lastmod>` : ''}</url>\n`
}

async function* urlSet(parts: AsyncGenerator<string>[]): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  for (const part of parts) yield* part
  yield '</urlset>\n'
}
