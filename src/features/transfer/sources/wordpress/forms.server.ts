import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { visitParents } from 'unist-util-visit-parents'
import { classesOf, closest, elementsNamed, onlyChild, type Placed, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { videoIn } from '#contract/videos.ts'
import type { TextFacts } from '../../ground/source.ts'
import type { Say } from './known-shortcodes.server.ts'

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
  for (const placed of elementsNamed(tree, 'pre')) readCode(placed.element)
  for (const placed of elementsNamed(tree, 'cite'))
    if (placed.parent.type === 'element' && placed.parent.tagName === 'blockquote')
      replace(placed, h('p', placed.element))
  for (const placed of elementsNamed(tree, 'p')) readAddress(placed, say)
}

const isElement = (node: { type: string } | undefined): node is Element => node?.type === 'element'
const within = (element: Element): Root => ({ type: 'root', children: [element] })

/** Comments, distances between blocks, and elements that hold nothing but a space. */
function removeUnseen(tree: Root) {
  visitParents(tree, (node) => {
    if ('children' in node) node.children = (node.children as ElementContent[]).filter(({ type }) => type !== 'comment')
  })
  for (const placed of elementsNamed(tree, 'div', 'p', 'em', 'strong', 'b', 'i', 'u', 'span').reverse()) {
    const { element } = placed
    const isBlank = /^[\s\u00a0]*$/.test(textOf(element)) && element.children.every(({ type }) => type === 'text')
    if (classesOf(element).includes('wp-block-spacer')) replace(placed)
    else if (isBlank && element.tagName !== 'div' && !element.properties.id)
      replace(placed, ...(element.tagName === 'p' ? [] : element.children))
  }
}

/** Texts name smaller versions of pictures. The class says which picture it is. */
function wholePictures(tree: Root, { files = {} }: TextFacts) {
  for (const { element, around } of elementsNamed(tree, 'img')) {
    const holder = around.findLast(
      (node): node is Element => isElement(node) && node.properties['dataId'] !== undefined,
    )
    const id =
      classesOf(element)
        .map((name) => /^wp-image-(\d+)$/.exec(name)?.[1])
        .find(Boolean) ?? String(element.properties['dataId'] ?? holder?.properties['dataId'] ?? '')
    const file = files[id]
    if (!file) continue
    // A class may be left over from another picture.
    if (sameFile(String(element.properties.src ?? ''), file.address)) {
      element.properties.src = file.address
      for (const name of ['srcSet', 'sizes', 'dataSrc', 'dataSrcSet']) delete element.properties[name]
    }
    if (!element.properties.alt && file.alt) element.properties.alt = file.alt
  }
}

