import type { Root as HtmlRoot } from 'hast'
import type { Definition, Image, Link, Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visitParents } from 'unist-util-visit-parents'
import { attributeValue } from '#contract/media.ts'
import { videoIn } from '#contract/videos.ts'
import { elementsNamed } from './elements.ts'

type AddressKind = 'link' | 'picture'
/** @returns the new address, encoded so that it needs no escapes; undefined for one that stays */
export type NewAddress = (address: string, kind: AddressKind, alt: string) => string | undefined

const parser = unified().use(remarkParse).use(remarkGfm).freeze()

export const parseMarkdown = (source: string): Root => parser.parse(source)

/** All HTML in a text. */
export function htmlIn(tree: Root): string[] {
  const found: string[] = []
  visitParents(tree, 'html', ({ value }) => void found.push(value))
  return found
}

/** Gives the links and pictures of a tree other addresses, in their order. */
export function changeAddresses(tree: HtmlRoot, newAddress: NewAddress) {
  for (const { element } of elementsNamed(tree, 'a', 'img')) {
    const { properties } = element
    const isPicture = element.tagName === 'img'
    const name = isPicture ? 'src' : 'href'
    const address = String(properties[name] ?? '')
    if (address === '' || properties['dataFootnoteRef'] !== undefined) continue
    const given = newAddress(address, isPicture ? 'picture' : 'link', String(properties.alt ?? ''))
    if (given !== undefined) properties[name] = given
  }
}

type Edit = { from: number; to: number; text: string }

/** Gives the links and pictures of Markdown other addresses, in the order of the text. All else stays as it was typed. */
export function spliceAddresses(source: string, tree: Root, newAddress: NewAddress): string {
  const edits: Edit[] = []
  const shown = new Set<string>()
  visitParents(tree, 'imageReference', ({ identifier }) => void shown.add(identifier))
  visitParents(tree, (node, around) => {
    const from = node.position?.start.offset
    const to = node.position?.end.offset
    if (from === undefined || to === undefined) return
    const place = { source, from, to }
    if (node.type === 'link') edits.push(...linkEdit(node, place, isAlone(node, around.at(-1)), newAddress))
    else if (node.type === 'image') edits.push(...imageEdit(node, place, newAddress))
    else if (node.type === 'definition')
      edits.push(...definitionEdit(node, place, shown.has(node.identifier) ? 'picture' : 'link', newAddress))
    else if (node.type === 'html') edits.push(...htmlEdits(node.value, place, newAddress))
  })
  let result = ''
  let at = 0
  for (const { from, to, text } of edits.sort((one, other) => one.from - other.from)) {
    if (from < at) continue
    result += source.slice(at, from) + text
    at = to
  }
  return result + source.slice(at)
}

type Place = { source: string; from: number; to: number }

const isAlone = (node: Nodes, parent: Nodes | undefined) =>
  parent?.type === 'paragraph' && parent.children.length === 1 && parent.children[0] === node

function linkEdit(link: Link, { source, from, to }: Place, isAlone: boolean, newAddress: NewAddress): Edit[] {
  const typed = source.slice(from, to)
  if (!typed.startsWith('[')) {
    // An address in the text, with or without brackets.
    const words = typed.replace(/^<|>$/g, '')
    if (/^mailto:/i.test(link.url) || (isAlone && videoIn(link.url))) return []
    const address = newAddress(link.url, 'link', '')
    return address === undefined || address === link.url
      ? []
      : [{ from, to, text: `[${words.replace(/[\\`*_[\]<>&~|!]/g, '\\$&')}](${address})` }]
  }
  const after = link.children.at(-1)?.position?.end.offset ?? from + 1
  return source.startsWith('](', after) ? destinationEdit(source, after + 2, newAddress(link.url, 'link', '')) : []
}

function imageEdit({ url, alt }: Image, { source, from, to }: Place, newAddress: NewAddress): Edit[] {
  if (url === '') return []
  // The alternative text may have brackets; so may the title.
  for (let at = source.lastIndexOf('](', to); at > from; at = source.lastIndexOf('](', at - 1)) {
    const end = endOfDestination(source, at + 2)
    if (end && unescaped(source.slice(end.from, end.to)) === url)
      return destinationEdit(source, at + 2, newAddress(url, 'picture', alt ?? ''))
  }
  return []
}

function definitionEdit(
  { url, label }: Definition,
  { source, from, to }: Place,
  kind: AddressKind,
  newAddress: NewAddress,
): Edit[] {
  const at = source.indexOf(']:', from)
  return url === '' || at < 0 || at > to
    ? []
    : destinationEdit(source, at + 2, newAddress(url, kind, kind === 'picture' ? (label ?? '') : ''))
}

function destinationEdit(source: string, at: number, address: string | undefined): Edit[] {
  const end = endOfDestination(source, at)
  return end && address !== undefined ? [{ ...end, text: address }] : []
}

/** The address that begins at a place, after white space, with the brackets around it. */
function endOfDestination(source: string, start: number): { from: number; to: number } | undefined {
  const from = start + (/^\s*/.exec(source.slice(start, start + 200))?.[0].length ?? 0)
  if (source[from] === '<') {
    const to = source.slice(from).search(/(?<!\\)>/)
    return to < 0 ? undefined : { from, to: from + to + 1 }
  }
  let depth = 0
  let to = from
  for (; to < source.length && !/\s/.test(source[to] ?? ''); to++) {
    if (source[to] === '\\') to++
    else if (source[to] === '(') depth++
    else if (source[to] === ')' && --depth < 0) break
  }
  return to > from ? { from, to } : undefined
}

const unescaped = (typed: string) => attributeValue(typed.replace(/^<|>$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1'))

const tag = /<(a|area|img)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const attribute = /(\s)(href|src)(\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)/i

function htmlEdits(html: string, { source, from, to }: Place, newAddress: NewAddress): Edit[] {
  // Inside quotations each line of HTML has a mark, which its text does not have.
  if (source.slice(from, to) !== html) return []
  return [...html.matchAll(tag)].flatMap(({ index, 1: name = '', 2: attributes = '' }) => {
    const found = attribute.exec(attributes)
    if (!found) return []
    const [whole, space = '', which = '', equals = '', value = ''] = found
    const address = attributeValue(value.replace(/^["']|["']$/g, ''))
    const alt = /\salt\s*=\s*("[^"]*"|'[^']*')/i.exec(attributes)?.[1]?.slice(1, -1) ?? ''
    const isPicture = name.toLowerCase() === 'img'
    const given = address === '' ? undefined : newAddress(address, isPicture ? 'picture' : 'link', attributeValue(alt))
    if (given === undefined) return []
    const start = from + index + 1 + name.length + found.index
    return [{ from: start, to: start + whole.length, text: `${space}${which}${equals}"${given}"` }]
  })
}
