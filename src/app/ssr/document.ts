import type { RenderedPage } from '#app/web/rendering.ts'
import { escapeHtml, jsonForScript, shorten } from '#content/markup/plain-text.ts'
import { type Accent, accents } from '#contract/accents.ts'
import type { Company } from '#contract/company.ts'
import { cardSize } from '#contract/media.ts'
import { labelOf } from '#contract/own-fields.ts'
import { documentTitle, type PageHead } from '#contract/page-head.ts'
import { analyticsSettings } from '#features/analytics/analytics-settings.contract.ts'
import type { Config } from '#server/config/config.ts'
import { markdownAddress } from '#server/http/markdown-form.ts'
import type { Announcement, Brand, ConfigNow } from '#server/site-config/site-config.ts'
import { type Assets, speculationRules } from './assets.ts'

/** The options of a document, in addition to its page and the site's settings. */
export type DocumentForm = {
  /** The path of the page's link card; absent in a private document (see `headTags`). */
  card?: string | undefined
  /** Without any script: each link leads to another document. */
  scriptless?: boolean | undefined
  /** Whether the page can only be looked at. */
  inert?: boolean | undefined
  /** Markup at the end of the document, in which all text is escaped. */
  banner?: string | undefined
  /** The announcement above the page, as `announcementBar` writes it. */
  bar?: string | undefined
}

/**
 * A whole document. It is complete without scripts and names the client that hydrates it (`data-client`: the whole
 * stylesheet, then the modules), or would have to render it again (`data-rerender`), and whether it counts as a view
 * (`data-count`). It is composed of its parts and never edited afterwards, because a text could contain the searched place.
 */
