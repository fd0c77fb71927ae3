import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { safeAddress } from '#content/markup/addresses.ts'
import { classesOf, elementsNamed, isBlank, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { videoIn, videoOf } from '#content/markup/videos.ts'

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
