import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Placeholder } from '@tiptap/extensions'
import { Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import type { Element, ElementContent, Root } from 'hast'
import { blocks, inlineNodes } from '#admin/editor/blocks/all.ts'
import { type EditorBlock, isBlank, noteProperties, type Reader } from '#admin/editor/blocks/block.ts'
import { BlockLayout } from '#admin/editor/blocks/block-layout.ts'
import { colorClasses } from '#content/markup/classes.contract.ts'
import { classesOf } from '#content/markup/elements.ts'
import { restore, type ShortText, shorten } from '#content/markup/embedded.ts'
import { frontMatterOf } from '#content/markup/front-matter.ts'
import { isHeavy, isTooIntricate } from '#content/markup/intricacy.ts'
import { schema } from '#content/markup/sanitise-schema.ts'
import { sanitise, typedTree } from '#content/markup/sanitised-tree.ts'
import { collapseSpace } from '#content/markup/write-markdown.ts'
import { lookup } from '#contract/lookup.ts'
import { keptMarks, markTags, TextColor } from './marks.ts'
import { writeContent } from './write-content.ts'

type ReadResult = {
  doc: JSONContent
  /** The parts that the visual view cannot show, in plain words: `footnotes`, `<kbd>`. Empty when it can hold everything. */
  unsupported: string[]
}

/** Reads content as the pages do, into a document of the visual view. */
export function readContent(source: string): ReadResult {
  const shortened = shorten(source)
  const typed = typedTree(shortened.text)
  const unsupported = new Set<string>()
  if (frontMatterOf(source)) unsupported.add('front matter')
  noteUnshown(typed, unsupported)
  const content = createReader(unsupported).blocks(sanitise(typed, { embedded: true }).children as ElementContent[])
  return {
    doc: restoreIn({ type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }, shortened),
    unsupported: [...unsupported],
  }
}

/** The document with the whole addresses of its embedded pictures. */
function restoreIn(doc: JSONContent, { addresses }: ShortText): JSONContent {
  if (addresses.length === 0) return doc
  const whole = (value: unknown) => (typeof value === 'string' ? restore({ text: value, addresses }) : value)
  return JSON.parse(JSON.stringify(doc), (_, value) => whole(value))
}

const shown = new Set(schema.tagNames)

/** Adds comments and elements that no page shows to the unsupported markup: their author typed them on purpose. */
function noteUnshown(tree: Root | Element, unsupported: Set<string>) {
  for (const child of tree.children) {
    if (child.type === 'comment' && child.value.trim() !== '') unsupported.add('comments')
    if (child.type !== 'element') continue
    if (!shown.has(child.tagName)) unsupported.add(`<${child.tagName}>`)
    noteUnshown(child, unsupported)
  }
}

const inlineNames = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const isInline = (node: ElementContent) =>
  node.type === 'text' || (node.type === 'element' && inlineNames.has(node.tagName))

/** The blocks that read an element, in the order in which they are asked. */
const byTag = Map.groupBy(
  blocks.toReversed().flatMap((block) => block.tags.map((tag): [string, EditorBlock] => [tag, block])),
  ([tag]) => tag,
)

function createReader(unsupported: Set<string>): Reader {
  const reader: Reader = {
    unsupported,
    blocks: (nodes) => readBlocks(nodes, reader),
    inline: (nodes) => readInline(nodes, reader),
  }
  return reader
}

/** Reads blocks; inline nodes between them become paragraphs. */
function readBlocks(nodes: ElementContent[], reader: Reader): JSONContent[] {
  const read: JSONContent[] = []
  let inline: ElementContent[] = []
  const endInline = () => {
    const content = reader.inline(inline)
    if (content.length > 0) read.push({ type: 'paragraph', content })
    inline = []
  }
  for (const node of nodes) {
    if (isInline(node)) {
      if (inline.length > 0 || !isBlank(node)) inline.push(node)
      continue
    }
    endInline()
    if (node.type === 'element') read.push(...readBlock(node, reader))
  }
  endInline()
  return read
}

/** An element that no block reads is named as unsupported, so that the content opens as its source. */
function readBlock(element: Element, reader: Reader): JSONContent[] {
  const { tagName, children, properties } = element
  for (const [, block] of byTag.get(tagName) ?? []) {
    const read = block.read(element, reader)
    if (read) return read
  }
  if (tagName === 'section' && properties['dataFootnotes'] !== undefined) {
    reader.unsupported.add('footnotes')
    return []
  }
  if (tagName === 'div') noteProperties(element, [], reader)
  else reader.unsupported.add(`<${tagName}>`)
  return reader.blocks(children)
}

type Mark = { type: string; attrs?: Record<string, unknown> }

const plainMarks: Record<string, string> = {
  b: 'bold',
  i: 'italic',
  del: 'strike',
  ...Object.fromEntries(Object.entries(markTags).map(([mark, tag]) => [tag, mark])),
}

type Piece = JSONContent & { type: string; text: string }

/** Reads text with its marks, pictures and line breaks. White space is collapsed as a browser does it. */
function readInline(nodes: ElementContent[], reader: Reader): JSONContent[] {
  const content: JSONContent[] = []
  collect(nodes, [], content, reader)
  const joined: JSONContent[] = []
  for (const { text, ...node } of collapseSpace(content.map((node) => ({ text: '', ...node }) as Piece))) {
    const last = joined.at(-1)
    if (node.type !== 'text') joined.push(withMarks(node))
    else if (last?.type === 'text' && sameMarks(last, node)) last.text += text
    else joined.push(withMarks({ ...node, text }))
  }
  return joined
}

function collect(nodes: ElementContent[], marks: Mark[], content: JSONContent[], reader: Reader) {
  for (const node of nodes) {
    if (node.type === 'text') content.push({ type: 'text', text: node.value, marks })
    else if (node.type === 'element') readElement(node, marks, content, reader)
  }
}

function readElement(element: Element, marks: Mark[], content: JSONContent[], reader: Reader) {
  const { tagName, children } = element
  const within = (mark: Mark) =>
    collect(children, marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark], content, reader)
  if (tagName === 'sup' && children.some(isFootnoteMark)) return void reader.unsupported.add('footnotes')
  const plain = lookup(plainMarks, tagName)
  if (plain) {
    noteProperties(element, [], reader)
    return within({ type: plain })
  }
  const own = inlineNodes.find(({ tag }) => tag === tagName)
  if (own) {
    content.push({ ...own.read(element, reader), marks })
    return
  }
  switch (tagName) {
    case 'br':
      content.push({ type: 'hardBreak', marks })
      return
    case 'a':
      return readLink(element, marks, content, reader)
    case 'span': {
      const color = colorClasses.find((name) => classesOf(element).includes(name))
      noteProperties(element, color ? ['className'] : [], reader)
      return color ? within({ type: 'textColor', attrs: { color } }) : collect(children, marks, content, reader)
    }
    default:
      reader.unsupported.add(`<${tagName}>`)
      return collect(children, marks, content, reader)
  }
}

