import { plainOf } from '../text/html-parts.server.ts'

type Values = { title: string; site: string; excerpt: string; category: string; at?: string | undefined }

/** The fields of Yoast, Rank Math and All in One SEO, those of its version 3 last. */
const fields = {
  title: ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title', '_aioseop_title'],
  description: ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description', '_aioseop_description'],
  picture: ['_yoast_wpseo_opengraph-image', 'rank_math_facebook_image', '_aioseo_og_image_custom_url'],
}
export const seoFields = new Set(Object.values(fields).flat())

/** Title, description and picture for search engines, without those that say no more than the post itself. */
export function seoOf(meta: Map<string, string[]>, values: Values) {
  const of = (kind: keyof typeof fields) =>
    fields[kind].map((key) => meta.get(key)?.find((value) => value.trim()) ?? '').find(Boolean) ?? ''
  const title = filled(of('title'), values)
  const description = filled(of('description'), values)
  const picture = of('picture').trim()
  const seo = {
    ...(title && title !== values.title && { title }),
    ...(description && description !== values.excerpt && { description }),
    ...(/^(?:https?:)?\//.test(picture) && { picture }),
  }
  return Object.keys(seo).length > 0 ? seo : undefined
}

/** A variable of Yoast (`%%title%%`), Rank Math (`%title%`, `%date(Y)%`) or All in One SEO (`#post_title`). */
const variable = /%%([a-z_\d-]+)%%|%([a-z_]{2,40}(?:\([^()%]{0,80}\))?)%|(?<![\w&])#([a-z][a-z_]{2,40})\b/gi

const separator = '\u0001'

/** Fills in variables. One that is not known here is left out, and so is the name of the old site at an end. */
function filled(template: string, values: Values): string {
  const text = template.replace(variable, (whole, yoast = '', rankMath = '', allInOne = '') => {
    const name = (yoast || rankMath || allInOne).toLowerCase()
    const value = known(name.replace(/\(.*/, ''), values)
    if (value !== undefined) return value
    // “#cloud” and “5% of 10%” are words.
    return yoast || (rankMath && rankMathNames.test(name)) || allInOneNames.test(name) ? '' : whole
  })
  const parts = plainOf(text)
    .split(separator)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  if (values.site && parts.length > 1) {
    if (parts.at(-1) === values.site) parts.pop()
    else if (parts[0] === values.site) parts.shift()
  }
  const joined = parts.join(' – ')
  if (!values.site) return joined
  // A separator may be typed: “Title | Site”.
  const end = joined.endsWith(values.site)
    ? joined.slice(0, -values.site.length).replace(/\s*[-–—|·•:»<>~]\s*$/, '')
    : ''
  return end && end !== joined.slice(0, -values.site.length) ? end.trim() : joined
}

const rankMathNames =
  /^(?:page|pagenumber|pagetotal|term|term_description|modified|date|count|id|name|user_description|focuskw|keywords?|searchphrase|org_\w+|customfield|customterm\w*|filename|url|pt_\w+|parent_title|primary_\w+|tags?|categor\w+|post_\w+|current\w+|wc_\w+)/
const allInOneNames =
  /^(?:post_|site_|separator|tagline|current_|categor|taxonomy|author_|custom_field|parent_|permalink|page_number|tags$|blog_|archive_|attachment_|alt_tag)/

function known(name: string, { title, site, excerpt, category, at }: Values): string | undefined {
  if (['title', 'post_title', 'seo_title'].includes(name)) return title
  if (['sep', 'separator', 'separator_sa'].includes(name)) return separator
  if (['sitename', 'site_title', 'blog_title'].includes(name)) return site
  if (['excerpt', 'excerpt_only', 'post_excerpt', 'post_excerpt_only'].includes(name)) return excerpt
  if (['category', 'primary_category', 'categories', 'category_title', 'taxonomy_title'].includes(name)) return category
  if (['currentyear', 'current_year'].includes(name)) return String(new Date().getUTCFullYear())
  if (name === 'post_year') return at?.slice(0, 4) ?? ''
  return undefined
}
