import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, closest, elementsNamed, isBlank, type Placed, replace, within } from '#content/markup/elements.ts'
import { isPixel, namedAddresses } from '#content/markup/foreign/pictures.ts'
import { isEmbedded } from '#content/markup/sanitise-schema.ts'
import type { Notes } from './notes.server.ts'

/** Leaves each picture once, with its best address, and without what only its old page needed. */
export function readPictures(tree: Root, notes: Notes) {
  for (const placed of elementsNamed(tree, 'picture')) readPicture(placed)
  for (const placed of elementsNamed(tree, 'img')) {
    const { element } = placed
    const sign = emojiOf(element)
    if (sign !== undefined) replace(placed, { type: 'text', value: sign })
    else if (isPixel(element)) replace(placed)
    else {
      const src = bestAddress(element)
      const { alt, title } = element.properties
      if (src === '') {
        notes.add('picture', String(alt ?? ''), `The picture${alt ? ` “${alt}”` : ''} has no address and is left out.`)
        replace(placed)
      } else element.properties = { src, alt: alt ?? '', ...(title && isInGallery(placed) && { title }) }
    }
  }
  for (const placed of elementsNamed(tree, 'noscript')) readNoscript(placed, tree)
}

/** A picture in several forms: the `img` counts, or the first form if it has no address. */
function readPicture(placed: Placed) {
  const holder = within(placed.element)
  const sources = elementsNamed(holder, 'source').map(({ element }) => element)
  const [image] = elementsNamed(holder, 'img').map(({ element }) => element)
  const chosen = image ?? h('img')
  if (bestAddress(chosen) === '' || isEmbedded(bestAddress(chosen)))
    chosen.properties.src =
      sources.map(bestAddress).find((address) => address !== '' && !isEmbedded(address)) ?? chosen.properties.src
  replace(placed, chosen)
}

/** Pages that load pictures late have them once more for browsers without scripts. */
function readNoscript(placed: Placed, tree: Root) {
  const shown = new Set(
    elementsNamed(tree, 'img')
      .filter((one) => !closest(one, 'noscript'))
      .map(({ element }) => withoutSize(bestAddress(element))),
  )
  const images = elementsNamed(within(placed.element), 'img')
  if (images.length > 0 && images.every(({ element }) => shown.has(withoutSize(bestAddress(element))))) replace(placed)
  else if (images.length > 0) replace(placed, ...placed.element.children)
  else replace(placed)
}

/** WordPress has each picture in several sizes: `-300x200`. */
const withoutSize = (address: string) => address.replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, '')

const onlyEmoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3\d#*])+$/u

/** The sign for which a page shows a small picture; undefined for other pictures. */
function emojiOf({ properties }: Element): string | undefined {
  const alt = String(properties.alt ?? '').trim()
  const isNamed = /emoji|smiley|emoticon/i.test(`${classesOf({ properties }).join(' ')} ${properties.src ?? ''}`)
  return isNamed && alt !== '' && (onlyEmoji.test(alt) || alt.length <= 4 || /^:[\w+-]+:$/.test(alt)) ? alt : undefined
}

/** A paragraph of several pictures is a gallery: their titles are captions. Elsewhere a title only appears below the pointer. */
const isInGallery = (placed: Placed): boolean => {
  const paragraph = closest(placed, 'p')
  if (!paragraph) return false
  const inside = paragraph.children.filter((child) => !isBlank(child))
  return inside.length > 1 && inside.every(isPictureOrLink)
}

const isPictureOrLink = (node: ElementContent): boolean =>
  node.type === 'element' &&
  (node.tagName === 'img' ||
    (node.tagName === 'a' &&
      node.children.length > 0 &&
      node.children.every((child) => isBlank(child) || isPictureOrLink(child))))

const sets = ['srcSet', 'dataSrcSet', 'dataSrcset', 'dataLazySrcset', 'dataLazySrcSet'] as const

function bestAddress(image: Element): string {
  const largest = sets
    .flatMap((name) => candidatesOf(image.properties[name]))
    .sort((one, other) => other.size - one.size)
  const plain = namedAddresses(image)
  const named = plain.filter((one) => one !== '' && !isPlaceholder(one))
  const [best] = largest
  // A set is worth more only if it has a larger one: it may have the same as the address.
  return best && best.size > 1 && !isPlaceholder(best.address)
    ? best.address
    : (named[0] ??
        best?.address ??
        plain.find((one) => isEmbedded(one) && (one.length > emptyPicture || isShortened.test(one))) ??
        '')
}

/** See `embedded.ts`: the text has a name in the place of the picture. */
const isShortened = /^data:image\/embedded,\d+$/

/** Embedded pictures up to this length in letters have no content. */
const emptyPicture = 300

/** The first picture of a page that loads late is an empty one. */
const isPlaceholder = (address: string) =>
  isEmbedded(address) ||
  /^(?:about:|blob:|cid:|file:)/i.test(address) ||
  /\/(?:blank|placeholder|spacer|transparent|lazy|1x1)[\w-]*\.(?:gif|png|svg)$/i.test(address)

function candidatesOf(value: unknown): { address: string; size: number }[] {
  if (value === undefined || value === null) return []
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return [...text.matchAll(/(?:^|,)\s*([^\s,][^\s]*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?=,|$)/g)].map(
    ([, address = '', size]) => ({
      address,
      size: Number(size ?? 1),
    }),
  )
}
