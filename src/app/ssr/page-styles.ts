import { attributeValue } from '#contract/media.ts'
import { ConfigError } from '#server/config/environment.ts'
import { readSiteTokens } from '#server/config/folders.ts'

/**
 * A statement of the stylesheet: a rule with its classes, keyframes or a style of counters with their name, a rule that only sets variables, a block of rules (`@media`,
 * `@layer`), or anything else, which every page gets.
 */
type Statement =
  | { text: string; selectors?: string[][] }
  | { text: string; keyframes: string }
  | { prelude: string; selectors: string[][]; variables: string[] }
  | { prelude: string; children: Statement[] }

/** Classes that scripts set on the document. */
const setByScripts = ['js', 'hash-entry']

/**
 * Prepares the minified stylesheet, so that it can be cut down to the rules that a page uses: those for whose selectors the page has all
 * classes, and the keyframes and the variables that these name. Classes inside `:not()` and `:has()` are ignored.
 * @returns a function from a page's markup to its styles
 */
export function createPageStyles(css: string): (markup: string) => string {
  const statements = parse(css)
  const values = new Map<string, string[]>()
  for (const [, name = '', value = ''] of css.matchAll(/(?<=[{;])(--[\w-]+):([^;}]*)/g))
    values.set(name, [...(values.get(name) ?? []), ...variablesOf(value)])
  return (markup) => {
    const classes = new Set(setByScripts)
    for (const [, names = ''] of markup.matchAll(/ class="([^"]*)"/g))
      for (const name of attributeValue(names).split(' ')) classes.add(name)
    for (const [tag] of markup.matchAll(/<[a-z]+/g)) classes.add(tag)
    const rules = statements.map((statement) => write(statement, { classes, keeps: () => false })).join('')
    const isNamed = (keyframes: string) => rules.includes(keyframes)
    const moving = statements.map((statement) => write(statement, { classes, keeps: isNamed })).join('')
    const used = new Set([...variablesOf(moving), ...variablesOf(markup)])
    // A set that grows while it is read is read to its end.
    for (const name of used) for (const other of values.get(name) ?? []) used.add(other)
    const keeps = (name: string) => (name.startsWith('--') ? used.has(name) : isNamed(name))
    return statements.map((statement) => write(statement, { classes, keeps })).join('')
  }
}

const variablesOf = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)

/** `keeps` decides on keyframes and variables by their names. */
type Page = { classes: Set<string>; keeps: (name: string) => boolean }

function write(statement: Statement, page: Page): string {
  if ('keyframes' in statement) return page.keeps(statement.keyframes) ? statement.text : ''
  if ('variables' in statement) {
    if (!concerns(statement.selectors, page)) return ''
    const used = statement.variables.filter((declaration) => page.keeps(declaration.split(':')[0] ?? ''))
    return used.length > 0 ? `${statement.prelude}{${used.join(';')}}` : ''
  }
  if (!('children' in statement)) {
    const { text, selectors } = statement
    return !selectors || concerns(selectors, page) ? text : ''
  }
  const content = statement.children.map((child) => write(child, page)).join('')
  // An empty layer stays, since the order of the layers is that of their first appearance.
  return content || statement.prelude.startsWith('@layer') ? `${statement.prelude}{${content}}` : ''
}

const concerns = (selectors: string[][], { classes }: Page) =>
  selectors.some((names) => names.every((name) => classes.has(name)))

