import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { closest, elementsNamed, type Placed, replace } from '#content/markup/elements.ts'
import { placeName, textOf } from '#content/markup/plain-text.ts'
import { idPrefix } from '#content/markup/sanitise-schema.ts'
import type { Heading } from '#contract/fields.ts'

const names = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Gives each heading an id from its text as typed, so that typography does not change its address. */
export function nameHeadings(tree: Root) {
  for (const { element } of elementsNamed(tree, ...names)) {
    const text = textOf(element)
    if (text !== '') element.properties.id ??= idPrefix + placeName(text)
  }
}

/**
 * Sets the levels of headings, gives each a unique id and a link to itself, and lists those of levels 2 and 3.
 * They begin below the page's title, which stays the only heading of level 1, and skip no level.
 * @param offset how many further levels to lower them by
 */
export function finishHeadings(tree: Root, offset: number): Heading[] {
  const placed = elementsNamed(tree, ...names).filter(isOfTheText)
  const above: number[] = []
  for (const { element } of placed) {
    const level = levelOf(element)
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    element.tagName = `h${Math.min(6, above.length + 1 + offset)}`
  }
  for (const { element } of placed) element.properties.id ??= idPrefix + placeName(textOf(element))
  makeIdsUnique(tree)
  return placed.flatMap((heading) => {
    const { element } = heading
    const text = textOf(element)
    if (text === '') return []
    const id = String(element.properties.id)
    // A link cannot contain another one, and a click on a summary opens it.
    if (!closest(heading, 'a', 'summary')) addAnchor(heading, id, text)
    const depth = levelOf(element)
    return depth <= 3 ? [{ id, text, depth }] : []
  })
}

/** Excludes empty headings, which are removed, and the label of the footnotes, which is for screen readers only. */
function isOfTheText(placed: Placed): boolean {
  const { element, parent } = placed
  if (
    element.properties.id === `${idPrefix}footnote-label` &&
    'properties' in parent &&
    'dataFootnotes' in parent.properties
  ) {
    element.properties.className = ['sr-only']
    return false
  }
  const empty = textOf(element) === '' && elementsNamed(element, 'img').length === 0
  if (empty) replace(placed)
  return !empty
}

const levelOf = ({ tagName }: Element) => Number(tagName.slice(1))

/** The first element with an id keeps it. Later headings with it get another one, other elements lose it. */
function makeIdsUnique(tree: Root) {
  const owners = elementsNamed(tree).flatMap(({ element }) => (element.properties.id === undefined ? [] : element))
  const [headings, others] = [owners.filter(isHeading), owners.filter((element) => !isHeading(element))]
  const used = new Set<string>()
  for (const { properties } of others) {
    const id = String(properties.id)
    if (used.has(id)) delete properties.id
    used.add(id)
  }
  const counts = new Map<string, number>()
  for (const { properties } of headings) {
    const wanted = String(properties.id)
    let id = wanted
    let count = counts.get(wanted) ?? 1
    while (used.has(id)) id = `${wanted}-${++count}`
    counts.set(wanted, count)
    used.add(id)
    properties.id = id
  }
}

const isHeading = ({ tagName }: Element) => names.includes(tagName)

/** The link is outside the heading, so it is not part of the heading's accessible name. */
function addAnchor(heading: Placed, id: string, text: string) {
  const anchor = h('a.anchor', { href: `#${id}`, ariaLabel: `Link to this section: ${text}` })
  replace(heading, h('div.heading', heading.element, anchor))
}
