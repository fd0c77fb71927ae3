import { type DefaultTreeAdapterTypes, parseFragment, serialize, serializeOuter } from 'parse5'
import { lookup } from '#contract/lookup.ts'
import type { ReadText, TextReader } from '../../ground/source.ts'
import { collectNotes, type Say } from '../text/notes.server.ts'
import { type Card, drawCard, isCard, membersOnly, unknownCard } from './cards.server.ts'
import { lexicalHtml, mobiledocHtml } from './rich-documents.server.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

/** Reads a text of Ghost: its HTML with all cards, or the JSON of its editors where an export has no HTML. */
export const ghostText: TextReader = (text): ReadText => {
  const notes = collectNotes()
  const html = editorHtml(text, notes.add) ?? withoutCards(text, notes.add)
  return { html, notes: notes.all() }
}

/** @returns undefined for a text in HTML */
function editorHtml(text: string, note: Say): string | undefined {
  if (!text.startsWith('{')) return undefined
  let document: Card
  try {
    document = JSON.parse(text) as Card
  } catch {
    return undefined
  }
  if (typeof document['root'] === 'object' && document['root'] !== null)
    return lexicalHtml(document['root'] as Card, note)
  return Array.isArray(document['sections']) ? mobiledocHtml(document, note) : undefined
}

const isElement = (node: Node | undefined): node is Element => node !== undefined && 'tagName' in node
const classes = (element: Element) => (attribute(element, 'class') ?? '').split(/\s+/)
const attribute = (element: Element | undefined, name: string) => element?.attrs.find((one) => one.name === name)?.value

/** The elements below one, in their order. */
function* below(element: Element): Generator<Element> {
  const open: Node[] = [...element.childNodes].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue
    yield node
    open.push(...[...node.childNodes].reverse())
  }
}

const withClass = (element: Element, ...names: string[]) =>
  below(element).find((one) => classes(one).some((name) => names.includes(name)))
const withTag = (element: Element, ...names: string[]) => below(element).find(({ tagName }) => names.includes(tagName))
const inner = (element: Element | undefined) => (element ? serialize(element).trim() : '')
const words = (element: Element | undefined) => {
  if (!element) return ''
  let text = ''
  const open: Node[] = [...element.childNodes].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop())
    if (isElement(node)) open.push(...[...node.childNodes].reverse())
    else if ('value' in node) text += node.value
  return text.replaceAll(/\s+/g, ' ').trim()
}
const image = (element: Element | undefined): Card => ({
  src: attribute(element, 'src'),
  alt: attribute(element, 'alt'),
  title: attribute(element, 'title'),
  href: isElement(element?.parentNode as Node) ? attribute(element?.parentNode as Element, 'href') : undefined,
})
const caption = (element: Element) => inner(withTag(element, 'figcaption'))
const buttonOf = (element: Element, name: string) => {
  const found = withClass(element, name)
  return { address: attribute(found, 'href'), text: words(found) }
}

