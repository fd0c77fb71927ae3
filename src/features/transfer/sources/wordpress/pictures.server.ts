import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import {
  classesOf,
  elementsNamed,
  isElement,
  onlyChild,
  type Placed,
  replace,
  within,
} from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import type { TextFacts } from '../../ground/source.ts'

/** Texts name smaller versions of pictures. The class says which picture it is. */
export function wholePictures(tree: Root, { files = {} }: TextFacts) {
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
  // The page that WordPress has for a picture shows no more than the picture.
  for (const { element } of elementsNamed(tree, 'a')) {
    const image = onlyChild(element)
    const rel = String(element.properties.rel ?? '')
    if (!isElement(image) || image.tagName !== 'img' || !image.properties.src) continue
    if (/\battachment\b/.test(rel) || /[?&]attachment_id=\d/.test(String(element.properties.href)))
      element.properties.href = image.properties.src as string
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
export function readCaption({ element }: Placed) {
  element.tagName = 'figure'
  for (const { element: part } of elementsNamed(within(element), 'p', 'div'))
    if (classesOf(part).includes('wp-caption-text')) part.tagName = 'figcaption'
}

const galleries =
  /^(?:wp-block-gallery|gallery|blocks-gallery-grid|wp-block-jetpack-tiled-gallery|wp-block-jetpack-slideshow|tiled-gallery|wp-block-coblocks-gallery-\w+|wp-block-kadence-advancedgallery)$/

export function isGallery({ element, around }: Placed): boolean {
  const named = (one: Element) => classesOf(one).some((name) => galleries.test(name))
  return named(element) && !around.some((node) => isElement(node) && named(node))
}

/** A gallery: one paragraph of its pictures. One whose captions say more than words is a row of pictures with captions. */
export function readGallery(placed: Placed) {
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
