import { addressToMarkdown } from '#content/markup/plain-markdown.ts'
import type { TextFacts } from '../../ground/source.ts'
import type { Say } from '../text/notes.server.ts'
import type { CodeMarks } from './code-marks.ts'

/** What the rules for the signs of programs share: the code that is taken out, the notes, and the addresses. */
export type Reading = {
  marks: CodeMarks
  facts: TextFacts
  say: Say
  /** The address of something that the text names; as typed if it is not among the files. */
  addressOf(typed: string): string
}

/** A part of a text that a sign becomes: a block of its own, or words in the line. */
export type Part = { block: string } | { line: string }

/** Words as a text of Markdown shows them, on one line. */
export const escaped = (words: string) =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&')

type Picture = { address: string; alt?: string; caption?: string; link?: string }

/** A picture. Its title is the caption. */
export function picture({ address, alt = '', caption = '', link = '' }: Picture): string {
  const words = caption
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const title = words === '' ? '' : ` "${words.replace(/[\\"]/g, '\\$&')}"`
  const image = `![${escaped(alt)}](${addressToMarkdown(address)}${title})`
  return link === '' ? image : `[${image}](${addressToMarkdown(link)})`
}

export const link = (words: string, address: string) =>
  `[${words.trim() || escaped(address)}](${addressToMarkdown(address)})`

/** Words in bold on a line of their own. */
export const bold = (words: string) =>
  words.trim() === '' ? '' : `**${words.replace(/\s+/g, ' ').replace(/\*\*/g, '').trim()}**`

/** A text that opens at a click. */
export const folded = (title: string, text: string, open = false) =>
  `<details${open ? ' open' : ''}>\n<summary>${title.replace(/\s+/g, ' ').trim() || 'Details'}</summary>\n\n${text.trim()}\n\n</details>`

/** The kind of callout that is nearest to a word of another program; undefined for words that are none. */
export const calloutKind = (word: string): string | undefined => kinds.find(([pattern]) => pattern.test(word))?.[1]
const kinds: [RegExp, string][] = [
  [
    /^(?:note|info|information|notice|callout|admonition|alert|aside|abstract|summary|example|seealso|secondary|default|primary|question|faq|todo|remark|message|box|infobox|blocknote|highlightbox|light|dark)$/i,
    'NOTE',
  ],
  [/^(?:tip|hint|success|check|done|idea|lightbulb|goodtoknow)$/i, 'TIP'],
  [/^(?:important|key|takeaway|keypoint)$/i, 'IMPORTANT'],
  [/^(?:warning|warn|attention)$/i, 'WARNING'],
  [/^(?:caution|danger|error|bug|failure|fail|critical)$/i, 'CAUTION'],
]

export function callout(kind: string, title: string, text: string): string {
  const sameAsKind = title.trim().toLowerCase() === kind.toLowerCase()
  const lines = [...(title.trim() && !sameAsKind ? [bold(title), ''] : []), ...dedented(text).trim().split('\n')]
  return [`> [!${kind}]`, ...lines.map((line) => `> ${line}`.trimEnd())].join('\n')
}

export const quoted = (text: string) =>
  dedented(text)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** The address of a video by its id, or as it is. */
export const youTube = (id: string) =>
  /^https?:/.test(id) ? id : `https://www.youtube.com/watch?v=${id.replace(/[?&].*$/, '')}`
export const vimeo = (id: string) => (/^https?:/.test(id) ? id : `https://vimeo.com/${id}`)

/** Lines without the indentation that all of them have. */
export function dedented(text: string): string {
  const lines = text.split('\n')
  // The first line follows a tag.
  const indents = lines
    .filter((line, at) => line.trim() !== '' && (at > 0 || lines.length === 1))
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const least = Math.min(...indents, 100)
  return least === 0 || least === 100
    ? text
    : lines
        .map((line, at) =>
          at === 0 && lines.length > 1 ? line : line.slice(Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0)),
        )
        .join('\n')
}

/** A tag of a program in a text: it opens or closes a part, or is a whole. */
export type Tag = { from: number; to: number; name: string; kind: 'open' | 'close' | 'whole'; args: string }

/** Replaces tags, those inside others first. @param render gets the inner text of a tag that is closed */
export function withTags(text: string, tags: Tag[], render: (tag: Tag, inner: string | undefined) => Part): string {
  const frames: { tag?: Tag; out: string }[] = [{ out: '' }]
  const top = () => frames.at(-1) as { tag?: Tag; out: string }
  const add = (part: Part) => {
    top().out += 'line' in part ? part.line : asBlock(top().out, part.block)
  }
  /** A tag that is never closed is a whole; the text after it belongs to what is around it. */
  const collapse = () => {
    const frame = frames.pop()
    if (!frame?.tag) return
    add(render(frame.tag, undefined))
    top().out += frame.out
  }
  let at = 0
  for (const tag of tags) {
    if (tag.from < at) continue
    top().out += text.slice(at, tag.from)
    at = tag.to
    if (tag.kind === 'open') frames.push({ tag, out: '' })
    else if (tag.kind === 'whole') add(render(tag, undefined))
    else {
      const opened = frames.findLastIndex((frame) => frame.tag?.name === tag.name)
      if (opened < 0) continue
      while (frames.length - 1 > opened) collapse()
      const frame = frames.pop()
      if (frame?.tag) add(render(frame.tag, frame.out))
    }
  }
  top().out += text.slice(at)
  while (frames.length > 1) collapse()
  return top().out
}

/** A block at the end of a text, with blank lines around it and the indentation of its line. */
function asBlock(before: string, block: string): string {
  if (block === '') return ''
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const alone = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(line)
  const indent = alone ? line.replace(/[^\s>]/g, ' ') : (/^[ \t>]*/.exec(line)?.[0] ?? '')
  const lines = block.replaceAll('\n', `\n${indent}`)
  const above = !alone
    ? `\n${indent.trimEnd()}\n${indent}`
    : /^\s*$/.test(line) && before.trim() !== '' && !/\n\s*\n\s*$/.test(before)
      ? `\n${line}`
      : ''
  return `${above}${lines}\n${indent.trimEnd()}\n${indent}`
}

/** Named and other arguments: `src="a.png" "words" 12 alt='b' open`. */
export function argumentsIn(args: string): { named: Map<string, string>; others: string[] } {
  const named = new Map<string, string>()
  const others: string[] = []
  for (const [, name, ...values] of args.matchAll(
    /(?:([\w:.-]+)\s*[=:]\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|\{\s*["'`]([^"'`]*)["'`]\s*\}|([^\s"'`,]+))/g,
  )) {
    const value = (values.find((one) => one !== undefined) ?? '').replace(/\\(["'\\])/g, '$1')
    if (name) named.set(name.toLowerCase(), value)
    else others.push(value)
  }
  return { named, others }
}
