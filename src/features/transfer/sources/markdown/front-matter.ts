import { parseFragment } from 'parse5'
import { DamagedFacts, type Facts, factsIn, isTable, readValues } from './values.ts'

/** A file of Markdown: the facts above its text, and the text. `damaged` is the sentence of the parser. */
export type MarkdownFile = { facts: Facts; text: string; damaged?: string; none?: true }

const yaml = /^---[ \t]*(yaml|toml|json|js|javascript)?[ \t]*\n/i
const closing = { '---': /^(?:---|\.\.\.)[ \t]*$/m, '+++': /^\+\+\+[ \t]*$/m }

/** Reads front matter in YAML between `---`, TOML between `+++`, or JSON between braces. A damaged one loses no word of the text. */
export function readMarkdownFile(source: string): MarkdownFile {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\0', '')
  const start = text.replace(/^(?:[ \t]*\n)+/, '')
  const opened = /^(?:---|\+\+\+)[^\n]*\n/.exec(start)?.[0]
  if (opened?.startsWith('+++')) return between(text, start, '+++', 'toml', opened)
  const named = yaml.exec(start)
  if (opened && named) {
    const kind = named[1]?.toLowerCase() ?? 'yaml'
    if (kind === 'js' || kind === 'javascript') return withoutReading(text, start, opened)
    return between(text, start, '---', kind as 'yaml' | 'toml' | 'json', opened)
  }
  return start.startsWith('{') ? json(text, start) : { facts: new Map(), text, none: true }
}

function between(
  whole: string,
  start: string,
  mark: '---' | '+++',
  kind: 'yaml' | 'toml' | 'json',
  opened: string,
): MarkdownFile {
  const rest = start.slice(opened.length)
  const end = closing[mark].exec(rest)
  if (!end) {
    // A text that begins with a dividing line is no front matter.
    if (mark === '---' && !/^[\w"'-]+[ \t]*:/.test(rest)) return { facts: new Map(), text: whole, none: true }
    return { facts: new Map(), text: whole, damaged: `it has no end: the line ${mark} is missing` }
  }
  const source = rest.slice(0, end.index)
  const text = rest.slice(end.index + end[0].length).replace(/^\n/, '')
  // The line in the file is one more than that of the parser.
  try {
    const values = readValues(source, kind)
    if (isTable(values)) return { facts: factsIn(values), text }
    if (source.replace(/^\s*#.*$/gm, '').trim() === '') return { facts: new Map(), text }
    return { facts: new Map(), text: whole, none: true }
  } catch (error) {
    if (!(error instanceof DamagedFacts)) throw error
    const message = error.message.replace(
      /(at line )(\d+)/,
      (_, at: string, line: string) => `${at}${Number(line) + 1}`,
    )
    return { facts: simpleFacts(source), text, damaged: message }
  }
}

/** The facts on a line of their own, from damaged front matter: `title: Words: with a colon`. */
function simpleFacts(source: string): Facts {
  const found = [...source.matchAll(/^([A-Za-z_][\w-]*)[ \t]*[:=][ \t]*(\S.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.trim().replace(/^(["'])(.*)\1$/, '$2'),
  ])
  return factsIn(Object.fromEntries(found))
}

function withoutReading(whole: string, start: string, opened: string): MarkdownFile {
  const rest = start.slice(opened.length)
  const end = closing['---'].exec(rest)
  if (!end) return { facts: new Map(), text: whole, none: true }
  const text = rest.slice(end.index + end[0].length)
  return { facts: new Map(), text, damaged: 'it is a program in JavaScript' }
}

/** JSON ends with the brace that closes the first one. */
function json(whole: string, start: string): MarkdownFile {
  let depth = 0
  for (const { 0: sign, index } of start.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) {
      const source = start.slice(0, index + 1)
      try {
        const values = readValues(source, 'json')
        return { facts: factsIn(values), text: start.slice(index + 1).replace(/^[ \t]*\n/, '') }
      } catch (error) {
        if (!(error instanceof DamagedFacts)) throw error
        // A text may begin with a brace.
        if (!/^\{\s*"/.test(source)) break
        return { facts: new Map(), text: start.slice(index + 1), damaged: error.message }
      }
    }
  }
  return { facts: new Map(), text: whole, none: true }
}

/** The text of the first heading, if nothing is before it. */
export function headingAbove(text: string): string {
  const first = text.slice(0, 5_000).replace(/^(?:\s*<!--[\s\S]*?-->)*\s*/, '')
  const title =
    /^# +(.+?)(?: +#+)?[ \t]*(?:\{[#:.][^}\n]*\})?[ \t]*(?:\n|$)/.exec(first)?.[1] ??
    /^([^\n]+)\n=+[ \t]*(?:\n|$)/.exec(first)?.[1]
  return plain(title ?? '')
}

/** Inline Markdown without its signs. */
export const plain = (markdown: string): string =>
  markdown
    .slice(0, 10_000)
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, '')
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/<((?:https?:|mailto:)[^<>\s]+)>/gi, '$1')
    .replaceAll(/\{\{[^}\n]*\}\}|\{%[^%\n]*%\}|<\/?[a-z][^<>\n]*>/gi, '')
    .replaceAll(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(
      /\\([\\`*_{}[\]()#+.!<>~|&-])|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]*);/gi,
      (sign, escaped) => escaped ?? decodedSign(sign),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

function decodedSign(sign: string): string {
  const [node] = parseFragment(sign).childNodes
  return node && 'value' in node ? node.value : sign
}
