import type { Element, Nodes, Parents, Root, Text } from 'hast'
import { classesOf, closest, elementsNamed, isBlank } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { blockNames, inlineNames } from '#content/markup/sanitise-schema.ts'
import { directionOf, hasRightToLeft } from '#contract/direction.ts'

/** Text that readers copy or type is not changed. */
const verbatim = new Set('code kbd pre samp var img input'.split(' '))

/** Elements that are part of a line. All others end it, so that a quotation mark never pairs with one in another block. */
const inline = new Set(inlineNames.filter((name) => name !== 'br'))

/** Replaces parts that do not change, such as code, pictures and addresses. Punctuation next to it is set as next to a word. */
const thing = '\uFFFC'
/** Takes the place of a character that is left out. No text contains it. */
const nothing = '\0'

/**
 * Sets the punctuation of the visible text: curly quotation marks and apostrophes, en dashes in ranges and between words, ellipses. Code,
 * addresses and attributes stay as typed.
 */
export function finishTypography(tree: Root) {
  const line: (Text | null)[] = []
  const walk = (parent: Parents) => {
    for (const node of parent.children) {
      if (node.type === 'text') line.push(node)
      else if (node.type === 'element') visit(node)
    }
  }
  const visit = (element: Element) => {
    if (verbatim.has(element.tagName)) line.push(null)
    else if (inline.has(element.tagName)) walk(element)
    else {
      setLine(line.splice(0))
      walk(element)
      setLine(line.splice(0))
    }
  }
  walk(tree)
  setLine(line)
}

/** Sets the texts of a line together, because quotations span elements: `"*word*"` is one quotation. */
function setLine(line: (Text | null)[]) {
  const set = setText(line.map((text) => text?.value ?? thing).join(''))
  let at = 0
  for (const text of line) {
    const end = at + (text?.value.length ?? 1)
    if (text) text.value = set.slice(at, end).replaceAll(nothing, '')
    at = end
  }
}

/** The same for a text on its own. */
export const withTypography = (text: string) => setText(text).replaceAll(nothing, '')

