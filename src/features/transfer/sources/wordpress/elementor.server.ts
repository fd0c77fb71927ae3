import { escapeHtml } from '#content/markup/plain-text.ts'
import { isObject } from '#contract/lookup.ts'
import { imageHtml } from '../text/html-parts.server.ts'

/** Nested sections of a page are some ten levels. */
const deepest = 60

/** The words, pictures and links of a page of Elementor as HTML, in their order. WordPress keeps no other text of some pages. */
export function elementorText(data: string): string {
  let sections: unknown
  try {
    sections = JSON.parse(data)
  } catch {
    return ''
  }
  const parts: string[] = []
  collect(sections, parts, 0)
  return parts.join('\n\n')
}

type Settings = Record<string, unknown>

function collect(value: unknown, parts: string[], depth: number) {
  if (depth > deepest) return
  if (Array.isArray(value)) for (const element of value) collect(element, parts, depth + 1)
  else if (isObject(value)) {
    if (isObject(value['settings']) && typeof value['widgetType'] === 'string')
      parts.push(widget(value['widgetType'], value['settings']))
    collect(value['elements'], parts, depth + 1)
  }
}

/** Keys whose values visitors see, in the order in which widgets show them. */
const shown =
  /^(?:.*_?(?:title|heading|subheading|description|content|editor|text|caption|name|job|label|quote|html|question|answer|prefix|suffix|price|period|ribbon|footer_additional_info)(?:_text|_a|_b)?|(?:tab|accordion|toggle|item|testimonial|slide|alert|starting|ending)_\w+|.*text)$/
const notShown =
  /(?:^_|_(?:size|tag|color|align|typography|position|family|weight|style|transform|shadow|spacing|width|height|animation|bg|padding|margin|type|icon|css|class|id|indent|hover|border|stroke|decoration)(?:_|$)|^title_tag$|^(?:size|align|view|link_to|html_tag|header_size|content_width|custom_css)$)/

function widget(type: string, settings: Settings): string {
  const link = isObject(settings['link']) && typeof settings['link']['url'] === 'string' ? settings['link']['url'] : ''
  if (type === 'button') return linked(String(settings['text'] ?? ''), link)
  if (type === 'html' || type === 'shortcode') return String(settings['html'] ?? settings['shortcode'] ?? '')
  if (type === 'heading') {
    const level = /^h([1-6])$/.exec(String(settings['header_size'] ?? 'h2'))?.[1] ?? '2'
    const title = String(settings['title'] ?? '')
    return title && `<h${level}>${link ? `<a href="${escapeHtml(link)}">${title}</a>` : title}</h${level}>`
  }
  if (type === 'video') {
    const address = settings['youtube_url'] ?? settings['vimeo_url'] ?? settings['dailymotion_url']
    return typeof address === 'string' ? `<p>${escapeHtml(address)}</p>` : ''
  }
  const parts: string[] = []
  words(settings, parts, 0)
  if (link) parts.push(linked(String(settings['button'] ?? settings['button_text'] ?? ''), link))
  return parts.filter(Boolean).join('\n')
}

function linked(words: string, address: string): string {
  if (!address) return words && `<p>${words}</p>`
  return `<p><a href="${escapeHtml(address)}">${words || escapeHtml(address)}</a></p>`
}

function words(value: unknown, parts: string[], depth: number) {
  if (depth > 6) return
  if (Array.isArray(value)) for (const one of value) words(one, parts, depth + 1)
  if (!isObject(value)) return
  for (const [key, part] of Object.entries(value)) {
    if (
      isObject(part) &&
      typeof part['url'] === 'string' &&
      /image|photo|avatar|^wp_gallery|^gallery|^carousel/.test(key)
    )
      parts.push(pictureOf(part))
    else if (Array.isArray(part)) {
      if (/gallery|carousel/.test(key)) parts.push(`<p>${part.filter(isObject).map(imageOf).join('')}</p>`)
      else words(part, parts, depth + 1)
    } else if (typeof part === 'string' && part.trim() && shown.test(key) && !notShown.test(key))
      parts.push(/^\s*<(?:p|div|ul|ol|h\d|table|blockquote|figure)\b/i.test(part) ? part : `<p>${part}</p>`)
  }
}

const imageOf = (picture: Settings) =>
  typeof picture['url'] === 'string' && picture['url'] ? imageHtml(picture['url'], String(picture['alt'] ?? '')) : ''

const pictureOf = (picture: Settings) => (imageOf(picture) ? `<p>${imageOf(picture)}</p>` : '')
