import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { alignClasses } from '#content/markup/classes.contract.ts'
import {
  classesOf,
  closest,
  elementsNamed,
  inlineStyle,
  isBlank,
  onlyChild,
  type Placed,
  replace,
} from '#content/markup/elements.ts'
import { takeCode } from '#content/markup/foreign/code.ts'
import { namedLanguage } from '#content/markup/foreign/languages.ts'
import { readLists } from '#content/markup/foreign/lists.ts'
import { readTasks } from '#content/markup/foreign/tasks.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { htmlTree, sanitise } from '#content/markup/sanitised-tree.ts'
import { readOthers, readPictures, writeVideos } from './pictures.ts'

const writer = unified().use(rehypeStringify).freeze()

/** Elements that say nothing about their text. */
const meaningless = /^(?:meta|style|title|link|span|div|pre|p|br|font)$/

/** Whether the clipboard's HTML has nothing that its text does not have. */
export const isOnlyText = (html: string): boolean =>
  elementsNamed(htmlTree(html)).every(
    ({ element }) =>
      meaningless.test(element.tagName) ||
      (element.tagName === 'b' && /^(?:normal|400)$/.test(inlineStyle(element).get('font-weight') ?? '')),
  )

/** The alternative text of a picture that was copied alone; undefined for any other content. */
export function copiedPicture(html: string): string | undefined {
  const tree = htmlTree(html)
  const [image, ...others] = elementsNamed(tree, 'img')
  if (!image || others.length > 0 || textOf({ type: 'root', children: withoutHead(tree) }) !== '') return undefined
  return String(image.element.properties.alt ?? '')
}

const withoutHead = ({ children }: Root) =>
  children.filter((child) => !(child.type === 'element' && /^(?:meta|style|title|link)$/.test(child.tagName)))

type PasteOptions = {
  language?: string | undefined
  inLine?: boolean
}

/**
 * Reduces the clipboard content of an office program, an editor or a web page to the elements that the editor knows: fonts, sizes, colours and
 * office markup are removed; headings, lists, tasks, tables, links, code, bold, italic and the like stay.
 */
export function cleanPaste(html: string, { language, inLine = false }: PasteOptions = {}): string {
  // The editor copies its own content unchanged.
  if (html.includes('data-pm-slice')) return html
  const tree = htmlTree(html)
  applyStyleSheets(tree)
  takeCode(tree, language && namedLanguage(language, false))
  if (inLine) takeWordOfCode(tree)
  readFootnotes(tree)
  readLists(tree)
  readTasks(tree)
  for (const placed of elementsNamed(tree)) stylesToElements(placed)
  readOthers(tree)
  readPictures(tree)
  const clean = sanitise(tree, { embedded: true })
  for (const { element } of elementsNamed(clean)) writeTask(element)
  // Reversed, so that the content of an element is cleaned before the element counts as empty.
  for (const placed of elementsNamed(clean).reverse()) {
    const { element } = placed
    element.properties = cleanProperties(element)
    if (element.tagName === 'span' && Object.keys(element.properties).length === 0) replace(placed, ...element.children)
    else if (['p', 'strong', 'em', 's', 'u', 'a'].includes(element.tagName) && isEmpty(element))
      replace(placed, ...element.children.filter(isBlank))
  }
  writeVideos(clean)
  return writer.stringify(clean).trim()
}

/** Programs of the Mac name fonts in a style sheet: `p.p1 {font: 12px Menlo}`. */
function applyStyleSheets(tree: Root) {
  const sheets = elementsNamed(tree, 'style').map(({ element }) => textOf(element))
  for (const [, selectors = '', declared = ''] of sheets.join(' ').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const fonts = declared.split(';').filter((one) => /^\s*(?:font|font-family|white-space)\s*:/i.test(one))
    if (fonts.length === 0) continue
    for (const selector of selectors.split(',')) {
      const [, tag = '', name] = /^\s*(\w*)\.([\w-]+)\s*$/.exec(selector) ?? []
      if (!name) continue
      for (const { element } of elementsNamed(tree, ...(tag ? [tag] : [])))
        if ([element.properties.className].flat().includes(name))
          element.properties.style = `${fonts.join(';')};${element.properties.style ?? ''}`
    }
  }
}

