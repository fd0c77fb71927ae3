import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { contentPages } from '#app/ssr/page-document.ts'
import type { SendMade } from '#app/ssr/send-page.ts'
import { escapeXml } from '#content/markup/plain-text.ts'
import { accents } from '#contract/accents.ts'
import { newestPosts, postPicture } from '#features/blog/blog.shared.server.ts'
import { connectionSettings } from '#features/connections/ground/connection-settings.contract.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { addressOf } from '#server/database/lifecycle.ts'
import { type ContentList, countList, readRows } from '#server/database/list-pages.ts'
import { isNotModified } from '#server/http/response-cache.ts'
import type { PathOwner } from '#server/record/entity.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import type { PageRoute } from '#web/page-route.ts'
import { type LlmsOptions, serveLlms } from './llms.ts'

/** The number of posts in the feed: enough for a reader that fetches it once a month. */
const feedLength = 20

type SitemapOptions = {
  config: Config
  database: Database
  sendMade: SendMade
  pages: () => Promise<PageRoute[]>
  pathOwner: PathOwner
}
type FeedsOptions = SitemapOptions & Pick<LlmsOptions, 'site' | 'headOf'>

/** The documents for machines: sitemap, feed, robots.txt and web manifest. Their addresses are absolute and clean. */
export async function serveFeeds(app: FastifyInstance, { site, headOf, ...options }: FeedsOptions) {
  const { config, database, sendMade } = options
  const { publicUrl } = config
  await app.register(serveSitemap, options)
  await app.register(serveLlms, { ...options, site, headOf })
  app.get('/rss.xml', async (request, reply) => sendMade(request, reply, 'application/rss+xml; charset=utf-8', feed))

  async function feed() {
    const { company } = await site.now()
    const posts = await newestPosts({ database, entities }, feedLength)
    const items = posts.map(async (post) => {
      const address = escapeXml(`${publicUrl}/blog/${post.slug}`)
      const picture = await postPicture(database, publicUrl, post)
      return `<item>
<title>${escapeXml(post.title)}</title>
<link>${address}</link>
<guid isPermaLink="false">${escapeXml(post._id)}</guid>
<pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>
<category>${escapeXml(post.category)}</category>
<dc:creator>${escapeXml(post.author.name)}</dc:creator>
<description>${escapeXml(post.excerpt)}</description>
<media:content url="${escapeXml(picture.src)}" medium="image"/>
<content:encoded>${escapeXml(withWholeAddresses(post.contentHtml, publicUrl))}</content:encoded>
</item>`
    })
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${escapeXml(company.brand)}</title>
<link>${escapeXml(`${publicUrl}/blog`)}</link>
<atom:link href="${escapeXml(`${publicUrl}/rss.xml`)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(company.tagline)}</description>
<language>en</language>
${(await Promise.all(items)).join('\n')}
</channel>
</rss>
`
  }

  app.get('/robots.txt', async (_request, reply) => {
    const { noTraining } = connectionSettings.of(await site.now())
    return reply.type('text/plain; charset=utf-8').send(robotsText(publicUrl, noTraining))
  })

  app.get('/site.webmanifest', async (_request, reply) => {
    const { brand: look, company } = await site.now()
    const { brand, tagline, accent } = company
    const icons = look ? `/brand/${look.key}` : ''
    return reply.type('application/manifest+json').send({
      name: brand,
      short_name: brand,
      description: tagline,
      start_url: '/',
      display: 'browser',
      background_color: '#FBFAF6',
      theme_color: accent ? accents[accent].primary[0] : '#0B6B63',
      icons: [
        { src: `${icons}/icon-192.png`, sizes: '192x192', type: 'image/png' },
        { src: `${icons}/icon-512.png`, sizes: '512x512', type: 'image/png' },
        { src: `${icons}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    })
  })
}

/**
 * The tokens under which operators collect pages to train models, or by which they ask for the permission. Those of their searches, and of what people
 * ask their assistants to read, are others (`OAI-SearchBot`, `ChatGPT-User`, `Claude-SearchBot`, `Claude-User`, `PerplexityBot`, `Amzn-SearchBot`). As the
 * operators documented them in November 2026: developers.openai.com/docs/bots, support.claude.com/articles/8896518,
 * developers.google.com/crawling, support.apple.com/119829, developers.facebook.com/docs/sharing/webmasters/web-crawlers,
 * developer.amazon.com/amazonbot, commoncrawl.org/ccbot; the others from github.com/ai-robots-txt/ai.robots.txt.
 */