function sameFile(address: string, whole: string): boolean {
  const name = (text: string) =>
    text
      .replace(/[?#].*$/, '')
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
      .replace(/-\d{1,5}x\d{1,5}$/, '')
      .replace(/-(?:scaled|rotated|e\d{10,})$/, '')
      .toLowerCase()
  return address === '' || name(address) === name(whole)
}

/** Older pages have captions as `div.wp-caption`. */
function readCaption({ element }: Placed) {
  element.tagName = 'figure'
  for (const { element: part } of elementsNamed(within(element), 'p', 'div'))
    if (classesOf(part).includes('wp-caption-text')) part.tagName = 'figcaption'
}

const galleries =
  /^(?:wp-block-gallery|gallery|blocks-gallery-grid|wp-block-jetpack-tiled-gallery|wp-block-jetpack-slideshow|tiled-gallery|wp-block-coblocks-gallery-\w+|wp-block-kadence-advancedgallery)$/

function isGallery({ element, around }: Placed): boolean {
  const named = (one: Element) => classesOf(one).some((name) => galleries.test(name))
  return named(element) && !around.some((node) => isElement(node) && named(node))
}

/** A gallery: one paragraph of its pictures. One whose captions say more than words is a row of pictures with captions. */
function readGallery(placed: Placed) {
  const { element } = placed
  const images = elementsNamed(within(element), 'img')
  if (images.length === 0) return
  const captions = images.map((image) => captionOf(image, element))
  const own = elementsNamed(within(element), 'figcaption', 'p')
    .map((one) => one.element)
    .filter(
      (one) => !captions.includes(one) && /caption/.test(`${one.tagName} ${classesOf(one).join(' ')}`) && textOf(one),
    )
  const shown = [...captions.flatMap((caption) => caption ?? []), ...own].map(textOf).join(' ')
  if (shown.replace(/\s/g, '').length < textOf(element).replace(/\s/g, '').length) return
  const linked = images.map(({ element: image, around }) => {
    const link = around.findLast((node): node is Element => isElement(node) && node.tagName === 'a')
    return link && !isOfPicture(link, image) ? h('a', { href: link.properties.href }, image) : image
  })
  const end = own.map((caption) => h('p', caption.children))
  const rich = captions.some((caption) => caption && elementsNamed(caption, 'a').length > 0)
  if (rich || images.length === 1) {
    const figures = linked.map((image, place) =>
      h('figure', image, captions[place] ? h('figcaption', captions[place].children) : null),
    )
    return replace(placed, ...figures, ...end)
  }
  for (const [place, { element: image }] of images.entries()) {
    const caption = captions[place]
    if (caption && textOf(caption)) image.properties.title = textOf(caption)
  }
  replace(placed, h('p', linked), ...end)
}

/** A link to the picture itself, or to the page that WordPress has for it. */
function isOfPicture(link: Element, image: Element): boolean {
  const href = String(link.properties.href ?? '')
  return (
    href === '' ||
    sameFile(href, String(image.properties.src ?? '')) ||
    [image.properties['dataFullUrl'], image.properties['dataLink'], image.properties['dataOrigFile']].includes(href)
  )
}

/** The caption of a picture of a gallery: in its own figure, item or list. */
function captionOf({ around }: Placed, gallery: Element): Element | undefined {
  for (const node of around.toReversed()) {
    if (!isElement(node) || node === gallery) return undefined
    if (elementsNamed(within(node), 'img').length > 1) return undefined
    const caption = elementsNamed(within(node)).find(
      ({ element }) =>
        element.tagName === 'figcaption' ||
        classesOf(element).some((name) => /^(?:wp-caption-text|gallery-caption)$/.test(name)),
    )
    if (caption) return caption.element
  }
  return undefined
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

function readAccordion(placed: Placed) {
  const { element } = placed
  const [heading] = elementsNamed(within(element)).filter(({ element: one }) =>
    classesOf(one).some((name) => /^(?:wp-block-accordion-heading|accordion-item__heading)$/.test(name)),
  )
  if (!heading) return
  const words = elementsNamed(within(heading.element)).find(({ element: one }) =>
    classesOf(one).some((name) => /__toggle-title$|__title$/.test(name)),
  )
  replace(heading)
  replace(placed, h('details', h('summary', textOf(words?.element ?? heading.element)), element.children))
}

/** Plugins that colour code name its language in their own ways. */
function readCode(pre: Element) {
  const [code] = elementsNamed(within(pre), 'code').map(({ element }) => element)
  const said = [pre, ...(code ? [code] : [])].flatMap(({ properties }) => [
    properties['lang'],
    properties['dataEnlighterLanguage'],
    properties['dataLanguage'],
    properties['dataLang'],
    ...classesOf({ properties }).map((name) => /^(?:language|lang|brush)[-:]\s*([\w+#-]+);?$/.exec(name)?.[1]),
    /\bbrush:\s*([\w+#-]+)/.exec(classesOf({ properties }).join(' '))?.[1],
  ])
  const language = said
    .map((one) => String(one ?? '').toLowerCase())
    .find((one) => /^[\w+#-]{1,30}$/.test(one) && !['generic', 'plain', 'none', 'raw', 'text'].includes(one))
  const isCode =
    code !== undefined ||
    language !== undefined ||
    classesOf(pre).some((name) => /code|brush|Enlighter|crayon|prettyprint/i.test(name))
  if (!isCode) return
  const inner = code ?? h('code', pre.children)
  if (!code) pre.children = [inner]
  if (language) inner.properties.className = [`language-${language}`]
  else delete inner.properties.className
  delete inner.properties['lang']
  delete pre.properties['lang']
  delete pre.properties.className
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
