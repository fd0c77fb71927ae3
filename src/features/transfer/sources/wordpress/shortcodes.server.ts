import { escapeHtml } from '#content/markup/plain-text.ts'
import { lookup } from '#contract/lookup.ts'
import { attributeValue } from '#contract/media.ts'
import type { TextFacts } from '../../ground/source.ts'
import type { Say } from '../text/notes.server.ts'
import { builderOf, builderParts } from './builder-shortcodes.server.ts'
import { codeLanguages, enclosing, type Shortcode, single } from './known-shortcodes.server.ts'
import { markupScanner } from './markup-scan.ts'

/** A mark in brackets at some place of a text. */
type Mark = {
  end: number
  name: string
  closing: boolean
  /** `[name /]` */
  closed: boolean
  /** `[[name]]` is no shortcode, but a text about one. */
  escaped: boolean
  typed: string
}

const longestMark = 20_000
const deepest = 20

/** Replaces the shortcodes of a text: those that we know by what they show, others by the text between their marks. Code stays as it is. */
export function withoutShortcodes(text: string, facts: TextFacts, say: Say, depth = 0): string {
  if (!text.includes('[') || depth > deepest) return text
  const markup = markupScanner(text, ['code'])
  const names = namesIn(text)
  const missing = new Set<string>()
  /** What a shortcode shows after its content, until that ends. */
  const after: { name: string; html: string }[] = []
  const parts: string[] = []
  let kept = 0
  const put = (at: number, end: number, html: string) => {
    parts.push(text.slice(kept, at), html)
    kept = end
  }
  const closingOf = (name: string, from: number) => {
    if (missing.has(name)) return -1
    const at = text.indexOf(`[/${name}]`, from)
    if (at < 0) missing.add(name)
    return at
  }

  for (let at = nextSign(text, 0); at < text.length; at = nextSign(text, Math.max(at + 1, kept))) {
    if (text[at] === '<') {
      const found = markup(at)
      if (found) at = found.end - 1
      continue
    }
    const mark = markAt(text, at)
    if (!mark) continue
    if (mark.escaped) {
      // `[[name]text[/name]]` is one text about a shortcode.
      const whole = /^\]\]/.test(text.slice(mark.end - 2)) ? mark.end : wholeEscape(text, mark, closingOf)
      if (whole < 0) continue
      put(
        at,
        whole,
        text
          .slice(at + 1, whole - 1)
          .replaceAll('[', '&#91;')
          .replaceAll(']', '&#93;'),
      )
      at = whole - 1
      continue
    }
    if (!isShortcode(mark, text, at, names)) continue
    const { name } = mark
    if (mark.closing) {
      // Columns and tabs follow one another without a space.
      const between = text.startsWith(`[${name}`, mark.end) ? '\n\n' : text[mark.end] === '[' ? ' ' : ''
      const place = after.findLastIndex((one) => one.name === name)
      const behind = place < 0 ? [] : after.splice(place).reverse()
      put(at, mark.end, behind.map(({ html }) => html).join('') + between)
      continue
    }
    const attributes = attributesIn(mark.typed)
    const shortcode = { name, attributes, typed: mark.typed.trim(), content: '', facts, say }
    const close = mark.closed ? -1 : closingOf(name, mark.end)
    const language = lookup(codeLanguages, name)
    const known = lookup(enclosing, name)
    const alone = lookup(single, name) ?? known
    if (close >= 0 && (known || language !== undefined)) {
      const content = text.slice(mark.end, close)
      const shown = known
        ? known({ ...shortcode, content: known.raw ? content : withoutShortcodes(content, facts, say, depth + 1) })
        : codeOf({ ...shortcode, content }, language ?? '')
      put(at, close + name.length + 3, shown)
    } else if (alone) put(at, mark.end, alone(shortcode))
    else {
      const builder = builderOf(name)
      if (builder)
        say('markup', builder, `It was built with ${builder}. Its words, images and links stay, its layout does not.`)
      const { before, after: behind, shown } = builderParts({ ...shortcode, content: close >= 0 ? 'some' : '' })
      if (!builder && !shown)
        say(
          'shortcode',
          name,
          close >= 0
            ? `The shortcode [${name}] is left out; the text in it stays.`
            : `The shortcode [${name}] is left out.`,
        )
      put(at, mark.end, close >= 0 ? before : before + behind)
      if (close >= 0 && behind) after.push({ name, html: behind })
    }
  }
  return kept === 0 ? text : parts.join('') + text.slice(kept)
}

type Names = { opened: Set<string>; closed: Set<string> }

