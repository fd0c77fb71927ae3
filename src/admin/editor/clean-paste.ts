import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import rehypeRaw from 'rehype-raw'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { alignClasses } from '#content/markup/classes.contract.ts'
import { closest, elementsNamed, inlineStyle, isBlank, type Placed, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { sanitise } from '#content/markup/sanitised-tree.ts'

const parser = unified().use(rehypeRaw).freeze()
const writer = unified().use(rehypeStringify).freeze()

/**
 * Reduces the clipboard content of Word, Google Docs or a web page to the elements that the editor knows: fonts, sizes, colours and
 * office markup are removed; headings, lists, tables, links, bold, italic and the like stay.
 */
export function cleanPaste(html: string): string {
  // The editor copies its own content unchanged.
  if (html.includes('data-pm-slice')) return html
  const tree = parser.runSync({ type: 'root', children: [{ type: 'raw', value: html } as never] }) as Root
  gatherWordLists(tree)
  for (const placed of elementsNamed(tree)) stylesToElements(placed)
  nestLists(tree)
  const clean = sanitise(tree)
  // Reversed, so that the content of an element is cleaned before the element counts as empty.
  for (const placed of elementsNamed(clean).reverse()) {
    const { element } = placed
    element.properties = cleanProperties(element)
    if (element.tagName === 'span' && Object.keys(element.properties).length === 0) replace(placed, ...element.children)
    else if (['p', 'strong', 'em', 's', 'u', 'a'].includes(element.tagName) && isEmpty(element))
      replace(placed, ...element.children.filter(isBlank))
    else if (element.tagName === 'img' && !element.properties.src) replace(placed)
  }
  return writer.stringify(clean).trim()
}

/** Google Docs uses styles instead of elements, and wraps everything into a `<b>` that is not bold. */
function stylesToElements(placed: Placed) {
  const { element } = placed
  const { tagName, properties } = element
  const style = inlineStyle(element)
  if (tagName === 'b' && /^(normal|400)$/.test(style.get('font-weight') ?? '')) element.tagName = 'div'
  if (tagName === 'p' && String(properties.className ?? '').includes('MsoTitle')) element.tagName = 'h1'
  for (const child of element.children) if (child.type === 'text') child.value = child.value.replaceAll('\u00a0', ' ')
  if (tagName === 'span') {
    const wrap = (name: string) => {
      element.children = [h(name, element.children)]
    }
    const line = style.get('text-decoration') ?? style.get('text-decoration-line') ?? ''
    if (/^(bold|[6-9]00)$/.test(style.get('font-weight') ?? '')) wrap('strong')
    if (style.get('font-style') === 'italic') wrap('em')
    if (line.includes('line-through')) wrap('s')
    if (line.includes('underline') && !closest(placed, 'a')) wrap('u')
  }
  const align = style.get('text-align')
  element.properties.style = align && /^(center|right|justify)$/.test(align) ? `text-align: ${align}` : undefined
  if (tagName === 'a') properties.href = directAddress(String(properties.href ?? ''))
}

/** Google Docs links through a redirect. */
function directAddress(href: string): string {
  const url = URL.parse(href)
  return url?.hostname === 'www.google.com' && url.pathname === '/url' ? (url.searchParams.get('q') ?? href) : href
}

/** Some programs put a nested list after its item instead of into it. */
function nestLists(tree: Root) {
  for (const { element: list } of elementsNamed(tree, 'ul', 'ol')) {
    let point: Element | undefined
    list.children = list.children.filter((child) => {
      if (child.type === 'element' && /^[uo]l$/.test(child.tagName) && point) {
        point.children.push(child)
        return false
      }
      if (child.type === 'element' && child.tagName === 'li') point = child
      return true
    })
  }
}

const allowedProperties = ['href', 'src', 'alt', 'colSpan', 'rowSpan', 'start']

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

/** Word's clipboard has no lists, only paragraphs that name their list and level and begin with the bullet or number as text. */
function gatherWordLists(tree: Root) {
  const holders = new Set([tree, ...elementsNamed(tree).map(({ element }) => element)])
  for (const holder of holders) {
    if (!holder.children.some(isListParagraph)) continue
    const gathered: ElementContent[] = []
    let open: { level: number; list: Element }[] = []
    for (const child of holder.children as ElementContent[]) {
      if (isListParagraph(child)) open = addPoint(child, open, gathered)
      else if (!isBlank(child) && child.type !== 'comment') {
        open = []
        gathered.push(child)
      }
    }
    holder.children = gathered
  }
}

const isListParagraph = (node: Root['children'][number]): node is Element =>
  node.type === 'element' && node.tagName === 'p' && /l\d+ level\d/.test(inlineStyle(node).get('mso-list') ?? '')

/** @returns the lists that are open after the paragraph, the outermost first */
function addPoint(paragraph: Element, open: { level: number; list: Element }[], gathered: ElementContent[]) {
  const level = Number(/level(\d)/.exec(inlineStyle(paragraph).get('mso-list') ?? '')?.[1] ?? 1)
  const mark = takeMark(paragraph)
  const kind = /^(\d+|[a-z]{1,4})[.)]$/i.test(mark) ? 'ol' : 'ul'
  const lists = open.filter((one) => one.level <= level)
  const innermost = lists.at(-1)
  if (innermost?.level !== level || innermost.list.tagName !== kind) {
    if (innermost?.level === level) lists.pop()
    const list = h(kind)
    const around = lists.at(-1)?.list.children.at(-1)
    if (around?.type === 'element') around.children.push(list)
    else gathered.push(list)
    lists.push({ level, list })
  }
  lists.at(-1)?.list.children.push(h('li', paragraph.children))
  return lists
}

/** Removes the marker (a bullet, `1.`) and the space after it from the paragraph. @returns the marker */
function takeMark(paragraph: Element): string {
  const marks = elementsNamed({ type: 'root', children: [paragraph] }, 'span').filter(
    ({ element }) => inlineStyle(element).get('mso-list') === 'ignore',
  )
  for (const { element, parent } of marks)
    parent.children = (parent.children as ElementContent[]).filter((child) => child !== element)
  return marks.map(({ element }) => textOf(element)).join('')
}