const onlyVariables = /^[^{]+\{(--[\w-]+:[^;{}]*;?)+\}$/

function parse(css: string): Statement[] {
  const statements: Statement[] = []
  for (let at = 0; at < css.length; ) {
    const open = find(css, at, '{;')
    if (open === css.length || css[open] === ';') {
      statements.push({ text: css.slice(at, open + 1) })
      at = open + 1
      continue
    }
    const end = endOfBlock(css, open)
    const prelude = css.slice(at, open).replace(/^\s*(\/\*.*?\*\/\s*)+/s, '')
    const text = `${prelude}${css.slice(open, end)}`
    const keyframes = /^@(?:keyframes|counter-style)\s+(.+)$/.exec(prelude)?.[1]
    if (/^@(media|supports|layer|container)\b/.test(prelude))
      statements.push({ prelude, children: parse(css.slice(open + 1, end - 1)) })
    else if (keyframes) statements.push({ text, keyframes })
    else if (onlyVariables.test(text))
      statements.push({ prelude, selectors: classesOf(prelude), variables: css.slice(open + 1, end - 1).split(';') })
    else statements.push(prelude.startsWith('@') ? { text } : { text, selectors: classesOf(prelude) })
    at = end
  }
  return statements
}

const alternatives = { open: '\u0001', or: '\u0002', close: '\u0003' }
const innermost = new RegExp(`${alternatives.open}([^${alternatives.open}${alternatives.close}]*)${alternatives.close}`)

/** Classes, elements that few pages have, and parts of fields that no page has: files and dates. */
const needs =
  /\.((?:\\.|[\w-])+)|^(?:abbr|code|hr|kbd|pre|progress|samp|small|sub|sup|table)(?![\w-])|::(?:file-|-webkit-(?:date|calendar))/g

/**
 * The classes of each selector of a list, and its other needs. Those in
 * parentheses count where these are `:is()` or `:where()`, of which each alternative is a selector.
 */
function classesOf(selectors: string): string[][] {
  const { open, or, close } = alternatives
  let plain = selectors
  for (let before = selectors.includes('(') ? '' : selectors; before !== plain; ) {
    before = plain
    plain = plain.replaceAll(
      /(:is|:where)?(?<!\\)\(((?:\\.|[^()\\])*)\)/g,
      (_, isList: string | undefined, content: string) =>
        isList ? `${open}${content.replaceAll(/(?<!\\),/g, or)}${close}` : '',
    )
  }
  return plain
    .split(/(?<!\\),/)
    .flatMap(spread)
    .map((selector) => [...selector.matchAll(needs)].map(([all, name]) => name?.replaceAll('\\', '') ?? `<${all}`))
}

/** A selector for each of the alternatives. */
function spread(selector: string): string[] {
  const content = selector.includes(alternatives.open) ? innermost.exec(selector)?.[1] : undefined
  if (content === undefined) return [selector]
  return content.split(alternatives.or).flatMap((one) => spread(selector.replace(innermost, () => one)))
}

/** The place after the block that opens at `open`. */
function endOfBlock(css: string, open: number): number {
  let at = open + 1
  for (let depth = 1; depth > 0; at++) {
    at = find(css, at, '{}')
    if (at === css.length) throw new Error('The stylesheet ends inside a block')
    depth += css[at] === '{' ? 1 : -1
  }
  return at
}

/** An escape, a string, or a character that opens or ends something. */
const token = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/gs

/** The first of these characters outside strings and escapes, after a place; the end of the text if there is none. */
function find(css: string, from: number, characters: string): number {
  token.lastIndex = from
  for (let match = token.exec(css); match; match = token.exec(css))
    if (characters.includes(match[0])) return match.index
  return css.length
}

const block = /^(@font-face|:root(?:\s*,\s*\.on-deep)?)\s*\{([^{}]*)\}\s*/
const declaration = /^\s*(--[\w-]+)\s*:\s*\S/

/**
 * The design tokens of the company's folder as a style element, for every document. They override those of the
 * stylesheet, which the client loads after them, but not the accent chosen in the back office (`brandStyle`), which
 * has the same selectors and comes later.
 * @param css the program's stylesheet, which has all tokens there are; without it names are not compared
 * @throws ConfigError with the first line that cannot be used
 */
export function readTokenStyles(siteDir: string | undefined, css?: string): string {
  const text = siteDir === undefined ? undefined : readSiteTokens(siteDir)
  let rest = text?.replaceAll(/\/\*.*?\*\//gs, '').trim() ?? ''
  if (rest === '') return ''
  if (rest.includes('<')) throw wrong('must not contain "<"')
  const known = css === undefined ? undefined : new Set(css.match(/--[\w-]+(?=\s*:)/g))
  let styles = ''
  while (rest !== '') {
    const [whole, selector = '', content = ''] = block.exec(rest) ?? []
    if (whole === undefined)
      throw wrong(`may only have blocks of :root and @font-face, not "${rest.split('\n')[0]?.slice(0, 60)}"`)
    if (selector === '@font-face') styles += `@font-face{${content.trim()}}`
    else styles += `html:root,html .on-deep{${checkTokens(content, known).trim()}}`
    rest = rest.slice(whole.length)
  }
  return `<style>${styles}</style>`
}

function checkTokens(content: string, known: Set<string> | undefined): string {
  for (const line of content.split(';').filter((part) => part.trim() !== '')) {
    const name = declaration.exec(line)?.[1]
    if (name === undefined) throw wrong(`may only have tokens such as --color-primary: #0b6b63, not "${line.trim()}"`)
    if (known && !known.has(name)) throw wrong(`sets ${name}, which is not a token of the program (src/ui/tokens.css)`)
  }
  return content
}

const wrong = (problem: string) => new ConfigError(`SITE_DIR: tokens.css ${problem}`)
