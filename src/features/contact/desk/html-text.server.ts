import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { lookup } from '#contract/lookup.ts'

const setOf = (names: string) => new Set(names.split(' '))
const lines = setOf(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul',
)
/** Blocks with a space around them. */
const spaced = setOf('blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre ul')
const voids = setOf('area base br col embed hr img input link meta param source track wbr')
/** Elements whose text no mail program shows. */
const silent = setOf('head iframe math noembed noframes object script select style svg template textarea title')
const modes: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
}

/** What plain texts have for a line across the page. */
const rule = '_'.repeat(32)
/** Elements that end where another of them begins, or a block begins in a paragraph. */
const implied = setOf('p li td th tr dt dd')
/** The deepest quotation and list that is marked as such. */
const deepest = 10

/** How programs hide the words that lists of messages show. */
const hiding = /display:none|mso-hide:all|visibility:hidden|max-height:0|font-size:0(px|pt)?(;|$)/

/** How much of an attribute is read: the program of a stranger decides how long it is. */
const longestAttribute = 2_000

type OpenElement = {
  name: string
  quotes: boolean
  silent: boolean
  pre: boolean
  /** The number of the next entry of a list, if it has numbers. */
  next?: number
  list: boolean
  spaced: boolean
  href?: string
  said: string
}

/**
 * The text of a message in HTML: its line breaks as they are shown, quotations with `>`, and the addresses of links. It reads tags one after the
 * other, since mail programs nest them without end.
 * @param most it stops after so many characters
 */
