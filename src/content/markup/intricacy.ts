import type { Nodes } from 'hast'
import { fence, isHtml } from './html-source.ts'

/** More than any real text has. Beyond these limits the parsers' time and memory grow at least quadratically. */
const maxDepth = 100
const maxColumns = 100
const maxCells = 50_000

/**
 * Whether Markdown is nested too deeply, or has too large a table, to be parsed at all. It reads the text once, line by line, so it finds the
 * obvious cases; the deadline of the render worker stops the others (docs/decisions/025-rendering-texts.md).
 */
export function isTooIntricate(source: string): boolean {
  let fenced = ''
  let columns = 0
  let cells = 0
  for (const line of source.split('\n')) {
    const mark = fence.exec(line)?.[1] ?? ''
    if (fenced !== '' || mark !== '') {
      fenced = fenced === '' ? mark : mark.startsWith(fenced) ? '' : fenced
      columns = 0
      continue
    }
    if (markersBefore(line) > maxDepth && !thematicBreak.test(line)) return true
    if (alternations(line) > maxDepth) return true

    columns = line.trim() === '' ? 0 : columns || columnsBelow(line)
    cells += columns
    if (columns > maxColumns || cells > maxCells) return true
  }
  return false
}

/** Whether elements are nested too deeply. */
export function isTooDeep(node: Nodes, depth = 0): boolean {
  return 'children' in node && (depth > maxDepth || node.children.some((child) => isTooDeep(child, depth + 1)))
}

/** The number of lines and Markdown marks that a block may have. */
const heaviest = 2_000

/**
 * Whether a text has blocks that would block the browser: the parser's time is quadratic in the marks and lines of a block. The server
 * can still render it, in a process with a deadline.
 */
export function isHeavy(source: string): boolean {
  if (isHtml(source)) return false
  return source.split(/\n[^\S\n]*\n/).some((block) => (block.match(/[\n*_~[\]`<]/g)?.length ?? 0) > heaviest)
}

/** How many nested quotations and list items a line opens: `> * 1. text` opens three. */
function markersBefore(line: string): number {
  const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y
  let count = 0
  while (marker.test(line)) count++
  return count
}

const thematicBreak = /^[ \t>]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** How often a run of emphasis markers changes from one marker to another, at most: three times in `*_*_`. */
function alternations(line: string): number {
  let most = 0
  for (const [run] of line.matchAll(/[*_~]{2,}/g)) {
    let count = 0
    for (let at = 1; at < run.length; at++) if (run[at] !== run[at - 1]) count++
    most = Math.max(most, count)
  }
  return most
}

/** The number of columns in a table's delimiter row such as `|---|:-:|`; 0 for any other line. */
function columnsBelow(line: string): number {
  const row = line.replace(/^[ \t>]+/, '').trimEnd()
  if (!row.includes('|') || !/^[-:| \t]+$/.test(row) || !row.includes('-')) return 0
  return row.replace(/^\||\|$/g, '').split('|').length
}
