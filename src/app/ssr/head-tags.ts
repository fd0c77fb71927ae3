import { escapeHtml, jsonForScript, shorten } from '#content/markup/plain-text.ts'
import type { Company } from '#contract/company.ts'
import { cardSize } from '#contract/media.ts'
import { documentTitle, type PageHead } from '#contract/page-head.ts'

type Site = { company: Company; publicUrl: string }

/** The article among the structured data of a page. */
type Article = {
  '@type': 'BlogPosting'
  datePublished: string
  dateModified: string
  articleSection: string
  author: { name: string }
}

const isArticle = (thing: object): thing is Article => '@type' in thing && thing['@type'] === 'BlogPosting'

/**
 * The head of a page: title, description, canonical address, Open Graph, Twitter and structured data.
 * @param card the path of the link card, a JPEG of `cardSize`: some networks show no WebP, and none a picture without its size at once.
 * Without it the document is private: its head only has the title, and nothing that could be cached or shared.
 */
export function headTags(head: PageHead, card: string | undefined, { company, publicUrl }: Site): string {
  const title = head.wholeTitle ? head.title : documentTitle(head.title, company.brand)
  const noIndex = '<meta name="robots" content="noindex">'
  if (card === undefined) return `<title>${escapeHtml(title)}</title>${noIndex}`
  const description = descriptionOf(head, company)
  const absolute = (path: string) => (path.startsWith('/') ? publicUrl + path : path)
  const address = head.path === undefined ? undefined : absolute(head.path)
  const article = head.jsonLd?.find(isArticle)
  const indexed = !head.noIndex && (head.status ?? 200) === 200

  const meta = (key: 'name' | 'property', name: string, content: string | undefined) =>
    content === undefined ? '' : `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    indexed ? '' : noIndex,
    address && indexed ? `<link rel="canonical" href="${escapeHtml(address)}">` : '',
    meta('property', 'og:site_name', company.brand),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', 'en_IN'),
    meta('property', 'og:image', absolute(card)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(cardSize.width)),
    meta('property', 'og:image:height', String(cardSize.height)),
    meta('property', 'og:image:alt', head.imageAlt ?? head.title),
    meta('property', 'article:published_time', article?.datePublished),
    meta('property', 'article:modified_time', article?.dateModified),
    meta('property', 'article:section', article?.articleSection),
    meta('property', 'article:author', article?.author.name),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', absolute(card)),
    meta('name', 'twitter:image:alt', head.imageAlt ?? head.title),
    ...(head.jsonLd ?? []).map(
      (thing) =>
        `<script type="application/ld+json">${jsonForScript(withWholeAddresses({ '@context': 'https://schema.org', ...thing }, absolute))}</script>`,
    ),
  ].join('')
}

/** Search engines and link previews show about this many characters of a description. */
const longestDescription = 160

/** The metadata of a page for search engines and link previews. */
export const descriptionOf = ({ description }: PageHead, { tagline }: Company) =>
  shorten(description ?? tagline, longestDescription)

/** Makes the paths absolute, as structured data needs them. */
function withWholeAddresses(value: unknown, absolute: (path: string) => string): unknown {
  if (typeof value === 'string') return /^\/(?!\/)/.test(value) ? absolute(value) : value
  if (Array.isArray(value)) return value.map((item) => withWholeAddresses(item, absolute))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withWholeAddresses(item, absolute)]))
}
