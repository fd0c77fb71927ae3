import type { Element, ElementContent, Parents, Root } from 'hast'
import { h } from 'hastscript'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { lookup } from '#contract/lookup.ts'
import { alignClass, alignClasses, alignments, indentClass, indentClasses, maxIndent } from './classes.contract.ts'
import { classesOf, elementsNamed, inlineStyle, isBlank } from './elements.ts'
import { withoutFrontMatter } from './front-matter.ts'
import { isHtml, keepTypedTags, prepareHtml } from './html-source.ts'
import { textOf as plainTextOf } from './plain-text.ts'
import { blockNames, inlineNames, isEmbedded, safeAddress, schema } from './sanitise-schema.ts'

const raw = unified().use(rehypeRaw).freeze()
const clean = unified().use(readEditorHtml).use(rehypeSanitize, schema).freeze()
const cleanForEditor = unified()
  .use(readEditorHtml, { embedded: true })
  .use(rehypeSanitize, { ...schema, protocols: { ...schema.protocols, src: ['http', 'https', 'data'] } })
  .freeze()

// The sanitiser prefixes all ids, so those of footnotes get no prefix here.
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .freeze()

/** Parses GitHub-flavoured Markdown, HTML, or a mixture, without front matter, and removes what is not on the allow-list. */
export const sanitisedTree = (source: string, options?: SanitiseOptions): Root =>
  gatherLooseText(sanitise(typedTree(source), options))

/** Parses a source without sanitising it: for the editor, which lists what it does not support. Never display it. */
export function typedTree(source: string): Root {
  const markup = prepareHtml(withoutFrontMatter(source))
  const parsed = isHtml(markup) ? rawHtml(markup) : markdown.runSync(markdown.parse(markup))
  const tree = raw.runSync(keepTypedTags(parsed)) as Root
  if (source.includes('[caption')) readCaptions(tree)
  return tree
}

/** Parses HTML as it is. Never display it. */
export const htmlTree = (html: string): Root => raw.runSync(rawHtml(html)) as Root

/** `embedded`: whether pictures keep the address that has them in it, for the editor and for imports, which store them. Never display it. */
type SanitiseOptions = { embedded?: boolean }

/** Removes what is not on the allow-list. It changes the tree. */
export const sanitise = (tree: Root, { embedded = false }: SanitiseOptions = {}): Root =>
  (embedded ? cleanForEditor : clean).runSync(tree) as Root

const rawHtml = (value: string): Root => ({ type: 'root', children: [{ type: 'raw', value } as never] })

/**
 * Normalises the HTML of editors and older pages to the forms of the allow-list, before that is applied: styles become classes, addresses are
 * normalised, obsolete elements get their modern names.
 */
export function readEditorHtml({ embedded = false } = {}) {
  return (tree: Root) => {
    for (const { element: node } of elementsNamed(tree)) {
      renameObsolete(node)
      readLayout(node)
      if (node.properties.dataType === 'taskItem') readTaskItem(node)
      if (node.tagName === 'ul' && node.properties.dataType === 'taskList') addClass(node, 'contains-task-list')
      if (node.tagName === 'a' && node.properties.name) node.properties.id ??= node.properties.name
      normaliseAddress(node, 'href', 'link')
      if (!embedded || !isEmbedded(String(node.properties.src))) normaliseAddress(node, 'src', 'file')
      normaliseAddress(node, 'cite', 'file')
    }
  }
}

const obsolete: Record<string, string> = {
  strike: 's',
  tt: 'code',
  acronym: 'abbr',
  center: 'div',
  big: 'span',
  font: 'span',
}

function renameObsolete(node: Element) {
  if (node.tagName === 'center') addClass(node, alignClass('center'))
  node.tagName = lookup(obsolete, node.tagName) ?? node.tagName
}

const tableParts = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'col', 'colgroup'])

/** Alignment, indent and column width, from inline styles and the old `align` attribute (which table cells keep). */
function readLayout(node: Element) {
  const { align, dataIndent } = node.properties
  const styles = inlineStyle(node)
  const aligned = styles.get('text-align') ?? (tableParts.has(node.tagName) ? undefined : align)
  const alignment = alignments.find((name) => name === String(aligned).toLowerCase())
  if (alignment && !hasClassOf(node, alignClasses)) addClass(node, alignClass(alignment))

  const offset = styles.get('margin-left') ?? styles.get('padding-left') ?? styles.get('margin-inline-start')
  const level = Math.min(maxIndent, Number(dataIndent) || steps(offset))
  if (level >= 1 && !tableParts.has(node.tagName) && !hasClassOf(node, indentClasses))
    addClass(node, indentClass(Math.floor(level)))

  const width = /^(\d{1,4})(?:\.\d+)?px$/.exec(styles.get('width') ?? '')?.[1]
  if (node.tagName === 'col' && width) node.properties.width ??= Number(width)
}

