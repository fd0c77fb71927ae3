import { escapeHtml } from '#content/markup/plain-text.ts'
import { isObject } from '#contract/lookup.ts'
import { attributeValue } from '#contract/media.ts'
import { videoIn } from '#contract/videos.ts'
import { imageHtml, plainOf } from '../text/html-parts.server.ts'
import type { Say } from '../text/notes.server.ts'

/** The values of a card, by the names that the JSON of Ghost's editor has for them. */
export type Card = Record<string, unknown>

/** A value as it is typed; '' for anything but a text or a number. */
export const value = (card: Card, ...names: string[]): string => {
  for (const name of names) {
    const found = card[name]
    if (typeof found === 'number' || (typeof found === 'string' && found.trim() !== '')) return String(found).trim()
  }
  return ''
}
const plain = (card: Card, ...names: string[]) => escapeHtml(value(card, ...names))
const part = (card: Card, name: string): Card => (isObject(card[name]) ? card[name] : {})

const paragraph = (html: string, attributes = '') => (html === '' ? '' : `<p${attributes}>${html}</p>`)
/** Words in blocks stay as they are; words on a line become a paragraph. */
const blocks = (html: string) =>
  /^<(?:p|ul|ol|h[1-6]|blockquote|div|pre|figure|table|hr)\b/i.test(html) ? html : paragraph(html)
const link = (address: string, html: string) =>
  address === '' ? html : `<a href="${escapeHtml(address)}">${html === '' ? escapeHtml(address) : html}</a>`
const lines = (...parts: string[]) => paragraph(parts.filter((line) => line !== '').join('<br>'))
const caption = (card: Card) => paragraph(value(card, 'caption'))
const button = (card: Card, address: string, text: string, attributes = '') =>
  value(card, address) === '' ? '' : paragraph(link(value(card, address), plain(card, text)), attributes)

function picture(card: Card): string {
  const address = value(card, 'src')
  if (address === '') return ''
  const image = imageHtml(address, value(card, 'alt', 'altText'), value(card, 'title'))
  const words = value(card, 'caption')
  return `<figure>${link(value(card, 'href'), image)}${words && `<figcaption>${words}</figcaption>`}</figure>`
}

function gallery(card: Card): string {
  const images = Array.isArray(card['images']) ? card['images'].filter(isObject) : []
  const drawn = images.map((image) =>
    link(
      value(image, 'href'),
      imageHtml(value(image, 'src', 'fileName'), value(image, 'alt'), plainOf(value(image, 'caption'))),
    ),
  )
  return paragraph(drawn.join('')) + caption(card)
}

function bookmark(card: Card, note: Say): string {
  const metadata = { ...card, ...part(card, 'metadata') }
  const address = value(card, 'url') || value(metadata, 'url')
  if (value(metadata, 'thumbnail', 'icon'))
    note('picture', 'Preview of a bookmark', 'A bookmark keeps its title and description, not its preview image.')
  const from = [plain(metadata, 'author'), plain(metadata, 'publisher')].filter((name) => name !== '').join(' · ')
  return lines(link(address, plain(metadata, 'title')), plain(metadata, 'description'), from) + caption(card)
}

const calloutKinds: Record<string, string> = {
  '💡': 'TIP',
  '✅': 'TIP',
  '⚠': 'WARNING',
  '🚨': 'CAUTION',
  '❗': 'IMPORTANT',
}

function callout(card: Card): string {
  const emoji = value(card, 'calloutEmoji')
  const kind = calloutKinds[emoji.replaceAll('\uFE0F', '')] ?? 'NOTE'
  const words = value(card, 'calloutText')
  const inner = /^<p\b[^>]*>/i.test(words) ? words.replace(/^<p\b[^>]*>/i, '') : `${words}</p>`
  return `<blockquote><p>[!${kind}]<br>${emoji && `${escapeHtml(emoji)} `}${inner}</blockquote>`
}

function nft(card: Card): string {
  const metadata = { ...card, ...part(card, 'metadata') }
  const [address, title] = [value(metadata, 'href', 'url'), value(metadata, 'title')]
  return (
    picture({ src: value(metadata, 'image_url', 'src'), alt: title, href: address }) +
    lines(link(address, escapeHtml(title)), plain(metadata, 'creator', 'author_name'), plain(metadata, 'description'))
  )
}