const isFootnoteMark = (node: ElementContent) =>
  node.type === 'element' && node.properties['dataFootnoteRef'] !== undefined

function readLink(link: Element, marks: Mark[], content: JSONContent[], reader: Reader) {
  const { href, title } = link.properties
  noteProperties(link, ['href', 'title'], reader)
  const mark = { type: 'link', attrs: { href: String(href ?? ''), title: title ? String(title) : null } }
  collect(link.children, href ? [...marks.filter(({ type }) => type !== 'link'), mark] : marks, content, reader)
}

const withMarks = ({ marks, ...node }: JSONContent): JSONContent =>
  marks && marks.length > 0 ? { ...node, marks } : node
const sameMarks = (a: JSONContent, b: JSONContent) => JSON.stringify(a.marks ?? []) === JSON.stringify(b.marks ?? [])

/** The schema of the visual view, without the parts that need a browser: all that `readContent` returns and `writeContent` takes. */
export const contentExtensions: Extensions = [
  StarterKit.configure({
    code: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  // Markdown allows bold code and linked code.
  Code.extend({ excludes: '' }),
  ...blocks.flatMap(({ extensions }) => extensions ?? []),
  TextColor,
  ...keptMarks,
  BlockLayout,
  Placeholder.configure({ placeholder: 'Write, paste, or drop an image or a PDF…' }),
]

const editorSchema = getSchema(contentExtensions)

export type OpenedContent =
  | { rich: JSONContent }
  /** The visual view would change or lose something; `why` tells the person what. */
  | { rich: null; why: string }

/** Reads content for the visual view, if that can return all of it. */
export function openContent(source: string): OpenedContent {
  if (isTooIntricate(source) || isHeavy(source))
    return { rich: null, why: 'This text is too complex for the visual editor.' }
  const shortened = shorten(source)
  const { doc, unsupported } = readContent(shortened.text)
  // `<summary>` is left out, since `<details>` is named already.
  const named = unsupported.filter((thing) => thing !== '<summary>')
  if (unsupported.length > 0) return { rich: null, why: `The visual editor cannot keep ${enumerate(named)}.` }
  // The saved form of the visual view must read the same again.
  const there = Node.fromJSON(editorSchema, doc)
  const andBack = Node.fromJSON(editorSchema, readContent(writeContent(there)).doc)
  if (!there.eq(andBack)) return { rich: null, why: 'The visual editor would change parts of this text.' }
  return { rich: restoreIn(doc, shortened) }
}

/** `a, b and c`, at most four of them. */
export function enumerate(things: string[]): string {
  const shown = things.slice(0, 4)
  const more = things.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}
