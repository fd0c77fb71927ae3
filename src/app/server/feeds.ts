import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import type { SendMade } from '#app/ssr/serve-pages.ts'
import { escapeXml } from '#content/markup/escape.ts'
import { accents } from '#contract/accents.ts'
import { newestPosts, postPicture } from '#features/blog/blog.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import type { PageRoute } from '#web/page-route.ts'
import { serveSitemap } from './sitemap.ts'

/** The number of posts in the feed: enough for a reader that fetches it once a month. */
const feedLength = 20

type FeedsOptions = {
  config: Config
  database: Database
  site: SiteConfig
  sendMade: SendMade
  pages: () => Promise<PageRoute[]>
}

/** The documents for machines: sitemap, feed, robots.txt and web manifest. Their addresses are absolute and clean. */
export async function serveFeeds(app: FastifyInstance, { config, database, site, sendMade, pages }: FeedsOptions) {
  const { publicUrl } = config
  const companyNow = async () => (await site.now()).company

  await app.register(serveSitemap, { config, database, sendMade, pages })
  app.get('/rss.xml', async (request, reply) => sendMade(request, reply, 'application/rss+xml; charset=utf-8', feed))

  async function feed() {
    const company = await companyNow()
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

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /admin/\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )

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

/** Makes the addresses inside the content absolute (also in a `srcset`), since a feed reader shows it elsewhere. Only addresses in tags change. */
const withWholeAddresses = (html: string, publicUrl: string) => {
  const whole = (list: string) => list.replace(/(^|, )\/(?!\/)/g, (_, before: string) => `${before}${publicUrl}/`)
  return html.replace(/<[^>]*/g, (tag) =>
    tag.replace(/ (src|href|srcset)="([^"]*)"/g, (_, name: string, value: string) => ` ${name}="${whole(value)}"`),
  )
}
