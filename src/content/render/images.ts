import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { closest, elementsNamed, isBlank, onlyChild, type Placed, replace } from '#content/markup/elements.ts'
import { leadsAway } from '#content/markup/sanitise-schema.ts'
import { type ImageFormat, type ImageRef, imageSrcSet, parseImageUrl } from '#contract/media.ts'
import { withTypography } from './typography.ts'

/** The width of a picture: wider than the text column of an article if the window has room (reading.css). */
const sizes = '(min-width: 1280px) 832px, (min-width: 720px) 680px, 100vw'

/**
 * Removes pictures without an address that pages can show: a paste or a program has left only their places. What then holds nothing goes too.
 * @returns how many
 */
export function removeMissing(tree: Root): number {
  const missing = elementsNamed(tree, 'img').filter(({ element }) => !element.properties.src)
  for (const placed of missing) {
    replace(placed)
    for (const [at, around] of placed.around.entries().toArray().toReversed()) {
      if (around.type !== 'element' || !/^(?:a|p|figure|picture|strong|em|span|div)$/.test(around.tagName)) break
      // A caption without its picture says nothing.
      const left = around.children.filter((child) => !isBlank(child) && !isCaption(child))
      if (left.length === 0) replace({ element: around, parent: placed.around[at - 1] ?? tree, around: [] })
    }
  }
  return missing.length
}

const isCaption = (node: ElementContent) => node.type === 'element' && node.tagName === 'figcaption'

/**
 * Pictures load lazily in a suitable size and format; a picture on its own becomes a figure with its title as caption. Pictures of other sites
 * become links with their captions, since loading them would reveal the visitors to those sites.
 */
export function finishImages(tree: Root, siteOrigin?: string) {
  const isAway = ({ properties }: Element) => leadsAway(String(properties.src), siteOrigin)
  const isShown = (image: Element) => !isAway(image) || hasCaption(image)
  for (const paragraph of elementsNamed(tree, 'p')) {
    const image = onlyImage(paragraph.element)
    if (image && isShown(image)) makeFigure(paragraph.element, image, isAway(image))
  }
  for (const paragraph of elementsNamed(tree, 'p')) {
    const images = imagesOfGallery(paragraph.element)
    if (images?.some(isShown)) makeGallery(paragraph.element, images, isAway)
  }
  for (const placed of elementsNamed(tree, 'img'))
    if (isAway(placed.element)) linkTo(placed)
    else finishImage(placed)
}

const wordsOf = ({ properties }: Element, name: 'alt' | 'title') => String(properties[name] ?? '').trim()

/** Whether a title says more than the description, which is the text of a link. */
function hasCaption(image: Element): boolean {
  const [alt, title] = [wordsOf(image, 'alt'), wordsOf(image, 'title')]
  return alt !== '' && title !== '' && title !== alt
}

/** Inside a link, only the text replaces the picture. */
function linkTo(placed: Placed) {
  const { element } = placed
  const { src } = element.properties
  const value = wordsOf(element, 'alt') || wordsOf(element, 'title') || String(src)
  const text = { type: 'text', value } as const
  const caption = hasCaption(element) ? [` (${withTypography(wordsOf(element, 'title'))})`] : []
  const after = caption.map((value) => ({ type: 'text', value }) as const)
  replace(placed, closest(placed, 'a') ? text : h('a', { href: src }, value), ...after)
}

function onlyImage(holder: Element): Element | null {
  const only = onlyChild(holder)
  if (only?.type !== 'element') return null
  if (only.tagName === 'a') return onlyImage(only)
  return only.tagName === 'img' ? only : null
}

/** The pictures of a paragraph that has two to four, and nothing else. */
function imagesOfGallery({ children }: Element): Element[] | undefined {
  const images = children.filter((child) => !isBlank(child))
  if (images.length < 2 || images.length > 4) return undefined
  return images.every((child) => child.type === 'element' && child.tagName === 'img')
    ? (images as Element[])
    : undefined
}

/** A gallery is a row of figures. */
function makeGallery(paragraph: Element, images: Element[], isAway: (image: Element) => boolean) {
  paragraph.tagName = 'div'
  paragraph.properties = { className: ['gallery'] }
  paragraph.children = images.map((image) => {
    const figure = h('figure', image)
    makeFigure(figure, image, isAway(image))
    return figure
  })
}

function makeFigure(holder: Element, image: Element, isAway: boolean) {
  holder.tagName = 'figure'
  const { title, className } = image.properties
  // A width is one of a picture, and a link has none.
  if (className && !isAway) holder.properties.className = className
  delete image.properties.className
  if (!title || (isAway && !hasCaption(image))) return
  delete image.properties.title
  holder.children.push(h('figcaption', withTypography(String(title))))
}

function finishImage(placed: Placed) {
  const { properties } = placed.element
  const src = String(properties.src ?? '')
  Object.assign(properties, { alt: properties.alt ?? '', loading: 'lazy', decoding: 'async' })
  const ref = parseImageUrl(src)
  if (!ref) return
  Object.assign(properties, { srcSet: imageSrcSet(ref, 'webp'), sizes, width: ref.width, height: ref.height })
  replace(placed, h('picture', source(ref, 'avif'), placed.element))
}

const source = (ref: ImageRef, format: ImageFormat) =>
  h('source', { type: `image/${format}`, srcSet: imageSrcSet(ref, format), sizes })
