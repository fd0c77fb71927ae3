import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { isEmbedded, safeAddress } from '#content/markup/addresses.ts'
import { elementsNamed, inlineStyle, replace } from '#content/markup/elements.ts'

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

const isPixel = (image: Element) => {
  const style = inlineStyle(image)
  const sides = [image.properties.width ?? style.get('width'), image.properties.height ?? style.get('height')]
  return sides.every((side) => /^[01](?:px)?$/.test(String(side)))
}

/** Pages that load their pictures late name the address elsewhere meanwhile. */
const late = ['dataSrc', 'dataOriginal', 'dataLazySrc', 'dataOriginalSrc', 'dataCanonicalSrc'] as const

function addressOf({ properties }: Element): string {
  const [fromSet] = String([properties.srcSet].flat()[0] ?? '')
    .trim()
    .split(/\s+/)
  const named = [...late.map((name) => properties[name]), properties.src, fromSet].map((one) => String(one ?? ''))
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
