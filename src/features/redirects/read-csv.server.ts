import { invalid } from '#server/runtime/http-error.ts'
import { mostLines } from './redirects.contract.ts'
import type { NewRedirect } from './redirects.shared.server.ts'

type Line = { record: string[]; info: { lines: number } }
export type CsvRedirect = NewRedirect & { to: string; line: number }

/** The headings of other programs for the old address and for the new one. */
const headings = {
  from: /^(?:from|source|old|redirect[ _-]?from|origin|alias)\b/i,
  to: /^(?:to|target|new|destination|redirect[ _-]?to|url[ _-]?to)\b/i,
}

/** The first of the separators with which the first line has several cells. */
const separatorOf = (csv: string) => {
  const first = /^[^\r\n]+/m.exec(csv)?.[0] ?? ''
  return [';', '\t', ','].find((separator) => first.includes(separator)) ?? ','
}

/**
 * The redirects of a table with commas, semicolons or tabs, with or without headings: the old address, then the new one. A line without the second has ''.
 * @throws HttpError 422 when it is no table, or too long
 */
export async function readRedirectCsv(csv: string): Promise<CsvRedirect[]> {
  const { CsvError, parse } = await import('csv-parse/sync')
  let lines: Line[]
  try {
    lines = parse(csv.replace(/\r\n?/g, '\n'), {
      bom: true,
      delimiter: separatorOf(csv),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: mostLines + 2,
      info: true,
    }) as unknown as Line[]
  } catch (error) {
    if (error instanceof CsvError)
      throw invalid('csv', 'This table cannot be read: a quotation mark in it is never closed.')
    throw error
  }
  const [head] = lines
  const columns = columnsIn(head?.record ?? [])
  const redirects = lines
    .slice(columns ? 1 : 0)
    .map(({ record, info }) => ({
      line: info.lines,
      from: cellOf(record[columns?.from ?? 0]),
      to: cellOf(record[columns?.to ?? 1]),
    }))
    .filter(({ from, to }) => from !== '' || to !== '')
  if (redirects.length === 0) throw invalid('csv', 'There is no redirect in this table')
  if (redirects.length > mostLines) throw invalid('csv', 'At most 20,000 redirects at once')
  return redirects
}

/** The columns that the first line names; undefined where it is a redirect itself. */
function columnsIn(cells: string[]): { from: number; to: number } | undefined {
  const find = (heading: RegExp) => cells.findIndex((cell) => heading.test(cell.trim()))
  const [from, to] = [find(headings.from), find(headings.to)]
  if (from >= 0 && to >= 0 && from !== to) return { from, to }
  // Headings in another language: no address is without one of these signs.
  return cells.length > 0 && cells.every((cell) => !/[/?.]/.test(cell)) ? { from: 0, to: 1 } : undefined
}

/** A spreadsheet's text may have an apostrophe before it. */
const cellOf = (cell = '') => cell.trim().replace(/^'(?=[=+@-])/, '')
