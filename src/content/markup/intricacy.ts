import type { Nodes } from 'hast'
import { fence } from './html-source.ts'

/** No text that people read has more, and beyond these the parsers' time and memory grow with the square of the size, or faster. */
const deepest = 100
const mostColumns = 100
const mostCells = 50_000

/**
 * Whether Markdown is nested too deep, or has too large a table, to be parsed at all. It reads the text once, line by line, so it finds what
 * is plain to see; what it misses is stopped by the deadline of the process that renders (docs/decisions/025-texts-are-rendered-once.md).
 */
export function isTooIntricate(source: string): boolean {
  let fenced = ''
  let columns = 0
  let cells = 0
  for (const line of linesOf(source)) {
    const mark = fence.exec(line)?.[1] ?? ''
    if (fenced !== '' || mark !== '') {
      fenced = fenced === '' ? mark : mark.startsWith(fenced) ? '' : fenced
      columns = 0
      continue
    }
    if (markersBefore(line) > deepest && !thematicBreak.test(line)) return true
    if (alternations(line) > deepest) return true

    columns = line.trim() === '' ? 0 : columns || columnsBelow(line)
    cells += columns
    if (columns > mostColumns || cells > mostCells) return true
  }
  return false
}

/** Whether elements stand deeper in one another than anybody writes them. */
export function isTooDeep(node: Nodes, depth = 0): boolean {
  return 'children' in node && (depth > deepest || node.children.some((child) => isTooDeep(child, depth + 1)))
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end < 0 ? text.length : end)
    if (end < 0) return
    start = end + 1
  }
}

/** How many quotations and points of lists a line opens one in another: `> * 1. text` opens three. */
function markersBefore(line: string): number {
  const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y
  let count = 0
  while (marker.test(line)) count++
  return count
}

const thematicBreak = /^[ \t>]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** How often the longest run of marks for emphasis goes from one mark to another: `*_*_` does so three times. */
function alternations(line: string): number {
  let most = 0
  for (const [run] of line.matchAll(/[*_~]{2,}/g)) {
    let count = 0
    for (let at = 1; at < run.length; at++) if (run[at] !== run[at - 1]) count++
    most = Math.max(most, count)
  }
  return most
}

/** The number of columns that a row such as `|---|:-:|` gives to the table that it begins; 0 for any other line. */
function columnsBelow(line: string): number {
  const row = line.replace(/^[ \t>]+/, '').trimEnd()
  if (!row.includes('|') || !/^[-:| \t]+$/.test(row) || !row.includes('-')) return 0
  return row.replace(/^\||\|$/g, '').split('|').length
}
