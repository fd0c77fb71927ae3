import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { escapeHtml } from '#content/markup/plain-text.ts'
import { lookup } from '#contract/lookup.ts'
import type { Say } from '../text/notes.server.ts'
import { type Card, drawCard, emailsOnly, isCard, membersOnly, unknownCard, value } from './cards.server.ts'

type Node = Card & { type?: unknown; children?: unknown }

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })

function card(name: string, payload: Card, note: Say): string {
  if (name === 'markdown' || name === 'card-markdown') return String(markdown.processSync(value(payload, 'markdown')))
  const known = name === 'cta' ? 'call-to-action' : name
  if (isCard(known)) return drawCard(known, payload, note)
  unknownCard(name, note)
  return ['heading', 'header', 'title', 'html', 'text', 'content', 'description', 'caption']
    .map((part) => value(payload, part))
    .filter((words) => words !== '')
    .map((words) => `<p>${words}</p>`)
    .join('')
}

/** The marks of a text, as bits of Lexical. */
const formats: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

const marked = (text: string, format: unknown) =>
  formats.reduce((html, [bit, tag]) => (Number(format) & bit ? `<${tag}>${html}</${tag}>` : html), escapeHtml(text))

const tags: Record<string, string> = {
  paragraph: 'p',
  quote: 'blockquote',
  'extended-quote': 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
}
const silent = new Set(['root', 'zwnj', 'tk'])

/** Why visitors of the site do not see a card, in the forms of all versions. */
function hiddenFrom({ visibility }: Node): [subject: string, sentence: string] | undefined {
  const seen = (visibility ?? {}) as Card & { web?: { nonMember?: unknown; memberSegment?: unknown } }
  const nobody = seen.web?.nonMember === false && seen.web.memberSegment === ''
  if (nobody || seen['emailOnly'] === true || seen['showOnWeb'] === false) return ['email', emailsOnly]
  return seen.web?.nonMember === false ? ['members', membersOnly] : undefined
}

/** A text of Ghost's newer editor, which is Lexical, as HTML. */
export function lexicalHtml(root: Node, note: Say): string {
  const children = (node: Node): string =>
    Array.isArray(node.children) ? node.children.map((child) => (child ? html(child as Node) : '')).join('') : ''
  /** A list in a list is an item of its own there, and a part of the item before it here. */
  const items = (list: Node): string => {
    const found: string[] = []
    for (const item of (Array.isArray(list.children) ? list.children : []) as Node[]) {
      const [first] = Array.isArray(item?.children) ? (item.children as Node[]) : []
      const before = first?.type === 'list' ? found.pop() : undefined
      found.push(before === undefined ? html(item) : `${before.slice(0, -'</li>'.length)}${children(item)}</li>`)
    }
    return found.join('')
  }
  const html = (node: Node): string => {
    const type = String(node.type)
    const hidden = hiddenFrom(node)
    if (hidden !== undefined) {
      note('card', ...hidden)
      return ''
    }
    const text = typeof node['text'] === 'string' ? node['text'] : ''
    if (type === 'text' || type === 'extended-text' || type === 'tab' || type === 'tk')
      return marked(text, node['format'])
    if (type === 'linebreak') return '<br>'
    if (type === 'link' || type === 'autolink')
      return `<a href="${escapeHtml(value(node, 'url'))}">${children(node)}</a>`
    if (type === 'heading' || type === 'extended-heading') {
      const tag = /^h[1-6]$/.test(value(node, 'tag')) ? value(node, 'tag') : 'h2'
      return `<${tag}>${children(node)}</${tag}>`
    }
    if (type === 'list') {
      const start = Number(node['start'])
      const tag = node['listType'] === 'number' ? 'ol' : 'ul'
      return `<${tag}${tag === 'ol' && start > 1 ? ` start="${start}"` : ''}>${items(node)}</${tag}>`
    }
    const tag = lookup(tags, type)
    if (tag !== undefined) return `<${tag}>${children(node)}</${tag}>`
    if (silent.has(type) || Array.isArray(node.children)) return children(node)
    return card(type, node, note)
  }
  return html(root)
}

const sectionTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'aside', 'pull-quote'])
const markTags = new Set(['a', 'b', 'code', 'em', 'i', 's', 'del', 'strong', 'sub', 'sup', 'u'])
const list = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])

/** A text of Ghost's older editor, which is Mobiledoc, as HTML. */
export function mobiledocHtml(document: Card, note: Say): string {
  const [markups, atoms, cards] = [list(document['markups']), list(document['atoms']), list(document['cards'])]
  const opening = (place: unknown): [string, string] => {
    const [tag = '', attributes] = list(markups[Number(place)]).map((one) => one as string | string[])
    const name = String(tag).toLowerCase()
    if (!markTags.has(name)) return ['', '']
    const pairs = list(attributes)
    const address = pairs[pairs.indexOf('href') + 1]
    return [
      name === 'a' && pairs.includes('href') ? `<a href="${escapeHtml(String(address))}">` : `<${name}>`,
      `</${name}>`,
    ]
  }
  const markers = (found: unknown): string => {
    const open: string[] = []
    let html = ''
    for (const marker of list(found)) {
      const [kind, places, closed, content] = list(marker)
      for (const [start, end] of list(places).map(opening)) {
        html += start
        open.push(end)
      }
      html += kind === 1 ? atom(list(atoms[Number(content)])) : escapeHtml(String(content ?? ''))
      for (let count = 0; count < Number(closed); count++) html += open.pop() ?? ''
    }
    return html + open.reverse().join('')
  }
  const atom = ([name, text]: unknown[]) => (name === 'soft-return' ? '<br>' : escapeHtml(String(text ?? '')))
  const section = (found: unknown): string => {
    const [kind, first, second] = list(found)
    if (kind === 1) {
      const name = String(first).toLowerCase()
      const tag = name === 'aside' || name === 'pull-quote' ? 'blockquote' : sectionTags.has(name) ? name : 'p'
      return `<${tag}>${markers(second)}</${tag}>`
    }
    if (kind === 2) return drawCard('image', { src: first }, note)
    if (kind === 3) {
      const tag = first === 'ol' ? 'ol' : 'ul'
      return `<${tag}>${list(second)
        .map((item) => `<li>${markers(item)}</li>`)
        .join('')}</${tag}>`
    }
    const [name, payload] = list(cards[Number(first)])
    return name === undefined ? '' : card(String(name), (payload ?? {}) as Card, note)
  }
  return list(document['sections']).map(section).join('\n')
}