export function textOfHtml(html: string, most: number): string {
  const done: string[] = []
  const open: OpenElement[] = []
  let [length, quotes, silences, pres, lists, line] = [0, 0, 0, 0, 0, '']
  /** How deep the quotation is in which an empty line is due. */
  let gap: number | undefined
  let link: OpenElement | undefined
  /** The mark of an entry of a list whose text is due. */
  let mark = ''
  /** How many elements of a name are open. */
  const counts = new Map<string, number>()
  let hasSpace = true
  const pushLine = (quoted = quotes) => {
    const depth = Math.min(quoted, deepest)
    // The line above a signature ends with a space.
    const text = line === '-- ' ? line : line.trimEnd()
    done.push(depth > 0 ? `${'>'.repeat(depth)}${text && ' '}${text}` : text)
    length += text.length + 1
    line = ''
    hasSpace = true
  }
  const startBlock = (wide: boolean) => {
    if (line !== '') pushLine()
    if (wide) gap = Math.min(gap ?? quotes, quotes)
  }
  const fillGap = () => {
    const isWanted = gap !== undefined && done.length > 0 && line === '' && !/^>*$/.test(done.at(-1) ?? '')
    if (isWanted) pushLine(Math.min(gap ?? 0, quotes))
    gap = undefined
  }
  const write = (text: string) => {
    if (silences > 0 || length + line.length > most) return
    const collapsed = pres > 0 ? text.replace(/\r/g, '') : text.replace(/[ \t\r\n\f]+/g, ' ')
    for (const [index, part] of (pres > 0 ? collapsed.split('\n') : [collapsed]).entries()) {
      if (index > 0) pushLine()
      const added = pres === 0 && hasSpace ? part.replace(/^ /, '') : part
      if (added === '') continue
      fillGap()
      line += mark + added
      mark = ''
      if (link) link.said += added
      // Not asked of the line, which grows: that would copy it.
      hasSpace = added.endsWith(' ')
    }
  }
  const close = ({ name, href, said, ...was }: OpenElement) => {
    if (lines.has(name)) startBlock(was.spaced)
    if (name === 'li') mark = ''
    if (href !== undefined) link = undefined
    if (href !== undefined && !mentions(said, href)) write(` [${href}]`)
    if (name === 'td' || name === 'th') write(' ')
    if (was.quotes) quotes--
    if (was.silent) silences--
    if (was.pre) pres--
    if (was.list) lists--
    counts.set(name, (counts.get(name) ?? 1) - 1)
  }
  /** Each element is passed once, because all above the one that ends do too. */
  const closeTo = (tagName: string) => {
    const index = open.findLastIndex(({ name }) => name === tagName)
    for (const one of open.splice(index).reverse()) close(one)
  }
  const start = ({ tagName: name, attrs, selfClosing }: Token.TagToken) => {
    // An address that its program did not escape.
    if (name.includes('@')) return write(`<${name}>`)
    const attribute = (wanted: string) => attrs.find((one) => one.name === wanted)?.value
    const style = (attribute('style') ?? '').slice(0, longestAttribute).toLowerCase().replace(/\s+/g, '')
    const isTight = name === 'p' && (/mso/i.test(attribute('class') ?? '') || /margin(-top|-bottom)?:0/.test(style))
    const wide = spaced.has(name) && !isTight && !(lists > 0 && (name === 'ul' || name === 'ol'))
    const top = open.at(-1)?.name ?? ''
    if (implied.has(top) && (top === name || (top === 'p' && lines.has(name)))) closeTo(top)
    // Its head may have no end.
    if (name === 'body' && counts.get('head')) closeTo('head')
    if (lines.has(name)) startBlock(wide)
    if (name === 'br') pushLine()
    if (name === 'hr' || (name === 'div' && /border-top:(?!none|0)[^;]*solid/.test(style))) {
      write(rule)
      startBlock(false)
    }
    if (name === 'img') write(pictureText(attribute('alt')))
    if (name === 'li') mark = `${'  '.repeat(Math.min(Math.max(lists, 1), deepest) - 1)}${markOf(open)}`
    if (voids.has(name)) return
    const opened: OpenElement = {
      name,
      quotes: isQuote(name, style, attribute),
      silent: silent.has(name) || hiding.test(style) || attribute('hidden') !== undefined,
      pre: name === 'pre' || /white-space:(pre|break-spaces)/.test(style),
      list: name === 'ul' || name === 'ol',
      spaced: wide,
      said: '',
      ...(name === 'ol' && { next: Number.parseInt(attribute('start') ?? '1', 10) || 1 }),
      ...(name === 'a' && attribute('href') && { href: attribute('href')?.trim() ?? '' }),
    }
    if (selfClosing && !lines.has(name) && opened.silent) return
    open.push(opened)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (opened.href !== undefined) link = opened
    if (opened.quotes) quotes++
    if (opened.silent) silences++
    if (opened.pre) pres++
    if (opened.list) lists++
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag(token) {
        start(token)
        const mode = lookup(modes, token.tagName)
        if (mode !== undefined) tokenizer.state = mode
      },
      onEndTag({ tagName }) {
        if (counts.get(tagName)) closeTo(tagName)
        else if (tagName === 'p' || tagName === 'br') pushLine()
      },
      onCharacter({ chars }) {
        write(chars)
        if (length + line.length > most) tokenizer.pause()
      },
      onWhitespaceCharacter: ({ chars }) => write(chars),
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  )
  tokenizer.write(html, true)
  if (line !== '') pushLine()
  return done
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether an element holds a quotation. Mail programs indent texts by the same element, without a border. */
function isQuote(name: string, style: string, attribute: (name: string) => string | undefined): boolean {
  if (name === 'blockquote')
    return attribute('type') === 'cite' || !/border(-left)?(-width|-style)?:(none|0)/.test(style)
  return name === 'div' && attribute('name') === 'quote'
}

/** The mark of an entry of the list that is open. */
function markOf(open: OpenElement[]): string {
  const list = open.findLast(({ list }) => list)
  return list?.next === undefined ? '- ' : `${list.next++}. `
}

/** A picture's text, or the emoji that it is. */
const pictureText = (alt = '') =>
  alt.trim() === '' ? '' : /^\p{Extended_Pictographic}/u.test(alt) ? alt : `[${alt.trim()}]`

/** Whether the text of a link says where it leads. A place in the message and a picture say nothing. */
function mentions(text: string, href: string): boolean {
  const [said, target] = [text, href].map((one) =>
    one
      .slice(0, longestAttribute)
      .toLowerCase()
      .replace(/^mailto:|^tel:|^https?:\/\/(www\.)?/, '')
      .replace(/[\s/]+$/, ''),
  ) as [string, string]
  return (
    !/^(https?|mailto|tel|ftp|s3):/i.test(href) ||
    said.includes(target) ||
    (said.length > 3 && target.startsWith(said)) ||
    // Programs that check links lead to them through a page of theirs.
    (/^[\w-]+\.\w/.test(said) && target.includes(encodeURIComponent(said).toLowerCase()))
  )
}
