import type { FastifyInstance } from 'fastify'
import { foundPages } from '#app/ssr/page-document.ts'
import type { SendMade } from '#app/ssr/send-page.ts'
import { listSiteFiles } from '#app/ssr/static-files.ts'
import { addressToMarkdown } from '#content/markup/plain-markdown.ts'
import { shorten } from '#content/markup/plain-text.ts'
import type { PageHead } from '#contract/page-head.ts'
import { dayInWords } from '#contract/zoned-format.ts'
import { connectionSettings } from '#features/connections/ground/connection-settings.contract.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { markdownAddress } from '#server/http/markdown-form.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import type { PathOwner } from '#server/record/entity.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import type { PageRoute } from '#web/page-route.ts'

export type LlmsOptions = {
  config: Config
  database: Database
  site: SiteConfig
  sendMade: SendMade
  /** The pages of the program. */
  pages: () => Promise<PageRoute[]>
  pathOwner: PathOwner
  /** The status and the head of a page. */
  headOf: (path: string) => Promise<{ status: number; head: PageHead }>
}

/** A line of the list. */
type Entry = { title: string; path: string; text?: string | undefined }

/** The most entries of a section. The sitemap has all. */
const longestSection = 50
/** About as many characters as a description of a page has. */
const longestText = 160

/** A record as the calls of the site answer it. */
type Shown = { slug?: string; title?: string; name?: string; description?: string; excerpt?: string; summary?: string }
type ShownOpening = Shown & { place: string; kind: string; closesOn: string }
type ShownCourse = Shown & { level?: string; duration?: string; startDate?: string; upcoming?: boolean }

/**
 * Serves `/llms.txt`: the public pages as a list for programs that read only a few of them (https://llmstxt.org), the most important first. It is made of
 * what the public calls of the site answer.
 */
