import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, elementsNamed, isBlank, replace } from '#content/markup/elements.ts'
import { isPixel, namedAddresses } from '#content/markup/foreign/pictures.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { isEmbedded, safeAddress } from '#content/markup/sanitise-schema.ts'
import { videoOf } from '#content/markup/videos.ts'
import { videoIn } from '#contract/videos.ts'

/**
 * Leaves each picture of a pasted text with an address that can be copied, or with an empty one, which marks its place. Pictures of one pixel
 * count readers, and are removed.
 */
export function readPictures(tree: Root) {
  markDrawings(tree)
  for (const placed of elementsNamed(tree, 'img')) {
    const { element } = placed
    const sign = emojiOf(element)
    if (isPixel(element)) replace(placed)
    else if (sign !== undefined) replace(placed, { type: 'text', value: sign })
    else element.properties.src = addressOf(element)
  }
}

/** Word has some pictures only in a comment for itself. */
function markDrawings(tree: Root) {
  for (const holder of [tree, ...elementsNamed(tree).map(({ element }) => element)])
    if (!holder.children.some((child) => child.type === 'element' && child.tagName === 'img'))
      holder.children = holder.children.map((child) =>
        child.type === 'comment' && /<v:imagedata\b/.test(child.value) ? place(child.value) : child,
      ) as never
}

const place = (drawing: string) => h('img', { src: '', alt: /<v:shape\b[^>]*\balt="([^"]*)"/.exec(drawing)?.[1] ?? '' })

const onlyEmoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3])+$/u

/** The sign for which a page shows a small picture: `🎉`, or `:tada:` where it has no other name; undefined for other pictures. */
function emojiOf({ properties }: Element): string | undefined {
  const alt = String(properties.alt ?? '')
  const named = [properties.className, properties['itemType'], ...Object.keys(properties)]
    .flat()
    .some((one) => /emoji|emoticon/i.test(String(one)))
  return onlyEmoji.test(alt) || (named && alt !== '') || /^:[\w+-]+:$/.test(alt) ? alt : undefined
}

function addressOf(image: Element): string {
  const [fromSet] = String([image.properties.srcSet].flat()[0] ?? '')
    .trim()
    .split(/\s+/)
  const named = [...namedAddresses(image), fromSet ?? '']
  const addresses = named.map((one) => (isEmbedded(one) ? one : safeAddress(one, 'file')))
  // The first picture of a page that loads late is often an embedded one without any content.
  return (
    addresses.find((one) => one && isWhole(one) && !isEmbedded(one)) ??
    addresses.find((one) => one && isWhole(one)) ??
    ''
  )
}

/** Whether an address needs no page to which it belongs, which a clipboard does not have. */
export const isWhole = (address: string) => /^(?:https?:|\/media\/)/.test(address) || isEmbedded(address)

/** Leaves something a person can see in place of players, drawings and formulas, which a text cannot have as they are. */
export function readOthers(tree: Root) {
  for (const placed of elementsNamed(tree, 'iframe', 'embed', 'video', 'audio')) {
    const address = safeAddress(sourceOf(placed.element), 'file') ?? ''
    if (!/^https?:/.test(address)) replace(placed)
    else replace(placed, h('p', h('a', { href: address }, videoIn(address)?.page ?? address)))
  }
  for (const placed of elementsNamed(tree, 'svg')) {
    const { ariaLabel } = placed.element.properties
    const title = elementsNamed({ type: 'root', children: [placed.element] }, 'title')[0]
    // A drawing has words, unlike the icons of a page.
    if (textOf(withoutTitles(placed.element)) !== '')
      replace(placed, h('img', { src: '', alt: String(ariaLabel ?? (title ? textOf(title.element) : '')) }))
  }
  for (const placed of elementsNamed(tree, 'annotation')) {
    if (!/tex/.test(String(placed.element.properties['encoding']))) continue
    const around = placed.around.filter((node): node is Element => node.type === 'element')
    const formula = around.find((one) => one.tagName === 'math' || classesOf(one).some((name) => /^katex/.test(name)))
    const parent = placed.around[placed.around.indexOf(formula as Element) - 1]
    // A page that has the formula as a picture keeps that.
    const hasPicture = around.some((one) => classesOf(one).includes('mwe-math-element'))
    if (formula && parent && !hasPicture)
      replace({ element: formula, parent, around: [] }, h('code', textOf(placed.element)))
  }
}

/** The editor's own form of videos, which a text has as a line with an address. */
export function writeVideos(tree: Root) {
  for (const placed of elementsNamed(tree, 'p')) {
    const found = videoOf(placed.element)
    if (found) replace(placed, h('div', { dataVideoAddress: found.address }, found.address))
  }
}

function sourceOf(player: Element): string {
  const [source] = elementsNamed({ type: 'root', children: [player] }, 'source')
  const { src, dataSrc } = player.properties
  return String(src || dataSrc || source?.element.properties.src || '')
}

const withoutTitles = (drawing: Element): Element => ({
  ...drawing,
  children: drawing.children.filter(
    (child) => !isBlank(child) && !(child.type === 'element' && /^(?:title|desc|style|defs)$/.test(child.tagName)),
  ),
})