const trainingRobots = [
  'GPTBot',
  'ClaudeBot',
  'Google-Extended',
  'Applebot-Extended',
  'meta-externalagent',
  'Amazonbot',
  'CCBot',
  'Bytespider',
  'TikTokSpider',
  'AI2Bot',
  'Ai2Bot-Dolma',
  'cohere-training-data-crawler',
  'DeepSeekBot',
  'PanguBot',
  'FacebookBot',
  'ICC-Crawler',
  'Cotoyogi',
  'SBIntuitionsBot',
  'TerraCotta',
  'Timpibot',
  'Webzio-Extended',
]

/** @param noTraining whether assistants may read the pages, but not train with them: by the robots' names, and by the signal of contentsignals.org */
function robotsText(publicUrl: string, noTraining: boolean): string {
  const signal = noTraining ? 'Content-Signal: search=yes, ai-input=yes, ai-train=no\n' : ''
  const training = noTraining ? `${trainingRobots.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /\n\n` : ''
  return `User-agent: *\n${signal}Disallow: /api/\nDisallow: /admin/\n\n${training}Sitemap: ${publicUrl}/sitemap.xml\n`
}

/** Makes the addresses inside the content absolute (also in a `srcset`), since a feed reader shows it elsewhere. Only addresses in tags change. */
const withWholeAddresses = (html: string, publicUrl: string) => {
  const whole = (list: string) => list.replace(/(^|, )\/(?!\/)/g, (_, before: string) => `${before}${publicUrl}/`)
  return html.replace(/<[^>]*/g, (tag) =>
    tag.replace(/ (src|href|srcset)="([^"]*)"/g, (_, name: string, value: string) => ` ${name}="${whole(value)}"`),
  )
}

/** The most addresses in one file; the protocol allows 50,000. */
const largestFile = 25_000

type Listed = { list: ContentList; column: 'slug' | 'path'; path: string }

/** The lists whose records have pages, each with the column of the address and the path before it, by the names of their files. */
const lists: Record<string, Listed> = Object.fromEntries(
  entities.flatMap(({ table, plural, path, addresses: list }) => {
    const column = addressOf(table)
    return path !== undefined && list && column
      ? [[plural.toLowerCase().replaceAll(' ', '-'), { list, column, path }]]
      : []
  }),
)

type Entry = { slug?: string; path?: string; updatedAt: string }

/** Sends the sitemap: one file, or for a large site an index of several files. */
async function serveSitemap(app: FastifyInstance, { config, database, sendMade, pages, pathOwner }: SitemapOptions) {
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
    const { list, column, path } = lists[name] as Listed
    const part = file === undefined ? {} : { offset: (file - 1) * largestFile, limit: largestFile }
    for await (const rows of readRows<Entry>(database, list, [column, 'updatedAt'], part)) {
      const found: string[] = []
      for (const { [column]: slug = '', updatedAt } of rows)
        if (column === 'slug' || !(await pathOwner(slug))) found.push(address(`${path}/${slug}`, updatedAt))
      yield found.join('')
    }
  }

  const address = (path: string, changed?: string) =>
    `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${escapeXml(changed.slice(0, 10))}</lastmod>` : ''}</url>\n`
}

async function* urlSet(parts: AsyncGenerator<string>[]): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  for (const part of parts) yield* part
  yield '</urlset>\n'
}

const day = 86_400_000
/** How long the contact is valid (RFC 9116 recommends less than a year). */
const validDays = 180

/** The well-known addresses for security researchers and password managers. */
export async function serveWellKnown(app: FastifyInstance, { config, site }: { config: Config; site: SiteConfig }) {
  const { publicUrl } = config
  const securityText = '/.well-known/security.txt'

  app.get(securityText, async (_request, reply) => {
    const { company } = await site.now()
    // The value stays the same for a day.
    const expires = new Date((Math.floor(Date.now() / day) + validDays) * day)
    const lines = [
      `Contact: mailto:${company.email}`,
      `Contact: ${publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${securityText}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/#/admin/profile', 303),
  )
}