export function document(
  page: RenderedPage,
  assets: Assets,
  config: ConfigNow,
  { card, scriptless = false, inert = false, banner = '', bar = '' }: DocumentForm,
): string {
  const { company, publicUrl, brand } = config
  const client = scriptless
    ? ''
    : ` data-client="${[assets.stylesheet, ...assets.modules].join(' ')}"${page.data.hydrate ? '' : ' data-rerender'}`
  const isCounted = !scriptless && card !== undefined && page.status === 200 && analyticsSettings.of(config).count
  return `<!doctype html>
<html lang="en"${client}${isCounted ? ' data-count="on"' : ''} style="${imprintStyle(card === undefined ? undefined : page.head.path, config)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`).join('')}
${scriptless ? '' : `<script>${assets.bootScript}</script>\n`}${assets.styles(bar + page.body)}${brand ? brandStyle(brand) : ''}
${headTags(page.head, card, { company, publicUrl })}
<meta name="theme-color" content="#FBFAF6" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0C1413" media="(prefers-color-scheme: dark)">
${brand?.logo ? `<link rel="icon" href="/brand/${brand.key}/logo.${brand.logo.type}">` : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'}<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">
<link rel="alternate" type="application/rss+xml" title="${escapeHtml(company.brand)}" href="/rss.xml">
</head>
<body${inert ? ' inert' : ''}>
<div id="root">${page.body}</div>${bar}
${scriptless ? '' : scripts(page)}${banner}</body>
</html>
`
}

const scripts = ({ data }: RenderedPage) => `<script type="speculationrules">${speculationRules}</script>
<script type="application/json" id="atrium-data">${jsonForScript(data)}</script>
`

/** The foot of each printed sheet: the company's details, and the page's address (site/shell/print.css). */
function imprintStyle(path: string | undefined, { company, publicUrl }: Config): string {
  const { street, city, postalCode, country } = company.address
  const us = [company.brand, `${street}, ${city} ${postalCode}, ${country}`, company.phone, company.email].join(' · ')
  const address = path === undefined ? '' : publicUrl + path
  return escapeHtml(`--imprint:${cssString(us)};--printed-address:${cssString(address)}`)
}

const cssString = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[\n\r\f]/g, ' ')}"`

/** The document for a failed render: no application, a heading and a link. */
export const brokenDocument = (company: Config['company']) =>
  plainDocument(
    'Unexpected Application Error!',
    `<p>Something went wrong on our side. Please try again in a moment, or write to ${escapeHtml(company.email)}.</p>`,
  )

/** A posted form: its target and its fields. */
export type FormAgain = { action: string; values: Record<string, string> }

type Notice = { title: string; text: string; again?: FormAgain | undefined }

/** The document of a refusal, made without rendering. A posted form is not lost: its long texts can be copied, and a button sends it again. */
export const noticeDocument = (company: Config['company'], { title, text, again }: Notice) =>
  plainDocument(
    title,
    `<p>${escapeHtml(text)} You can also write to ${escapeHtml(company.email)}.</p>${again ? formAgain(again) : ''}`,
  )

const formAgain = ({ action, values }: FormAgain) => {
  const fields = Object.entries(values).map(([name, value]) =>
    name === 'message' || labelOf(name) !== undefined
      ? `<p><label>${escapeHtml(labelOf(name) ?? 'Message')}<br><textarea name="${escapeHtml(name)}" rows="5">\n${escapeHtml(value)}</textarea></label></p>`
      : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${fields.join('')}<p><button>Send again what I typed</button></p></form>`
}

/** A document without the application and its stylesheet, which may be what failed: it contains the few styles that it needs. */
const plainDocument = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${plainStyle}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}<p><a href="/">Back to Home</a></p></main></body>
</html>
`

/** The colours are those of `ui/tokens.css`; it loads no fonts, so the document is self-contained. */
const plainStyle = [
  ':root{color-scheme:light dark;--ink:light-dark(#0f1c1b,#eaf0ee);--teal:light-dark(#0b6b63,#45c4b4);background:light-dark(#fbfaf6,#0c1413);color:var(--ink)}',
  'body{margin:0;font:1.0625rem/1.65 system-ui,sans-serif}',
  'main{max-width:38rem;margin:auto;padding:18vh 1.5rem 4rem;overflow-wrap:anywhere}',
  'main::before{content:"";display:block;width:2.5rem;height:3px;margin-bottom:1.75rem;border-radius:2px;background:light-dark(#e8940c,#f6b23c)}',
  'h1{margin:0 0 1.25rem;font-size:clamp(2rem,1.6rem + 1.8vw,3rem);line-height:1.1;letter-spacing:-.025em;text-wrap:balance}',
  'p{margin:0 0 1.5rem;text-wrap:pretty}',
  'textarea{box-sizing:border-box;width:100%;font:inherit}',
  'a{color:var(--teal);text-underline-offset:.2em}',
  'button{min-height:3rem;padding:0 1.25rem;border:0;border-radius:.625rem;background:var(--teal);color:light-dark(#fff,#04211d);font:inherit;font-weight:600;cursor:pointer}',
  ':focus-visible{outline:2px solid var(--teal);outline-offset:3px}',
].join('')

/**
 * The announcement above every public page. It is not part of the application, so no page downloads code for it: the
 * boot script hides one that the visitor has dismissed. It follows the page in the document, so the link to the content
 * stays the first. It is only shown where there is the header of the public site, and not in the back office.
 */
export function announcementBar({ id, text, link, dismissible }: Announcement): string {
  const open = `html:not([data-dismissed="${id}"]) body:has(.site-header)`
  const leading = link
    ? ` <a class="announcement-link" href="${escapeHtml(link.to)}">${escapeHtml(link.label)}</a>`
    : ''
  const button = dismissible
    ? `<button type="button" class="announcement-close" data-dismiss="${id}" aria-label="Dismiss the announcement">×</button>`
    : ''
  return `<style>@media screen{${open}{display:flex;flex-direction:column}${open} .announcement{display:flex;order:-1}${open} #main{padding-top:0}}</style><aside class="announcement" aria-label="Announcement"><p dir="auto">${escapeHtml(text)}${leading}</p>${button}</aside>`
}

/** The styles of a document that has another accent or logo than the program's; they win over the stylesheet, which may come later. */
function brandStyle({ key, accent, logo }: Brand): string {
  const colours = accent ? `html:root,html .on-deep{${declarations(accents[accent])}}` : ''
  const mark = logo
    ? `html svg.logo-mark{width:auto;height:2rem;aspect-ratio:${logo.ratio.toFixed(3)};background:url(/brand/${key}/logo.${logo.type}) center/contain no-repeat}html svg.logo-mark>*{display:none}`
    : ''
  // The name stays for screen readers.
  const name = logo?.named ? 'html a:has(>svg.logo-mark){gap:0;font-size:0}' : ''
  return `<style>${colours}${mark}${name}</style>`
}

const declarations = (accent: Accent) =>
  Object.entries(accent)
    .map(([name, value]) => `--color-${name}:${typeof value === 'string' ? value : `light-dark(${value.join()})`}`)
    .join(';')

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

const isEvent = (thing: object) => '@type' in thing && thing['@type'] === 'Event'
/** The section of an event does not know the rest of its page. */
const pageOf = ({ description, image }: PageHead) => ({ description, image })

/**
 * The head of a page: title, description, canonical address, Open Graph, Twitter and structured data.
 * @param card the path of the link card, a JPEG of `cardSize`: some networks show no WebP, and none a picture without its size at once.
 * Without it the document is private: its head only has the title, and nothing that could be cached or shared.
 */
function headTags(head: PageHead, card: string | undefined, { company, publicUrl }: Site): string {
  const title = head.wholeTitle ? head.title : documentTitle(head.title, company.brand)
  const noIndex = '<meta name="robots" content="noindex">'
  if (card === undefined) return `<title>${escapeHtml(title)}</title>${noIndex}`
  const description = descriptionOf(head, company)
  const absolute = (path: string) => (path.startsWith('/') ? publicUrl + path : path)
  const address = head.path === undefined ? undefined : absolute(head.path)
  const data = (head.jsonLd || []).map((thing) => (isEvent(thing) ? { ...thing, ...pageOf(head) } : thing))
  const article = data.find(isArticle)
  const indexed = !head.noIndex && (head.status ?? 200) === 200

  const meta = (key: 'name' | 'property', name: string, content: string | undefined) =>
    content === undefined ? '' : `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    indexed ? '' : noIndex,
    address && indexed ? `<link rel="canonical" href="${escapeHtml(address)}">` : '',
    head.path !== undefined && indexed
      ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(markdownAddress(head.path))}">`
      : '',
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
    ...data.map(
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