function embed(card: Card, note: Say): string {
  if (card['embedType'] === 'nft') return nft(card)
  const html = value(card, 'html')
  const frame = attributeValue(/<iframe\b[^>]*?\bsrc\s*=\s*["']([^"']+)["']/i.exec(html)?.[1] ?? '')
  const addresses = [frame, value(card, 'url')].map((address) => address.replace(/^\/\//, 'https://'))
  const video = addresses.map(videoIn).find((found) => found !== null)
  if (video) return paragraph(escapeHtml(video.page)) + caption(card)
  const address = addresses.findLast((found) => found !== '')
  // Posts of X, Instagram and others have their words in a quotation.
  if (/<blockquote\b/i.test(html)) return html.replaceAll(/<script\b[\s\S]*?<\/script>/gi, '') + caption(card)
  if (address === undefined) return html + caption(card)
  const host = URL.parse(address)?.host.replace(/^www\./, '') ?? address
  note('embed', host, `The embedded part of ${host} becomes a link.`)
  const title =
    value(part(card, 'metadata'), 'title') ||
    attributeValue(/\btitle\s*=\s*"([^"]+)"/i.exec(html)?.[1] ?? '') ||
    address
  return paragraph(link(address, escapeHtml(title))) + caption(card)
}

function file(card: Card, note: Say, kind: 'audio' | 'video' | 'file'): string {
  const address = value(card, 'src')
  if (address === '') return ''
  const last = address.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  const name = value(card, 'fileName') || last
  const title = value(card, 'fileTitle', 'title') || name
  if (kind !== 'file')
    note('file', kind, kind === 'audio' ? 'An audio file becomes a link.' : 'A video file becomes a link.')
  const size = typeof card['fileSize'] === 'string' ? card['fileSize'] : ''
  const details = kind === 'file' && title !== name ? [name, size] : [size]
  return (
    lines(
      link(address, escapeHtml(title)),
      plain(card, 'fileCaption'),
      escapeHtml(details.filter(Boolean).join(' · ')),
    ) + caption(card)
  )
}

function header(card: Card): string {
  const heading = value(card, 'header')
  return (
    picture({ src: value(card, 'backgroundImageSrc') }) +
    (heading && `<h2>${heading}</h2>`) +
    blocks(value(card, 'subheader').replace(/(?:<br\s*\/?>)+$/i, '')) +
    (card['buttonEnabled'] === false ? '' : button(card, 'buttonUrl', 'buttonText'))
  )
}

const stars = (count: number) => '★'.repeat(count) + '☆'.repeat(5 - count)

function product(card: Card): string {
  const rating = Math.min(5, Math.max(0, Number(card['productStarRating']) || 0))
  const title = value(card, 'productTitle')
  return (
    picture({ src: value(card, 'productImageSrc') }) +
    (title && `<h4>${title}</h4>`) +
    (card['productRatingEnabled'] ? paragraph(stars(rating)) : '') +
    blocks(value(card, 'productDescription')) +
    (card['productButtonEnabled'] === false ? '' : button(card, 'productUrl', 'productButton'))
  )
}

function signup(card: Card, note: Say): string {
  const heading = plainOf(value(card, 'header'))
  note('card', 'signup', `The sign-up form${heading && ` “${heading}”`} is left out.`)
  return ''
}

const leftOut = (subject: string, sentence: string) => (_: Card, note: Say) => {
  note('card', subject, sentence)
  return ''
}

function code(card: Card): string {
  const language = value(card, 'language').replaceAll(/[^\w+#.-]/g, '')
  const words = typeof card['code'] === 'string' ? card['code'] : ''
  return `<pre><code${language && ` class="language-${language}"`}>${escapeHtml(words)}\n</code></pre>${caption(card)}`
}

export const emailsOnly = 'A part that only emails showed is left out.'
const emailOnly = leftOut('email', emailsOnly)
const rule = () => '<hr>'

const cards: Record<string, (card: Card, note: Say) => string> = {
  image: (card) => picture(card),
  gallery,
  bookmark,
  callout,
  toggle: (card) => `<details><summary>${value(card, 'heading')}</summary>${blocks(value(card, 'content'))}</details>`,
  embed,
  video: (card, note) => file(card, note, 'video'),
  audio: (card, note) => file(card, note, 'audio'),
  file: (card, note) => file(card, note, 'file'),
  button: (card) =>
    button(card, 'buttonUrl', 'buttonText', card['alignment'] === 'center' ? ' class="align-center"' : ''),
  header,
  'call-to-action': (card) =>
    paragraph(card['hasSponsorLabel'] === false ? '' : value(card, 'sponsorLabel').replaceAll(/<\/?p\b[^>]*>/gi, '')) +
    (card['hasImage'] === false ? '' : picture({ src: value(card, 'imageUrl'), href: value(card, 'imageLink') })) +
    blocks(value(card, 'textValue')) +
    (card['showButton'] === false ? '' : button(card, 'buttonUrl', 'buttonText')),
  product,
  signup,
  paywall: leftOut('paywall', 'The text has a paywall. Here all of it is one text.'),
  transistor: leftOut('transistor', 'The podcast player is left out, since it is for members.'),
  email: emailOnly,
  'email-cta': emailOnly,
  html: (card) => value(card, 'html'),
  codeblock: code,
  code,
  hr: rule,
  horizontalrule: rule,
  // Parts of a text in HTML that are no cards, but of which a card consists.
  'code-figure': (card) => value(card, 'html') + caption(card),
  'before-after': (card) => {
    const sides = [part(card, 'beforeImage'), part(card, 'afterImage')].filter((side) => value(side, 'src') !== '')
    return paragraph(sides.map((side) => imageHtml(value(side, 'src'), value(side, 'alt'))).join('')) + caption(card)
  },
  nft,
}

/** Whether the card is known, and so is drawn in our forms. */
export const isCard = (name: string): boolean => Object.hasOwn(cards, name)

/** A card as HTML in the forms that `toContent` takes. */
export const drawCard = (name: string, card: Card, note: Say): string => cards[name]?.(card, note) ?? ''

export const membersOnly = 'A part that only members saw is left out.'

export const unknownCard = (name: string, note: Say): void =>
  note('card', name, `The words of the card “${name}” stay, but not its looks.`)