/** How many steps of indent a length is: 40 px or 2 em each. */
function steps(length = ''): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(px|r?em)$/.exec(length) ?? []
  return amount ? Math.round(Number(amount) / (unit === 'px' ? 40 : 2)) : 0
}

/** The editor wraps a task's checkbox in an empty label; it becomes what Markdown gives, a checkbox before the content. */
function readTaskItem(item: Element) {
  addClass(item, 'task-list-item')
  const children = item.children.filter((child) => !(child.type === 'element' && child.tagName === 'label'))
  const checked = item.properties['dataChecked'] === 'true' || item.properties['dataChecked'] === true
  item.children = [
    { type: 'element', tagName: 'input', properties: { type: 'checkbox', checked }, children: [] },
    ...children,
  ]
}

function normaliseAddress(node: Element, name: 'href' | 'src' | 'cite', kind: 'link' | 'file') {
  const address = node.properties[name]
  if (address !== undefined) node.properties[name] = safeAddress(String(address), kind) ?? undefined
}

const hasClassOf = (node: Element, names: readonly string[]) => classesOf(node).some((name) => names.includes(name))

function addClass(node: Element, name: string) {
  node.properties.className = [...classesOf(node), name]
}

const inline = new Set(inlineNames)

/**
 * Puts text that is next to blocks, and not in one, into paragraphs. Older editors store it: a heading in HTML, and a paragraph in the line
 * below, which Markdown counts as raw HTML.
 */
function gatherLooseText(tree: Root): Root {
  gather(tree)
  for (const { element } of elementsNamed(tree, 'blockquote', 'div'))
    if (element.children.some(isBlock)) gather(element)
  return tree
}

const isBlock = (node: Parents['children'][number]) =>
  node.type === 'element' && (!inline.has(node.tagName) || elementsNamed(node, ...blockNames).length > 0)

const showsSomething = (node: ElementContent) =>
  node.type === 'element' && (plainTextOf(node) !== '' || elementsNamed(node, 'img').length > 0)

function gather(holder: Root | Element) {
  const gathered: ElementContent[] = []
  let loose: ElementContent[] = []
  const end = () => {
    const says = loose.some((node) => !isBlank(node) && (node.type === 'text' || showsSomething(node)))
    gathered.push(...(says ? [h('p', loose)] : loose))
    loose = []
  }
  for (const child of holder.children as ElementContent[]) {
    if (!isBlock(child)) {
      loose.push(child)
      continue
    }
    end()
    // A paragraph ends twice where a quotation ends inside it.
    if (!isEmptyParagraph(child)) gathered.push(child)
  }
  end()
  holder.children = gathered
}

const isEmptyParagraph = (node: ElementContent) =>
  node.type === 'element' &&
  node.tagName === 'p' &&
  node.children.length === 0 &&
  Object.keys(node.properties).length === 0

const opening = /\[caption(?:\s[^\]]*)?\]/
const closing = /\[\/caption\]/

/** Reads the captions that WordPress writes as text: `[caption width="300"]<img …> Words[/caption]`. */
function readCaptions(tree: Root) {
  for (const holder of [tree, ...elementsNamed(tree).map(({ element }) => element)]) {
    const children = holder.children as ElementContent[]
    const from = children.findIndex((node) => node.type === 'text' && opening.test(node.value))
    const to = children.findIndex((node, at) => at > from && node.type === 'text' && closing.test(node.value))
    const figure = from < 0 || to < 0 ? null : figureOf(children.slice(from, to + 1))
    if (!figure) continue
    const [before = '', after = ''] = [textOf(children[from]).split(opening)[0], textOf(children[to]).split(closing)[1]]
    const parts = [...children.slice(0, from), text(before), figure, text(after), ...children.slice(to + 1)]
    holder.children = parts.filter((node) => node === figure || !isBlank(node))
    if (holder.type === 'element' && holder.tagName === 'p' && holder.children.length === 1)
      Object.assign(holder, figure)
  }
}

const text = (value: string) => ({ type: 'text', value }) as const
const textOf = (node: ElementContent | undefined) => (node?.type === 'text' ? node.value : '')

function figureOf(nodes: ElementContent[]): Element | null {
  const [picture, ...words] = nodes.slice(1)
  if (picture?.type !== 'element' || elementsNamed(picture, 'img').length !== 1) return null
  const caption = words.map((node) => (node.type === 'text' ? text(node.value.split(closing)[0] ?? '') : node))
  return h('figure', picture, h('figcaption', caption))
}