/** One line of code, pasted into a sentence, is a word of it. */
function takeWordOfCode(tree: Root) {
  const only = onlyChild(h('div', withoutHead(tree) as ElementContent[]))
  const code = only?.type === 'element' && only.tagName === 'pre' ? only : undefined
  const text = code ? textOf(code) : ''
  if (code && text !== '' && !elementsNamed(tree, 'code').some(({ element }) => /\n/.test(rawText(element))))
    tree.children = [h('code', text)]
}

const rawText = ({ children }: Element) => children.map((child) => (child.type === 'text' ? child.value : '')).join('')

/** Google Docs uses styles instead of elements, and wraps everything into a `<b>` that is not bold. */
function stylesToElements(placed: Placed) {
  const { element } = placed
  const { tagName, properties } = element
  const style = inlineStyle(element)
  if (tagName === 'b' && /^(normal|400)$/.test(style.get('font-weight') ?? '')) element.tagName = 'div'
  if (tagName === 'p' && String(properties.className ?? '').includes('MsoTitle')) element.tagName = 'h1'
  if (!closest(placed, 'pre'))
    for (const child of element.children) if (child.type === 'text') child.value = child.value.replaceAll('\u00a0', ' ')
  if (tagName === 'span' || (tagName === 'td' && element.children.every(isInLine))) {
    const wrap = (name: string) => {
      element.children = [h(name, element.children)]
    }
    const line = style.get('text-decoration') ?? style.get('text-decoration-line') ?? ''
    if (/^(bold|[6-9]00)$/.test(style.get('font-weight') ?? '')) wrap('strong')
    if (style.get('font-style') === 'italic') wrap('em')
    if (line.includes('line-through')) wrap('s')
    if (line.includes('underline') && !closest(placed, 'a')) wrap('u')
    const raised = /^(sup|sub)(?:er)?$/.exec(style.get('vertical-align') ?? '')?.[1]
    if (
      raised &&
      !closest(placed, 'sup', 'sub') &&
      elementsNamed({ type: 'root', children: [element] }, 'sup', 'sub').length === 0
    )
      wrap(raised)
  }
  const align = style.get('text-align')
  element.properties.style = align && /^(center|right|justify)$/.test(align) ? `text-align: ${align}` : undefined
  if (tagName === 'a') properties.href = directAddress(String(properties.href ?? ''))
  // A place in the document from which it was copied: a bookmark of Word or Google Docs, a footnote.
  if (tagName === 'a' && /^#(?:_|.*[=.]|ftnt|sd(?:foot|end)note|user-content-|fn|cite)/.test(String(properties.href)))
    delete properties.href
}

const isInLine = (node: ElementContent) =>
  node.type === 'text' || (node.type === 'element' && /^(?:span|br|a|b|i|em|strong|font)$/.test(node.tagName))

function directAddress(href: string): string {
  const url = URL.parse(href)
  return url?.hostname === 'www.google.com' && url.pathname === '/url' ? (url.searchParams.get('q') ?? href) : href
}

/** The editor's own form of tasks, where pages have the box in the point. */
function writeTask(element: Element) {
  const { tagName, children } = element
  const classes = classesOf(element)
  if (tagName === 'ul' && classes.includes('contains-task-list')) element.properties['dataType'] = 'taskList'
  if (!classes.includes('task-list-item')) return
  const [box, ...content] = children
  if (box?.type !== 'element') return
  element.children = content
  Object.assign(element.properties, { dataType: 'taskItem', dataChecked: String(box.properties.checked === true) })
}

const allowedProperties = ['href', 'src', 'alt', 'colSpan', 'rowSpan', 'start', 'dataType', 'dataChecked']

function cleanProperties({ properties }: Element): Element['properties'] {
  const classes = Array.isArray(properties.className) ? properties.className : []
  const ownClasses = classes.filter(
    (name) => alignClasses.some((one) => one === name) || String(name).startsWith('language-'),
  )
  const entries = Object.entries(properties).filter(
    ([name, value]) => allowedProperties.includes(name) && value !== undefined,
  )
  return { ...Object.fromEntries(entries), ...(ownClasses.length > 0 && { className: ownClasses }) }
}

const isEmpty = (element: Element) =>
  textOf(element) === '' &&
  !element.children.some((child: ElementContent) => child.type === 'element' && /^(img|br)$/.test(child.tagName))

/**
 * Writes the footnotes of a document as `[1]` in the text and `[1]` before the note, since the visual view has none. Programs name them in
 * many ways, but a note and its mark always link to each other.
 */
function readFootnotes(tree: Root) {
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