/** The names in brackets that a text opens, and those that it closes. */
function namesIn(text: string): Names {
  const [opened, closed] = [new Set<string>(), new Set<string>()]
  for (const [, slash, name = ''] of text.matchAll(/\[(\/?)([a-z][\w-]{0,60})/gi)) (slash ? closed : opened).add(name)
  return { opened, closed }
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 0x5b || sign === 0x3c) return at
  }
  return text.length
}

const beginning = /\[(\[?)(\/?)([a-z][\w-]{0,60})(?=[\s\]/="'“”])/iy

function markAt(text: string, at: number): Mark | undefined {
  beginning.lastIndex = at
  const [begin, bracket, slash, name] = beginning.exec(text) ?? []
  if (begin === undefined || name === undefined) return undefined
  const from = at + begin.length
  const end = endOfMark(text, from)
  if (end < 0) return undefined
  const inside = text.slice(from, end)
  const closed = /\/\s*$/.test(inside) && !/[:/]\S*\/\s*$/.test(inside)
  const escaped = bracket === '['
  return {
    end: escaped && text[end + 1] === ']' ? end + 2 : end + 1,
    ...{ name, closing: slash === '/', closed, escaped },
    typed: closed ? inside.replace(/\/\s*$/, '') : inside,
  }
}

/** The bracket that ends a mark. One in a quoted value does not, unless the quotation never ends. */
function endOfMark(text: string, from: number): number {
  let quote = ''
  let first = -1
  for (let at = from; at < text.length && at - from < longestMark; at += 1) {
    const sign = text[at] as string
    if (quote) {
      if (sign === quote) quote = ''
      else if (sign === ']' && first < 0) first = at
      // Words in brackets have quotations too: they end with the paragraph.
      else if (sign === '\n' && text[at + 1] === '\n' && first >= 0) return first
    } else if ((sign === '"' || sign === "'") && text[at - 1] === '=') quote = sign
    else if (sign === ']') return at
    else if (sign === '[') return -1
  }
  return first
}

function wholeEscape(text: string, { name, end }: Mark, closingOf: (name: string, from: number) => number): number {
  const close = closingOf(name, end)
  const after = close + name.length + 3
  return close >= 0 && text[after] === ']' ? after + 1 : -1
}

const pair = /(?:^|\s)[\w-]+\s*=\s*(?:["'“”″]|&(?:quot|#8220|#8221|#8243|ldquo|rdquo);|[^\s=])/

/** Words in brackets are shortcodes only if they look like one: `[1]`, `[sic]` and `[see below]` are not. */
function isShortcode({ name, typed, closing, closed, end }: Mark, text: string, at: number, names: Names) {
  if ([enclosing, single, codeLanguages].some((table) => Object.hasOwn(table, name)) || builderOf(name)) return true
  if (text[end] === '(') return false
  if (closing) return names.opened.has(name)
  if (closed || names.closed.has(name) || pair.test(typed)) return true
  if (typed.trim() !== '' || name !== name.toLowerCase()) return false
  if (name.includes('_')) return true
  // A line, or a paragraph, of its own.
  return (
    /(?:^|\n|>)[^\S\n]*$/.test(text.slice(Math.max(0, at - 80), at)) &&
    /^[^\S\n]*(?:$|\n|<\/?(?:p|div|br)\b)/.test(text.slice(end, end + 80))
  )
}

const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s"'“”″]+))|"([^"]*)"|'([^']*)'|(\S+)/g

/** The attributes of a shortcode. Those without a name have their places: '0', '1'. */
function attributesIn(typed: string): Record<string, string> {
  const found: Record<string, string> = {}
  let place = 0
  const plain = typed.replace(/&(?:quot|#8220|#8221|#8243|ldquo|rdquo|#34);/g, '"').replace(/&#0?39;|&apos;/g, "'")
  for (const [, name, ...values] of plain.matchAll(attribute)) {
    const value = decodeHtml(values.find((one) => one !== undefined) ?? '')
    if (name) found[name.toLowerCase()] ??= value
    else found[String(place++)] = value
  }
  return found
}

/** Signs that WordPress and page builders write differently in attributes. */
const decodeHtml = (value: string) =>
  attributeValue(value).replaceAll('%22', '"').replaceAll('%91', '[').replaceAll('%93', ']')

/** Code of a shortcode: typed as it is, or escaped by an editor. */
function codeOf({ content, attributes }: Shortcode, language: string): string {
  const named = attributes['lang'] ?? attributes['language'] ?? attributes['0'] ?? language
  const code = attributeValue(content.replace(/^\s*\n|\s+$/g, ''))
  const name = /^[\w+#-]{1,30}$/.test(named) ? ` class="language-${escapeHtml(named)}"` : ''
  return `\n\n<pre><code${name}>${escapeHtml(code)}</code></pre>\n\n`
}