const address = /(?:https?:\/\/|www\.|mailto:)[^\s<>"]+|[\w.+'-]{1,64}@[\w.-]{1,253}/gi

/** The result has the same length. */
function setText(text: string): string {
  if (!/["'.-]/.test(text)) return text
  const hidden = text.replace(address, (found) => thing.repeat(found.length))
  const set = setQuotes(setDashes(hidden.replace(/(?<!\.)\.{3}(?!\.)/g, `…${nothing}${nothing}`)))
  return hidden === text ? set : set.replace(/\uFFFC/g, (_, at: number) => text[at] ?? '')
}

const number = String.raw`\d{1,3}(?:\.\d+)?|\d{1,3}(?:,\d{2,3})+|[12]\d{3}|\d{1,2}:\d{2}`
/** Two numbers that are not part of a date, a version, a telephone number or a name. */
const range = new RegExp(String.raw`(?<![\w.,:/+#-]|\d )(${number})-(${number})(?![\d-]|[.,:/]\d|[a-z]{3}| \d)`, 'gi')
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const named = new RegExp(`(?<![\\w-])(?:${day}-${day}|${month}-${month})(?![\\w-])`, 'g')

const setDashes = (text: string) =>
  text
    .replace(range, (found, from: string, to: string) => (isRange(from, to) ? `${from}–${to}` : found))
    .replace(named, (found) => found.replace('-', '–'))
    .replace(/(?<=\S )--(?= \S)/g, `–${nothing}`)
    .replace(/(?<=\p{L})--(?=\p{L})/gu, `—${nothing}`)
    .replace(/(?<=\S )-(?= [\p{L}\p{Ps}"'])/gu, '–')

/** `10-20`, `2019-2023` and the financial year `2024-25` are ranges; `24-7` and `020-555` are not. */
function isRange(from: string, to: string): boolean {
  if (/^\d{4}$/.test(from) && /^\d{2}$/.test(to)) return Number(to) === (Number(from) + 1) % 100
  return kindOf(from) === kindOf(to) && amount(from) < amount(to)
}

const amount = (text: string) => Number(text.replaceAll(',', '').replace(':', '.'))

function kindOf(text: string): string {
  if (text.includes(':')) return 'time'
  if (/^0\d/.test(text)) return `code ${text}`
  return /^\d{4}$/.test(text) ? 'year' : text.includes(',') ? 'thousands' : 'small'
}

/** Years without their century, and words that begin with an apostrophe. */
const shortened = /^(?:\d0s|cause|em|n|round|til|tis|twas)(?![\p{L}\p{N}])/iu

/** More marks that are open at once are mistakes. */
const deepest = 8

/** A quotation mark after one of these, and before a word, opens. */
const opener = /[\s([{“‘—–/=:-]/

/** A sign of feet, inches or minutes stays as it is. */
function setQuotes(text: string): string {
  const open: string[] = []
  let last = { at: -1, mark: '' }
  return text.replace(/["']/g, (mark, at: number) => {
    const before = last.at === at - 1 && at > 0 ? last.mark : (text[at - 1] ?? ' ')
    const after = text[at + 1] ?? ' '
    const set = setMark(mark, { before, after, open, rest: text.slice(at + 1, at + 8) })
    last = { at, mark: set }
    return set
  })
}

type Place = {
  before: string
  after: string
  /** The marks that are open, the innermost last. */
  open: string[]
  rest: string
}

function setMark(mark: string, { before, after, open, rest }: Place): string {
  const single = mark === "'"
  if (opener.test(before) && /\S/.test(after)) {
    if (single && shortened.test(rest)) return '’'
    open.push(mark)
    if (open.length > deepest) open.shift()
    return single ? '‘' : '“'
  }
  if (/\d/.test(before) && !/\p{L}/u.test(after) && !open.includes(mark)) return mark
  // An apostrophe inside a word closes nothing.
  if (!(single && /[\p{L}\p{N}]/u.test(after)) && open.includes(mark)) open.length = open.lastIndexOf(mark)
  return single ? '’' : '”'
}

/** Blocks that have a direction. */
const directed = new Set(
  'p h1 h2 h3 h4 h5 h6 li dt dd td th caption figcaption summary blockquote div ul ol dl table details'.split(' '),
)
const blocks = new Set<string>(blockNames)
const code = ['pre', 'code', 'kbd', 'samp']

/**
 * Lets the words of each block run in the direction of their script. Nothing changes in a text without a script from right to left.
 * The browser finds the direction of a block that has words. A block of blocks, such as a list, gets that of its first letter. Code runs from left
 * to right.
 */
export function finishDirections(tree: Root): void {
  if (!hasRightToLeft(textOf(tree))) return
  for (const placed of elementsNamed(tree)) {
    const { element } = placed
    const { tagName, properties } = element
    if (properties.dir !== undefined || classesOf(element).includes('callout-title')) continue
    if (code.includes(tagName) || classesOf(element).includes('code-block')) properties.dir = 'ltr'
    else if (directed.has(tagName)) {
      const direction = firstIn(element)
      if (direction) properties.dir = hasOwnWords(element) ? 'auto' : direction
      // A cell with a number follows its table.
      else if (/^t[dh]$/.test(tagName)) properties.dir = closest(placed, 'table')?.properties.dir
    }
  }
}

const hasOwnWords = (element: Element): boolean =>
  !classesOf(element).includes('heading') &&
  element.children.some((child) => (child.type === 'element' ? !blocks.has(child.tagName) : !isBlank(child)))

/** The direction of the first letter in an element. */
export const directionIn = (element: Element): 'ltr' | 'rtl' => firstIn(element) ?? 'ltr'

function firstIn(node: Nodes): ReturnType<typeof directionOf> {
  if (node.type === 'text') return directionOf(node.value)
  if (!('children' in node) || (node.type === 'element' && isAside(node))) return undefined
  for (const child of node.children) {
    const found = firstIn(child)
    if (found) return found
  }
  return undefined
}

/** Code, and words that the renderer has added. */
const isAside = (element: Element) =>
  code.includes(element.tagName) ||
  classesOf(element).some((name) => ['callout-title', 'sr-only', 'anchor', 'code-head'].includes(name))
