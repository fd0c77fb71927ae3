import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { visitParents } from 'unist-util-visit-parents'
import {
  classesOf,
  closest,
  elementsNamed,
  isElement,
  onlyChild,
  type Placed,
  replace,
  within,
} from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { videoIn } from '#contract/videos.ts'
import type { TextFacts } from '../../ground/source.ts'
import type { Say } from '../text/notes.server.ts'
import { isGallery, readCaption, readGallery, wholePictures } from './pictures.server.ts'

/** Brings the HTML that WordPress writes for its blocks into the forms that texts of ours have. It changes the tree. */
export function toForms(tree: Root, facts: TextFacts, say: Say) {
  const holding = (name: string) => elementsNamed(tree).filter(({ element }) => classesOf(element).includes(name))
  removeUnseen(tree)
  wholePictures(tree, facts)
  for (const placed of elementsNamed(tree, 'div'))
    if (classesOf(placed.element).includes('wp-caption')) readCaption(placed)
  for (const placed of elementsNamed(tree)) if (isGallery(placed)) readGallery(placed)
  for (const placed of holding('wp-block-embed')) readEmbed(placed)
  for (const placed of holding('wp-block-file')) readFile(placed)
  for (const placed of holding('wp-block-button')) placed.element.tagName = 'p'
  for (const placed of holding('wp-block-pullquote')) readPullquote(placed)
  for (const placed of holding('wp-block-verse'))
    placed.element.tagName = placed.element.tagName === 'pre' ? readVerse(placed) : placed.element.tagName
  for (const placed of holding('wp-block-accordion-item')) readAccordion(placed)
  for (const placed of elementsNamed(tree, 'cite'))
    if (placed.parent.type === 'element' && placed.parent.tagName === 'blockquote')
      replace(placed, h('p', placed.element))
  for (const placed of elementsNamed(tree, 'p')) readAddress(placed, say)
}

const frames = new Set('dl dt dd ul ol li figure figcaption blockquote p div cite span br'.split(' '))

/** Comments, distances between blocks, and elements that hold nothing but a space. */
function removeUnseen(tree: Root) {
  visitParents(tree, (node) => {
    if ('children' in node) node.children = (node.children as ElementContent[]).filter(({ type }) => type !== 'comment')
  })
  for (const placed of elementsNamed(
    tree,
    'div',
    'p',
    'dl',
    'ul',
    'ol',
    'figure',
    'em',
    'strong',
    'b',
    'i',
    'u',
    'span',
  ).reverse()) {
    const { element } = placed
    const isBlank = /^[\s\u00a0]*$/.test(textOf(element)) && element.children.every(({ type }) => type === 'text')
    if (classesOf(element).includes('wp-block-spacer')) replace(placed)
    else if (/^(?:dl|ul|ol|figure)$/.test(element.tagName)) {
      if (textOf(element) === '' && elementsNamed(within(element)).every(({ element: one }) => frames.has(one.tagName)))
        replace(placed)
    } else if (isBlank && element.tagName !== 'div' && !element.properties.id)
      replace(placed, ...(element.tagName === 'p' ? [] : element.children))
  }
}

/** An embed has its address as its text. Programs that load it later have more around it. */
function readEmbed(placed: Placed) {
  const { element } = placed
  const captions = elementsNamed(within(element), 'figcaption')
  const address = element.children
    .filter((child) => !captions.some((one) => one.element === child))
    .map((child) => textOf(child as Element))
    .join(' ')
    .trim()
  if (!/^https?:\/\/\S+$/.test(address)) return
  replace(placed, h('p', address), ...captions.map((caption) => h('p', caption.element.children)))
}

/** A file is its link; the button next to it says nothing more. */
function readFile(placed: Placed) {
  const links = elementsNamed(within(placed.element), 'a').map(({ element }) => element)
  const [named] = links.filter((link) => textOf(link) && !classesOf(link).includes('wp-block-file__button'))
  const link = named ?? links.find((one) => textOf(one))
  if (link) replace(placed, h('p', h('a', { href: link.properties.href }, link.children)))
}

function readPullquote(placed: Placed) {
  const { element } = placed
  const quote = onlyChild(element)
  if (element.tagName === 'figure' && isElement(quote) && quote.tagName === 'blockquote') replace(placed, quote)
}

/** The lines of a poem are lines of a paragraph. */
function readVerse({ element }: Placed): 'p' {
  const split = (nodes: ElementContent[]): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (isElement(node)) return [Object.assign(node, { children: split(node.children) })]
      if (node.type !== 'text') return [node]
      return node.value
        .split('\n')
        .flatMap((line, place) => [...(place > 0 ? [h('br')] : []), { type: 'text', value: line } as const])
    })
  element.children = split(element.children)
  return 'p'
}

/** The heading of a folded part is a button with an icon. */
function readAccordion({ element }: Placed) {
  for (const placed of elementsNamed(within(element), 'button', 'span')) {
    const names = classesOf(placed.element)
    if (names.some((name) => /^(?:wp-block-accordion-heading|accordion-item)__toggle-icon$/.test(name))) replace(placed)
    else if (names.some((name) => /^(?:wp-block-accordion-heading|accordion-item)__toggle/.test(name)))
      placed.element.tagName = 'span'
  }
}

/** Sites whose addresses WordPress replaces by what they show. */
const embedded =
  /^(?:[\w-]+\.)*(?:twitter|x|instagram|facebook|tiktok|soundcloud|spotify|dailymotion|dai|flickr|flic|giphy|imgur|issuu|kickstarter|mixcloud|pinterest|pin|reddit|reverbnation|scribd|slideshare|smugmug|speakerdeck|ted|tumblr|videopress|wordpress|animoto|cloudup|crowdsignal|wolframcloud|bsky|screencast|amazon|hulu|vine|polldaddy|wistia|loom|codepen|google|canva|pca|anghami|bandcamp)\.(?:com|co|net|org|it|tv|ly|st|app|social|in|fm|be)$/i

/** An address alone in a paragraph: a video stays one, another is a link. */
function readAddress(placed: Placed, say: Say) {
  const { element } = placed
  const only = onlyChild(element)
  const address = only?.type === 'text' ? only.value.trim() : ''
  if (!/^https?:\/\/[^\s<>]+$/.test(address) || closest(placed, 'li', 'td')) return
  element.properties = {}
  const video = videoIn(address)
  element.children = video ? [{ type: 'text', value: address }] : [h('a', { href: address }, address)]
  const host = URL.parse(address)?.hostname ?? ''
  if (!video && embedded.test(host)) {
    const site = host.replace(/^www\./, '')
    say('embed', site, `An embedded post of ${site} becomes a link.`)
  }
}
