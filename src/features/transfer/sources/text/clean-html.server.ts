import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { alignClass, alignments } from '#content/markup/classes.contract.ts'
import {
  classesOf,
  closest,
  elementsNamed,
  inlineStyle,
  isBlank,
  isElement,
  type Placed,
  replace,
} from '#content/markup/elements.ts'
import { takeCode } from '#content/markup/foreign/code.ts'
import { readLists } from '#content/markup/foreign/lists.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { blockNames, inlineNames, strippedNames } from '#content/markup/sanitise-schema.ts'
import { isBlock } from '#content/markup/to-markdown-line.ts'
import { directionOf } from '#contract/direction.ts'
import { readEmbeds } from './embeds.server.ts'
import type { Notes } from './notes.server.ts'
import { readPictures } from './pictures.server.ts'

/** Brings the HTML of any program into the elements and classes that our texts have. It changes the tree. */
export function cleanHtml(tree: Root, notes: Notes) {
  readEmbeds(tree, notes)
  readPictures(tree, notes)
  takeCode(tree, undefined, { keepWords: true })
  readLists(tree)
  const spoken = mainLanguages(tree)
  const hasTitle = elementsNamed(tree, 'h1').length > 0
  for (const placed of elementsNamed(tree)) {
    const { element } = placed
    nameUnknown(element, notes)
    if (sections.has(element.tagName)) element.tagName = 'div'
    // An empty place stays as an empty link alone.
    if (element.tagName === 'span' && element.properties.id && element.children.length === 0) element.tagName = 'a'
    readStyles(placed)
    cleanProperties(placed, spoken)
    // Broken markup has headings in headings: the inner ones count.
    if (
      isHeading(element) &&
      elementsNamed(element).some(({ element: inner }) => inner !== element && isHeading(inner))
    )
      element.tagName = 'div'
    // The title of the page is above all headings of its text.
    if (hasTitle && /^h[1-5]$/.test(element.tagName)) element.tagName = `h${Number(element.tagName[1]) + 1}`
  }
  sinkMarks(tree)
}

/** Blocks of pages. What is in them is apart from the words around, and links lead to them. */
const sections = new Set([
  'article',
  'aside',
  'main',
  'header',
  'footer',
  'nav',
  'hgroup',
  'address',
  'dialog',
  'search',
])
const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName)
const marks = new Set(inlineNames.filter((name) => !/^(?:br|img|input|wbr|code)$/.test(name)))

const usual = new Set([
  ...blockNames,
  ...inlineNames,
  ...strippedNames,
  ...'html head body meta link base source track param picture center font big tt strike acronym label form fieldset legend address article aside main header footer nav hgroup nobr area map menu dir optgroup output progress meter datalist dialog search slot image annotation semantics'.split(
    ' ',
  ),
])

/** Elements that HTML does not have are of a program. Those of word processors have a colon, and say nothing. */
function nameUnknown({ tagName, children }: Element, notes: Notes) {
  if (usual.has(tagName) || tagName.includes(':') || children.length === 0) return
  notes.add('markup', tagName, `The text of <${tagName}> stays; the element does not.`)
}

/** Programs use styles instead of elements, and wrap everything into a `<b>` that is not bold. */
function readStyles(placed: Placed) {
  const { element } = placed
  const { tagName } = element
  const style = inlineStyle(element)
  const weight = style.get('font-weight') ?? ''
  if (/^(?:b|strong)$/.test(tagName) && /^(?:normal|[1-4]00)$/.test(weight)) element.tagName = 'span'
  if (/^(?:i|em)$/.test(tagName) && style.get('font-style') === 'normal') element.tagName = 'span'
  if (/^(?:h[1-6]|th|pre|code|img|table|tr|tbody|thead|tfoot|ul|ol|dl)$/.test(tagName)) return
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const wraps = [
    /^(?:bold|bolder|[6-9]00)$/.test(weight) && !/^(?:b|strong)$/.test(tagName) && 'strong',
    /^(?:italic|oblique)/.test(style.get('font-style') ?? '') && !/^(?:i|em)$/.test(tagName) && 'em',
    line.includes('line-through') && !/^(?:s|del|strike)$/.test(tagName) && 's',
    line.includes('underline') && tagName !== 'a' && tagName !== 'u' && !closest(placed, 'a') && 'u',
    /^(?:span|font)$/.test(tagName) &&
      /^(?:sup|sub)(?:er)?$/.exec(style.get('vertical-align') ?? '')?.[0].replace('super', 'sup'),
  ]
  for (const name of wraps) if (name && element.children.length > 0) element.children = [h(name, element.children)]
}

const aligned = new Set('p h1 h2 h3 h4 h5 h6 div center td th'.split(' '))

