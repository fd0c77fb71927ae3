import { escapeHtml } from '#content/markup/plain-text.ts'
import { decoded } from '#contract/addresses.ts'
import { attributeValue } from '#contract/media.ts'
import { videoIn } from '#contract/videos.ts'
import type { TextFacts } from '../../ground/source.ts'
import { imageHtml } from '../text/html-parts.server.ts'
import type { Say } from '../text/notes.server.ts'

export type Shortcode = {
  name: string
  attributes: Record<string, string>
  /** All of it after the name, as typed. */
  typed: string
  content: string
  facts: TextFacts
  say: Say
}
type Shown = ((shortcode: Shortcode) => string) & { raw?: boolean }

/** Shortcodes for code, with the language of those that are named like one. */
export const codeLanguages: Record<string, string> = {
  ...Object.fromEntries(
    ['code', 'sourcecode', 'source', 'crayon', 'prism', 'highlight_code', 'pre'].map((name) => [name, '']),
  ),
  ...Object.fromEntries(
    'bash c cpp csharp css diff go html java javascript js json perl php powershell python py ruby rust scala shell sql swift typescript xml yaml'
      .split(' ')
      .map((name) => [name, name]),
  ),
}

const block = (html: string) => (html ? `\n\n${html}\n\n` : '')
/** An address alone is embedded, or becomes a link: see `forms.server.ts`. */
const embed = (address: string) => (/^https?:\/\/\S+$/.test(address) ? block(`<p>${escapeHtml(address)}</p>`) : '')
const addressIn = (text: string) => /https?:\/\/[^\s<>"'\]]+/.exec(attributeValue(text))?.[0] ?? ''
const isPicture = (address: string) => /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)(?:[?#]|$)/i.test(address)

function caption({ attributes, content }: Shortcode): string {
  // The old form has the words in an attribute. The new one has them after the image, which may be a link.
  const [, image = '', rest = ''] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? []
  const words = (attributes['caption'] ?? rest).trim()
  if (!image) return content
  const id = /^attachment_(\d+)$/.exec(attributes['id'] ?? '')?.[1]
  return block(
    `<figure${id ? ` data-id="${id}"` : ''}>${image}${words && `<figcaption>${words}</figcaption>`}</figure>`,
  )
}

/** The attachments that a gallery shows, in its order. */
function attached({ attributes, facts, say, name }: Shortcode): string[] {
  const listed = attributes['ids'] ?? attributes['include'] ?? attributes['images'] ?? attributes['gallery_ids']
  const without = new Set((attributes['exclude'] ?? '').split(/[\s,]+/))
  const ids = listed === undefined ? (facts.attached ?? []) : listed.split(/[\s,]+/).filter(Boolean)
  const missing = ids.filter((id) => !facts.files?.[id])
  if (missing.length > 0 || ids.length === 0)
    say(
      'picture',
      name,
      ids.length === 0
        ? `The shortcode [${name}] shows nothing, since no files belong to this post.`
        : `The shortcode [${name}] names files that are not in the export: ${missing.slice(0, 10).join(', ')}.`,
    )
  return ids.filter((id) => !without.has(id))
}

export function galleryOf(shortcode: Shortcode): string {
  const images = attached(shortcode).flatMap((id) => {
    const file = shortcode.facts.files?.[id]
    if (!file || !isPicture(file.address)) return []
    return imageHtml(file.address, file.alt, file.caption)
  })
  return block(images.length > 0 ? `<p>${images.join('')}</p>` : '')
}

function playlist(shortcode: Shortcode): string {
  const isVideo = shortcode.attributes['type'] === 'video'
  const links = attached(shortcode).flatMap((id) => {
    const file = shortcode.facts.files?.[id]
    if (
      !file ||
      !(isVideo ? /\.(?:mp4|m4v|mov|webm|ogv|wmv|avi|mpg|3gp|flv)$/i : /\.(?:mp3|m4a|ogg|oga|wav|wma|flac|aac)$/i).test(
        file.address,
      )
    )
      return []
    return `<p><a href="${escapeHtml(file.address)}">${escapeHtml(file.caption || decoded(file.address.replace(/^.*\//, '')))}</a></p>`
  })
  return block(links.join('\n'))
}

const media = (element: 'audio' | 'video', kinds: string[]) => (shortcode: Shortcode) => {
  const { attributes, content } = shortcode
  const named = ['src', ...kinds, 'url', '0'].map((key) => attributes[key]).find((value) => value && /[/.]/.test(value))
  const address = named ?? addressIn(content)
  if (!address) return ''
  return videoIn(address) ? embed(address) : block(`<${element} src="${escapeHtml(address)}"></${element}>`)
}

/** A player of a site, with the address or the id of what it plays. */
const player = (address: (id: string) => string) => (shortcode: Shortcode) => {
  const { attributes, content, typed } = shortcode
  const whole = addressIn(typed) || addressIn(content)
  if (whole) return embed(whole)
  const id = [attributes['id'], attributes['video_id'], attributes['v'], attributes['0'], content.trim()].find(
    (value) => value && /^=?[\w-]+$/.test(value),
  )
  return id ? embed(address(id.replace(/^=/, ''))) : ''
}

/** A shortcode that names an address: it becomes a link. */
const addressed = ({ attributes, typed, content, name, say }: Shortcode) => {
  const address =
    attributes['url'] ?? attributes['href'] ?? attributes['link'] ?? (addressIn(typed) || addressIn(content))
  if (address) return embed(address)
  say('shortcode', name, `The shortcode [${name}] is left out.`)
  return ''
}

/** WPBakery keeps HTML encoded, so that no editor changes it. */
const encodedHtml = ({ content }: Shortcode) => {
  try {
    return block(decodeURIComponent(atob(content.replace(/<[^>]*>|\s/g, ''))))
  } catch {
    return content
  }
}

const asRaw = (shown: Shown) => Object.assign(shown, { raw: true })

/** Shortcodes with a content. */
export const enclosing: Record<string, Shown> = {
  ...{ caption, wp_caption: caption },
  ...{ vc_raw_html: asRaw(encodedHtml), vc_raw_js: asRaw(() => '') },
  embed: asRaw(({ content, typed }) => embed(addressIn(content) || addressIn(typed))),
  video: asRaw(media('video', ['mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv', 'mov'])),
  audio: asRaw(media('audio', ['mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac'])),
  youtube: asRaw(player((id) => `https://www.youtube.com/watch?v=${id}`)),
  vimeo: asRaw(player((id) => `https://vimeo.com/${id}`)),
}

/** Shortcodes without one. */
export const single: Record<string, Shown> = {
  ...{ gallery: galleryOf, playlist },
  ...{
    dailymotion: player((id) => `https://www.dailymotion.com/video/${id}`),
    ted: player((id) => `https://www.ted.com/talks/${id}`),
  },
  ...{
    wpvideo: player((id) => `https://videopress.com/v/${id}`),
    videopress: player((id) => `https://videopress.com/v/${id}`),
  },
  ...{ spotify: addressed, soundcloud: addressed, tweet: addressed, instagram: addressed, facebook: addressed },
  ...{ gist: addressed, googlemaps: addressed, slideshare: addressed, scribd: addressed, flickr: addressed },
  ...Object.fromEntries(
    [
      'vc_empty_space',
      'vc_separator',
      'et_pb_divider',
      'fusion_separator',
      'divider',
      'hr',
      'clear',
      'spacer',
      'br',
      'nextpage',
    ].map((name) => [name, () => '\n\n']),
  ),
}