export async function serveLlms(app: FastifyInstance, options: LlmsOptions) {
  const { config, site, sendMade, pages, headOf } = options
  const { publicUrl } = config
  // A company may have its own.
  if ((await listSiteFiles(config.siteDir)).includes('/llms.txt')) return

  app.get('/llms.txt', async (request, reply) => {
    const { llms } = connectionSettings.of(await site.now())
    return llms ? sendMade(request, reply, 'text/plain; charset=utf-8', list) : reply.callNotFound()
  })

  async function list(): Promise<string> {
    const settings = await site.now()
    const { company } = settings
    const { llmsText } = connectionSettings.of(settings)
    const [services, products, courses, cases, posts, openings] = await Promise.all([
      ask<Shown[]>('/api/services'),
      ask<Shown[]>('/api/products'),
      ask<{ courses: ShownCourse[] }>(`/api/courses?limit=${longestSection}`),
      ask<Shown[]>('/api/work'),
      ask<{ blogs: Shown[] }>(`/api/blogs?limit=${longestSection}`),
      ask<ShownOpening[]>('/api/careers'),
    ])
    const listed = (await pages()).filter((page) => page.listed).map(({ path }) => path)
    const found = (await foundPages(options)).map(({ path }) => path)
    const isOrdinary = (path: string) => !listed.includes(path) && !inSections.has(path) && !isOptional(path)
    const known = [
      ...(await headsOf([...listed, ...found.filter((path) => !isOrdinary(path))])),
      ...(await headsOf(found.filter(isOrdinary), longestSection)),
    ]
    const page = (path: string) => known.filter((entry) => entry.path === path)
    const rest = known.filter(({ path }) => !inSections.has(path))
    return [
      `# ${wordsOf(company.brand)}`,
      `> ${wordsOf(llmsText || company.tagline)}`,
      'Each link leads to a page as Markdown. Without `.md` at its end, the address is that of the page for people.',
      section('Services', [...page('/services'), ...entriesOf(services, () => '/services')]),
      section('Products', [...page('/products'), ...entriesOf(products, () => '/products')]),
      section('Courses', [
        ...page('/courses'),
        ...(courses?.courses ?? []).map((course) => ({
          ...entryOf(course, `/courses/${course.slug}`),
          text: factsOf(course),
        })),
      ]),
      section('Case studies', [...page('/work'), ...entriesOf(cases, ({ slug }) => `/work/${slug}`)]),
      section(
        'Pages',
        rest.filter(({ path }) => !isOptional(path)),
      ),
      section('Articles', [...page('/blog'), ...entriesOf(posts?.blogs, ({ slug }) => `/blog/${slug}`)]),
      section('Careers', [
        ...page('/careers'),
        ...(openings ?? []).map(({ slug, title = '', place, kind, closesOn }) => ({
          title,
          path: `/careers/${slug}`,
          text: `${kind}, ${place}, open until ${dayInWords(closesOn, 'UTC')}`,
        })),
      ]),
      section('Company', ofCompany.flatMap(page)),
      section(
        'Optional',
        rest.filter(({ path }) => isOptional(path)),
        [`- [Sitemap](${publicUrl}/sitemap.xml): All addresses`, `- [Feed](${publicUrl}/rss.xml): The newest articles`],
      ),
    ]
      .filter(Boolean)
      .join('\n\n')
      .concat('\n')
  }

  /**
   * The titles and descriptions of pages, as search engines get them. A page that asks not to be listed is left out.
   * @param most how many are enough: each is as much work as a page
   */
  async function headsOf(paths: string[], most = Number.POSITIVE_INFINITY): Promise<Entry[]> {
    const entries: Entry[] = []
    for (const path of new Set(paths)) {
      if (entries.length === most) break
      const { status, head } = await headOf(path)
      if (status === 200 && !head.noIndex)
        entries.push({ title: head.cardTitle ?? head.title, path, text: head.description })
    }
    return entries
  }

  /** The answer of a public call; undefined where there is nothing to show. */
  async function ask<Answer>(url: string): Promise<Answer | undefined> {
    const answer = await app.inject({ url, headers: internalHeaders })
    return answer.statusCode === 200 ? answer.json<Answer>() : undefined
  }

  const section = (title: string, entries: Entry[], more: string[] = []) =>
    entries.length + more.length === 0
      ? ''
      : `## ${title}\n\n${[...entries.slice(0, longestSection).map(line), ...more].join('\n')}`

  const line = ({ title, path, text }: Entry) => {
    const words = text === undefined ? '' : `: ${wordsOf(shorten(text, longestText))}`
    return `- [${wordsOf(title)}](${addressToMarkdown(publicUrl + markdownAddress(path))})${words}`
  }
}

/** A text in one line, in which nothing reads as a link. */
const wordsOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>]/g, '\\$&')

const entryOf = (shown: Shown, path: string): Entry => ({
  title: shown.title ?? shown.name ?? '',
  path,
  text: shown.excerpt ?? shown.summary ?? shown.description,
})

const entriesOf = (all: Shown[] | undefined, pathOf: (shown: Shown) => string): Entry[] =>
  (all ?? []).map((shown) => entryOf(shown, pathOf(shown)))

/** The facts by which people choose a course come before its description, which may be cut. */
function factsOf({ level, duration, startDate, upcoming, description = '' }: ShownCourse): string {
  const facts = [level, duration, startDate && upcoming !== false && `starts ${dayInWords(startDate, 'UTC')}`]
  return `${facts.filter(Boolean).join(', ')}. ${description}`
}

const ofCompany = ['/', '/about', '/contact']
/** The pages that have a place in a section of their own. */
const inSections = new Set(['/services', '/products', '/courses', '/work', '/blog', '/careers', ...ofCompany])

/** The pages that programs with little room may leave out. */
const isOptional = (path: string) => /^\/(?:privacy|terms|cookies|how-we-work\/.+|profile)$/.test(path)