function cleanProperties(placed: Placed, spoken: ReadonlySet<string>) {
  const { element } = placed
  const { tagName, properties } = element
  const style = inlineStyle(element)
  const named = classesOf(element).map((name) => /^has-text-align-(\w+)$/.exec(name)?.[1])
  const wanted = [style.get('text-align'), properties['align'], ...named].map((one) => String(one ?? '').toLowerCase())
  const alignment = wanted.map((one) => alignments.find((name) => name === one)).find((one) => one !== undefined)
  delete properties['align']
  // The style of a step of indent; other spaces are the look of the old page.
  const indent =
    tagName === 'p' || /^h[1-6]$/.test(tagName) ? (style.get('padding-left') ?? style.get('margin-left')) : undefined
  properties.style = indent !== undefined && /^\d+(?:px|r?em)$/.test(indent) ? `padding-left: ${indent}` : undefined
  if (
    alignment &&
    aligned.has(tagName) &&
    (alignment !== 'left' || closest(placed, 'div', 'center', 'td', 'th') !== undefined)
  ) {
    const isCell = tagName === 'td' || tagName === 'th'
    if (isCell) properties['align'] = alignment
    else if (alignment !== 'left') properties.className = [...classesOf(element), alignClass(alignment)]
  }
  if (tagName !== 'a' && tagName !== 'abbr' && tagName !== 'img') delete properties.title
  for (const name of ['dataIndent', 'dataType', 'dataChecked', 'cite', 'dateTime', 'hidden']) delete properties[name]
  if (tagName === 'time') element.tagName = 'span'
  readLanguage(placed, spoken)
}

/** A language is kept where it is not that of the text, and a direction where letters do not show it. */
function readLanguage({ element }: Placed, spoken: ReadonlySet<string>) {
  const { lang, xmlLang, dir } = element.properties as Record<string, unknown>
  const named = String(lang ?? xmlLang ?? '').toLowerCase()
  if (
    named === '' ||
    spoken.has(named.split('-')[0] ?? '') ||
    !/^(?:p|span|q|em|i|h[1-6]|blockquote)$/.test(element.tagName)
  )
    delete element.properties.lang
  if (dir !== undefined && dir !== 'rtl' && dir !== 'ltr') delete element.properties.dir
  else if (
    dir !== undefined &&
    ((directionOf(textOf(element)) ?? 'ltr') === dir || !/^(?:p|span|bdo|bdi|h[1-6])$/.test(element.tagName))
  )
    delete element.properties.dir
}

/** English, and the languages of most of the text. Word processors name the language of each part. */
function mainLanguages(tree: Root): Set<string> {
  const whole = textOf(tree).length
  const shares = new Map<string, number>()
  for (const { element, around } of elementsNamed(tree)) {
    const name = languageIn(element)
    if (name === '' || around.some((node) => node.type === 'element' && languageIn(node) === name)) continue
    shares.set(name, (shares.get(name) ?? 0) + textOf(element).length)
  }
  return new Set(['en', ...[...shares].flatMap(([name, length]) => (length * 2 > whole ? [name] : []))])
}

const languageIn = ({ properties }: Element) =>
  String(properties.lang ?? '')
    .toLowerCase()
    .split('-')[0] ?? ''

/** An inline element around blocks moves into each of them. A link stays one: it moves if only one block shows something. */
function sinkMarks(tree: Root) {
  for (const placed of elementsNamed(tree)) {
    const { element } = placed
    if (!marks.has(element.tagName) || !element.children.some(isBlock)) continue
    if (element.tagName !== 'a') replace(placed, ...sunk(element, element.children))
    else if (element.properties.href === undefined)
      replace(placed, h('a', { ...element.properties }), ...element.children)
    else sinkLink(placed)
  }
}

const sunk = (mark: Element, nodes: ElementContent[]): ElementContent[] =>
  nodes.map((node) => {
    if (isBlank(node)) return node
    if (!isElement(node) || !isBlock(node)) return { ...mark, properties: { ...mark.properties }, children: [node] }
    if (/^(?:pre|hr)$/.test(node.tagName)) return node
    return Object.assign(node, { children: sunk(mark, node.children) })
  })

function sinkLink(placed: Placed) {
  const { element } = placed
  const leaves = elementsNamed(element).filter(
    ({ element: one }) => isBlock(one) && one !== element && !one.children.some(isBlock) && shows(one),
  )
  const loose = looseIn(element)
  const [only] = leaves
  if (only && leaves.length === 1 && !loose && !/^(?:pre|hr|td|th)$/.test(only.element.tagName)) {
    only.element.children = [{ ...element, children: only.element.children }]
    return replace(placed, ...element.children)
  }
  // Lines of a card are one line of its link.
  const plain = elementsNamed(element).every(
    ({ element: one }) => one === element || !isBlock(one) || /^(?:p|div|figure|figcaption)$/.test(one.tagName),
  )
  if (plain) element.children = flattened(element.children)
}

/** Whether words are next to the blocks of an element. */
const looseIn = (element: Element): boolean =>
  element.children.some((child) =>
    isElement(child) && isBlock(child)
      ? child.children.some(isBlock) && looseIn(child)
      : !isBlank(child) && (child.type === 'text' || (isElement(child) && shows(child))),
  )

const flattened = (nodes: ElementContent[]): ElementContent[] =>
  nodes.flatMap((node) =>
    isElement(node) && isBlock(node)
      ? [{ type: 'text', value: ' ' } as const, ...flattened(node.children), { type: 'text', value: ' ' } as const]
      : [node],
  )

const shows = (element: Element) => textOf(element) !== '' || elementsNamed(element, 'img').length > 0
