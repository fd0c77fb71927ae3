import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { closest, elementsNamed, type Placed, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'

/**
 * Writes the footnotes of a document as `[1]` in the text and `[1]` before the note, since the visual view has none. Programs name them in
 * many ways, but a note and its mark always link to each other.
 */
export function readFootnotes(tree: Root) {
  const links = elementsNamed(tree, 'a').map((placed) => ({ placed, to: placeIn(placed), names: namesAround(placed) }))
  for (const [at, mark] of links.entries()) {
    const note = links.slice(at + 1).find(({ to, names }) => names.has(mark.to) && mark.names.has(to))
    // Headings link back to the table of contents.
    if (!note || closest(note.placed, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')) continue
    const label = `[${textOf(mark.placed.element).replaceAll(/[[\]()\s]/g, '')}]`
    const text: ElementContent = { type: 'text', value: label }
    replace(mark.placed, closest(mark.placed, 'sup') ? text : h('sup', label))
    writeLabel(note.placed, label)
  }
}

/** The place on its page to which a link leads; a space, which no place is named, for any other link. */
const placeIn = ({ element }: Placed) => /#(.+)$/.exec(String(element.properties.href ?? ''))?.[1] ?? ' '

function namesAround({ element, around }: Placed): Set<string> {
  const all = [element, ...around.filter((node): node is Element => node.type === 'element')]
  return new Set(all.flatMap(({ properties: { id, name } }) => [id, name].flatMap((one) => (one ? String(one) : []))))
}

/** A link at the beginning of a note becomes its label. One at its end, an arrow, goes; then the note is a point of a list, or gets the label. */
function writeLabel(back: Placed, label: string) {
  if (/[\p{L}\p{N}*†‡]/u.test(textOf(back.element))) return replace(back, { type: 'text', value: `${label} ` })
  replace(back)
  if (closest(back, 'li')) return
  closest(back, 'p', 'div')?.children.unshift({ type: 'text', value: `${label} ` })
}
