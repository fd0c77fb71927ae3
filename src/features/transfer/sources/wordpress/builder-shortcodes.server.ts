import { escapeHtml } from '#content/markup/plain-text.ts'
import { imageHtml } from '../text/html-parts.server.ts'
import { galleryOf, type Shortcode } from './known-shortcodes.server.ts'

const builders: [RegExp, string][] = [
  [/^et_pb_/, 'Divi'],
  [/^(?:vc_|wpb_)/, 'WPBakery'],
  [/^fusion_/, 'Fusion Builder'],
  [/^av_/, 'Enfold'],
  [/^(?:cs_|x_)/, 'Cornerstone'],
  [/^(?:us_)/, 'UpSolution'],
  [/^(?:mk_)/, 'Jupiter'],
  [/^tatsu_/, 'Tatsu'],
]

/** The page builder that has a shortcode. */
export const builderOf = (name: string) => builders.find(([begin]) => begin.test(name))?.[1]

const headings = ['title', 'heading', 'h2', 'name', 'header_title']
const lines = [
  'subhead',
  'subtitle',
  'subheading',
  'h4',
  'position',
  'job_title',
  'author',
  'company_name',
  'price',
  'sum',
  'number',
  'value',
  'caption',
]
const images = [
  'src',
  'image',
  'image_url',
  'portrait_url',
  'header_image_url',
  'logo_image_url',
  'custom_src',
  'img',
  'photo',
  'picture',
]
const buttons: [string[], string[]][] = [
  [['button_text'], ['button_url', 'button_link']],
  [['button_one_text'], ['button_one_url']],
  [['button_two_text'], ['button_two_url']],
  [['btn_title'], ['btn_link']],
  [['link_text'], ['link_url']],
]

/** Names of shortcodes whose title is a text of the page, in themes and plugins. */
const titled =
  /tab|toggle|accordion|faq|section|box|panel|slide|card|callout|alert|heading|testimonial|feature|service|member|pricing/
const isButton = /(?:^|[-_])(?:button|btn|cta)(?:$|[-_\d])/

/** What a shortcode shows before its content and after it: its attributes may have words, pictures and links. */
export function builderParts(shortcode: Shortcode): { before: string; after: string; shown: boolean } {
  const { name, attributes, content } = shortcode
  const builder = builderOf(name)
  const of = (keys: string[]) => keys.map((key) => attributes[key]?.trim()).find(Boolean) ?? ''
  const link = addressOf(of(['link', 'url', 'href', 'link_url', 'button_url']))
  if (isButton.test(name)) {
    const words = of(['button_text', 'text', 'title', 'label'])
    if (content && link)
      return { before: `<p><a href="${escapeHtml(link)}">${escapeHtml(words)}`, after: '</a></p>', shown: true }
    const shown = linked(words, link)
    return { before: shown, after: '', shown: shown !== '' }
  }
  if (!builder && !titled.test(name)) {
    // A self-closing shortcode may name a page.
    const words = of(['text', 'title', 'label'])
    return link && words
      ? { before: linked(words, link), after: '', shown: true }
      : { before: '', after: '', shown: false }
  }
  const parts: string[] = []
  if (builder)
    for (const key of images) {
      const value = attributes[key]?.trim()
      if (value) parts.push(pictureOf(value, attributes, shortcode))
    }
  if (builder && (attributes['gallery_ids'] || attributes['images'])) parts.push(galleryOf(shortcode))
  const heading = of(headings) || (/heading|header/.test(name) ? of(['text']) : '')
  if (heading)
    parts.push(
      `<h3>${link && !of(['button_text']) ? `<a href="${escapeHtml(link)}">${escapeHtml(heading)}</a>` : escapeHtml(heading)}</h3>`,
    )
  if (builder)
    for (const key of lines) if (attributes[key]?.trim()) parts.push(`<p>${escapeHtml(attributes[key].trim())}</p>`)
  if (builder && /video/.test(name) && link) parts.push(`<p>${escapeHtml(link)}</p>`)
  const after = builder
    ? buttons.map(([words, addresses]) => linked(of(words), addressOf(of(addresses)))).filter(Boolean)
    : []
  const wrap = (html: string[]) =>
    html.length > 0 ? `\n\n${html.filter(Boolean).join('\n\n')}\n\n` : builder ? '\n\n' : ''
  return { before: wrap(parts), after: wrap(after), shown: false }
}

const linked = (words: string, address: string) =>
  words && address
    ? `<p><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`
    : words && `<p>${escapeHtml(words)}</p>`

/** WPBakery writes `url:https%3A%2F%2F…|title:…`. */
function addressOf(value: string): string {
  const typed = /(?:^|\|)url:([^|]*)/.exec(value)?.[1]
  if (typed === undefined) return /^(?:https?:|mailto:|tel:|\/|#)/.test(value) ? value : ''
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}

function pictureOf(value: string, attributes: Record<string, string>, { facts, name }: Shortcode): string {
  if (/video|audio/.test(name)) return /^https?:/.test(value) ? `<p>${escapeHtml(value)}</p>` : ''
  const file = facts.files?.[value]
  const address = file?.address ?? (/^(?:https?:)?\//.test(value) ? value : '')
  if (!address) return ''
  const alt = attributes['alt'] ?? attributes['image_alt'] ?? file?.alt ?? ''
  const image = imageHtml(address, alt)
  const link = addressOf(attributes['url'] ?? attributes['link'] ?? attributes['img_link'] ?? '')
  return `<p>${link && /image|photo/.test(name) ? `<a href="${escapeHtml(link)}">${image}</a>` : image}</p>`
}