/** The values of the cards of a text in HTML, by the names that its JSON has for them. */
const readings: Record<string, (card: Element) => Card> = {
  image: (card) => ({ ...image(withTag(card, 'img')), caption: caption(card) }),
  gallery: (card) => ({
    images: below(card)
      .filter(({ tagName }) => tagName === 'img')
      .map(image)
      .toArray(),
    caption: caption(card),
  }),
  bookmark: (card) => ({
    url: attribute(withTag(card, 'a'), 'href'),
    title: words(withClass(card, 'kg-bookmark-title')),
    description: words(withClass(card, 'kg-bookmark-description')),
    author: words(withClass(card, 'kg-bookmark-author')),
    publisher: words(withClass(card, 'kg-bookmark-publisher')),
    thumbnail: attribute(withTag(card, 'img'), 'src'),
    caption: caption(card),
  }),
  callout: (card) => ({
    calloutEmoji: words(withClass(card, 'kg-callout-emoji')),
    calloutText: inner(withClass(card, 'kg-callout-text')),
  }),
  toggle: (card) => ({
    heading: inner(withClass(card, 'kg-toggle-heading-text')),
    content: inner(withClass(card, 'kg-toggle-content')),
  }),
  embed: (card) => ({
    html: card.childNodes
      .filter((node) => !isElement(node) || node.tagName !== 'figcaption')
      .map(outer)
      .join(''),
    caption: caption(card),
  }),
  video: (card) => ({ src: attribute(withTag(card, 'video', 'source'), 'src'), caption: caption(card) }),
  audio: (card) => ({
    src: attribute(withTag(card, 'audio', 'source'), 'src'),
    title: words(withClass(card, 'kg-audio-title')),
  }),
  file: (card) => ({
    src: attribute(withTag(card, 'a'), 'href'),
    fileTitle: words(withClass(card, 'kg-file-card-title')),
    fileCaption: words(withClass(card, 'kg-file-card-caption')),
    fileName: words(withClass(card, 'kg-file-card-filename')),
    fileSize: words(withClass(card, 'kg-file-card-filesize')),
  }),
  button: (card) => ({
    buttonUrl: attribute(withTag(card, 'a'), 'href'),
    buttonText: words(withTag(card, 'a')),
    alignment: classes(card).includes('kg-align-center') ? 'center' : 'left',
  }),
  header: (card) => {
    const { address, text } = buttonOf(card, 'kg-header-card-button')
    return {
      header: inner(withClass(card, 'kg-header-card-heading', 'kg-header-card-header')),
      subheader: inner(withClass(card, 'kg-header-card-subheading', 'kg-header-card-subheader')),
      backgroundImageSrc: attribute(withTag(card, 'img'), 'src') ?? attribute(card, 'data-kg-background-image'),
      buttonUrl: address,
      buttonText: text,
    }
  },
  cta: (card) => {
    const { address, text } = buttonOf(card, 'kg-cta-button')
    const holder = withClass(card, 'kg-cta-image-container')
    const picture = image(holder && withTag(holder, 'img'))
    return {
      sponsorLabel: inner(withClass(card, 'kg-cta-sponsor-label')),
      imageUrl: picture['src'],
      imageLink: picture['href'],
      textValue: inner(withClass(card, 'kg-cta-text')),
      buttonUrl: address,
      buttonText: text,
    }
  },
  product: (card) => {
    const { address, text } = buttonOf(card, 'kg-product-card-button')
    return {
      productImageSrc: attribute(withClass(card, 'kg-product-card-image'), 'src'),
      productTitle: inner(withClass(card, 'kg-product-card-title')),
      productRatingEnabled: withClass(card, 'kg-product-card-rating') !== undefined,
      productStarRating: below(card)
        .filter((one) => classes(one).includes('kg-product-card-rating-active'))
        .toArray().length,
      productDescription: inner(withClass(card, 'kg-product-card-description')),
      productUrl: address,
      productButton: text,
    }
  },
  signup: (card) => ({ header: words(withClass(card, 'kg-signup-card-heading')) }),
  code: (card) => ({ html: outer(withTag(card, 'pre')), caption: caption(card) }),
  transistor: () => ({}),
  'before-after': (card) => {
    const [afterImage, beforeImage] = below(card)
      .filter(({ tagName }) => tagName === 'img')
      .map(image)
    return { beforeImage, afterImage, caption: caption(card) }
  },
  nft: (card) => ({
    href: attribute(withTag(card, 'a'), 'href'),
    src: attribute(withTag(card, 'img'), 'src'),
    title: words(withClass(card, 'kg-nft-title')),
    creator: words(withClass(card, 'kg-nft-creator')),
    description: words(withClass(card, 'kg-nft-description')),
  }),
}
/** The names of cards that differ in HTML. */
const names: Record<string, string> = { cta: 'call-to-action', code: 'code-figure' }
/** Cards of which nothing stays. */
const silent = new Set(['signup', 'transistor'])

const outer = (node: Node | undefined) => (node ? serializeOuter(node) : '')

function withoutCards(text: string, note: Say): string {
  const root = parseFragment(text)
  const open: Parent[] = [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    parent.childNodes = visible(parent.childNodes, note).flatMap((node) => {
      const drawn = isElement(node) ? cardHtml(node, note) : undefined
      if (drawn !== undefined) return parseFragment(drawn).childNodes
      if (isElement(node)) open.push(node)
      return [node]
    })
  }
  return serialize(root)
}

/** @returns undefined for an element that is no card, or one whose words stay */
function cardHtml(element: Element, note: Say): string | undefined {
  const found = classes(element).flatMap((one) => /^kg-(.+)-card$/.exec(one)?.[1] ?? [])
  // A card that began as another kind has both names: `kg-embed-card kg-nft-card`.
  const name = found.findLast((one) => Object.hasOwn(readings, one))
  if (name === undefined) {
    if (found[0] !== undefined) unknownCard(found[0], note)
    return undefined
  }
  const card = readings[name]?.(element) ?? {}
  if (isEmpty(card) && !silent.has(name)) return undefined
  const known = lookup(names, name) ?? name
  const html = isCard(known) ? drawCard(known, card, note) : ''
  return html === '' && !silent.has(name) ? undefined : html
}

/** Whether nothing of a card was found where it should be, as in one that another program has made. */
const isEmpty = ({ alignment: _, ...card }: Card) =>
  Object.values(card).every((one) => !one || (Array.isArray(one) && one.length === 0))

/** Nodes without comments, and without the parts that these hide from the public. */
function visible(nodes: Node[], note: Say): Node[] {
  let hidden = false
  return nodes.filter((node) => {
    if (node.nodeName !== '#comment') return !hidden
    const words = 'data' in node ? node.data.trim() : ''
    if (words === 'members-only') drawCard('paywall', {}, note)
    if (words.startsWith('kg-gated-block:end')) hidden = false
    if (words.startsWith('kg-gated-block:begin')) hidden = /nonMember:\s*false/.test(words)
    if (hidden) note('card', 'members', membersOnly)
    return false
  })
}
