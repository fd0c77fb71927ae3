import type { Element, ElementContent, Properties } from 'hast'
import { h } from 'hastscript'
import type { PhrasingContent } from 'mdast'
import { decoded } from '#contract/addresses.ts'
import { lookup } from '#contract/lookup.ts'
import { colorClasses } from './classes.contract.ts'
import { classesOf, elementsNamed, isElement } from './elements.ts'
import { textOf } from './plain-text.ts'
import { blockNames } from './sanitise-schema.ts'
import {
  collapseSpace,
  htmlLine,
  inOneLine,
  type LineMark,
  type LinePiece,
  tagged,
  writeLine,
} from './write-markdown.ts'

export type LineOptions = {
  /** For programs that show no HTML in Markdown: without layout, colour, underline and sizes of pictures. */
  plain?: boolean | undefined
}

const blocks = new Set(blockNames)

/** Whether a node is a block, or has one. */
export const isBlock = (node: ElementContent): boolean =>
  isElement(node) && (blocks.has(node.tagName) || node.children.some(isBlock))

/** Whether readers see something of an element, or links lead to it. */
export const showsSomething = (node: Element): boolean =>
  textOf(node) !== '' ||
  elementsNamed(node).some(
    ({ element: { tagName, properties } }) =>
      tagName === 'img' ||
      tagName === 'br' ||
      properties['dataFootnoteRef'] !== undefined ||
      (tagName === 'a' && properties.id),
  )

/** The inline content of a block as Markdown. */
export const lineOf = (block: Element, options: LineOptions, lineBreak?: PhrasingContent): PhrasingContent[] => {
  const pieces: LinePiece[] = []
  collect(block.children, [], pieces, options)
  const line = collapseSpace(pieces)
  // A line break at the end has no effect.
  while (line.at(-1)?.type === 'hardBreak') line.pop()
  return writeLine(line, lineBreak)
}

function collect(nodes: ElementContent[], marks: LineMark[], pieces: LinePiece[], options: LineOptions) {
  for (const node of nodes) {
    if (node.type === 'text') pieces.push({ type: 'text', text: node.value, marks })
    else if (isElement(node)) collectElement(node, marks, pieces, options)
  }
}

const markOf: Record<string, { key: string; type: 'strong' | 'emphasis' | 'delete' }> = {
  strong: { key: 'strong', type: 'strong' },
  b: { key: 'strong', type: 'strong' },
  em: { key: 'emphasis', type: 'emphasis' },
  i: { key: 'emphasis', type: 'emphasis' },
  del: { key: 'delete', type: 'delete' },
  s: { key: 'delete', type: 'delete' },
}

function collectElement(node: Element, marks: LineMark[], pieces: LinePiece[], options: LineOptions) {
  const { tagName, children } = node
  const add = (mark: LineMark) =>
    collect(children, marks.some(({ key }) => key === mark.key) ? marks : [...marks, mark], pieces, options)
  const thing = (content: PhrasingContent) => pieces.push({ type: 'thing', text: '', marks, thing: content })
  const note = footnoteOf(node)
  if (note) return thing({ type: 'footnoteReference', identifier: note, label: note })
  if (tagName === 'br') return pieces.push({ type: 'hardBreak', text: '', marks })
  if (tagName === 'img') return thing(pictureOf(node, options))
  if (tagName === 'input') return
  if (tagName === 'wbr') return options.plain ? undefined : thing({ type: 'html', value: '<wbr>' })
  if (tagName === 'a') return collectLink(node, marks, pieces, options)
  const left = leftProperties(node, options)
  const plainMark = lookup(markOf, tagName)
  if (plainMark && left.length === 0)
    return add({ key: plainMark.key, write: (inner) => [{ type: plainMark.type, children: inner }] })
  if (tagName === 'code' && left.length === 0 && children.length > 0 && children.every(({ type }) => type === 'text'))
    return pieces.push({ type: 'text', text: rawText(node).replace(/\s+/g, ' '), marks, code: true })
  if (tagName === 'q' && options.plain) return collect([text('“'), ...children, text('”')], marks, pieces, options)
  if (options.plain || (left.length === 0 && (tagName === 'span' || blocks.has(tagName))))
    return collect(children, marks, pieces, options)
  const opening = openingTag(tagName, Object.fromEntries(left))
  if (textOf(node) === '' && elementsNamed(node, 'img').length === 0) return collect(children, marks, pieces, options)
  add({ key: opening, write: (inner) => tagged(tagName, inner, opening.slice(tagName.length + 1, -1)) })
}

function collectLink(node: Element, marks: LineMark[], pieces: LinePiece[], options: LineOptions) {
  const { href, title, id } = node.properties
  if (id !== undefined && !options.plain)
    pieces.push({ type: 'thing', text: '', marks, thing: { type: 'html', value: inOneLine(h('a', { id })) } })
  const others = marks.filter(({ key }) => !key.startsWith('link '))
  const url = String(href ?? '')
  const mark: LineMark = {
    key: `link ${url} ${title ?? ''}`,
    write: (inner) => [{ type: 'link', url, title: title ? String(title) : null, children: inner as never }],
  }
  const hasContent = textOf(node) !== '' || elementsNamed(node, 'img').length > 0
  collect(node.children, url === '' || !hasContent ? marks : [...others, mark], pieces, options)
}

const text = (value: string) => ({ type: 'text', value }) as const

export const rawText = (node: ElementContent): string =>
  node.type === 'text'
    ? node.value
    : isElement(node)
      ? node.tagName === 'br'
        ? '\n'
        : node.children.map(rawText).join('')
      : ''

function pictureOf({ properties }: Element, { plain }: LineOptions): PhrasingContent {
  const { src, alt, title, width, height } = properties
  const className = classesOf({ properties })
  const isSized = width !== undefined || height !== undefined || className.length > 0
  if (isSized && !plain)
    return htmlLine(
      h('img', { src, alt: alt ?? '', title, width, height, className: className.length > 0 ? className : undefined }),
    )
  return { type: 'image', url: String(src ?? ''), alt: oneLine(alt), title: title ? oneLine(title) : null }
}

const oneLine = (value: unknown) =>
  String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** The properties that only HTML has. */
export function leftProperties(
  { tagName, properties }: Element,
  { plain }: LineOptions,
): [string, Properties[string]][] {
  if (plain) return []
  return Object.entries(properties).flatMap(([name, value]): [string, Properties[string]][] => {
    if (name === 'id' || value === undefined || value === null || value === '') return []
    if (name !== 'className') return [[name, value]]
    // Of classes, lines have colours alone.
    const classes = classesOf({ properties }).filter(
      (one) => blocks.has(tagName) || (tagName !== 'code' && colorClasses.some((own) => own === one)),
    )
    return classes.length > 0 ? [[name, classes]] : []
  })
}

const openingTag = (tagName: string, properties: Properties) =>
  inOneLine({ type: 'element', tagName, properties, children: [] }).replace(/<\/[^<]*>$/, '')

/** The name of the footnote to which a mark in the text leads. */
function footnoteOf(node: Element): string | undefined {
  const link = node.tagName === 'sup' ? node.children.find(isElement) : undefined
  return link?.properties['dataFootnoteRef'] === undefined
    ? undefined
    : noteName(String(link.properties.href ?? '').slice(1))
}

/** The name of a footnote in the id of its text. */
export function noteName(id: string): string | undefined {
  const name = /^(?:c-)?(?:user-content-)?fn-(.+)$/.exec(id)?.[1]
  return name && decoded(name)
}
