import { readCsv } from '#server/http/read-csv.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { mostLines } from './redirects.contract.ts'
import type { NewRedirect } from './redirects.shared.server.ts'

export type CsvRedirect = NewRedirect & { to: string; line: number }

/** The headings of other programs for the old address and for the new one. */
const headings = {
  from: /^(?:from|source|old|redirect[ _-]?from|origin|alias)\b/i,
  to: /^(?:to|target|new|destination|redirect[ _-]?to|url[ _-]?to)\b/i,
}

/** The first of the separators that the first line has. Addresses have commas more often than semicolons or tabs. */
function separatorIn(begin: string): string {
  const first = /^[^\r\n]+/m.exec(begin)?.[0] ?? ''
  return [';', '\t', ','].find((separator) => first.includes(separator)) ?? ','
}

/**
 * The redirects of a table, with or without headings: the old address, then the new one. A line without the second has ''.
 * @throws HttpError 422 when it is no table, or too long
 */
export async function readRedirectCsv(csv: string): Promise<CsvRedirect[]> {
  let columns: ReturnType<typeof columnsIn>
  let isFirst = true
  const redirects: CsvRedirect[] = []
  for await (const { cells, line } of readCsv(csv, { most: mostLines + 1, separatorIn })) {
    if (isFirst) columns = columnsIn(cells)
    if (!isFirst || !columns)
      redirects.push({ line, from: cells[columns?.from ?? 0] ?? '', to: cells[columns?.to ?? 1] ?? '' })
    isFirst = false
  }
  const found = redirects.filter(({ from, to }) => from !== '' || to !== '')
  if (found.length === 0) throw invalid('csv', 'There is no redirect in this table')
  if (found.length > mostLines) throw invalid('csv', 'At most 20,000 redirects at once')
  return found
}

/** The columns that the first line names; undefined where it is a redirect itself. */
function columnsIn(cells: string[]): { from: number; to: number } | undefined {
  const find = (heading: RegExp) => cells.findIndex((cell) => heading.test(cell))
  const [from, to] = [find(headings.from), find(headings.to)]
  if (from >= 0 && to >= 0 && from !== to) return { from, to }
  // Headings in another language: no address is without one of these signs.
  return cells.length > 0 && cells.every((cell) => !/[/?.]/.test(cell)) ? { from: 0, to: 1 } : undefined
}
