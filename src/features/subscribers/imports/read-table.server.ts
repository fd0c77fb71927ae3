import { readCsv, separators, tooMany } from '#server/http/read-csv.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { decodeTable, UnreadableFile } from './decode-table.ts'

const maxLines = 250_000
/** The most addresses in one cell. */
const mostAddresses = 1_000

const refuse = (message: string) => invalid('csv', message)

/**
 * The text of an uploaded file.
 * @param type its content type, which can name the encoding
 * @throws HttpError 422 when it is not a text, or its encoding is not known
 */
export function textOf(bytes: Buffer, type = ''): string {
  try {
    return decodeTable(bytes, /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1])
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(error.message) : error
  }
}

/**
 * The lines of a table of addresses, except empty ones.
 * @throws HttpError 422 when it is not CSV, or has too many lines or addresses
 */
export async function* linesOf(csv: string): AsyncGenerator<{ cells: string[]; line: number }> {
  let addresses = 0
  for await (const { cells, line } of readCsv(csv, { most: maxLines, separatorIn })) {
    const most = cells.reduce((sum, cell) => Math.max(sum, addressSigns(cell)), 0)
    if (most > mostAddresses)
      throw refuse(
        `Line ${line} has more than ${mostAddresses.toLocaleString('en')} addresses in one cell. Please put each address on its own line.`,
      )
    addresses += most
    if (addresses > maxLines) throw tooMany('addresses', maxLines)
    yield { cells, line }
  }
}

/** How many addresses a text can have. */
export const addressSigns = (text: string): number => (text.includes('@') ? text.split('@').length - 1 : 0)

/** The separator that most of the first lines have equally often, outside of quotation marks. */
function separatorIn(begin: string): string {
  const lines = begin
    .split(/[\r\n]+/, 20)
    .map((line) => line.replace(/"[^"]*"/g, (cell) => cell.replace(/[^@]+/g, '"')))
    .filter((line) => line.trim() !== '')
  const scoreOf = (separator: string) => {
    const parts = lines.map((line) => line.split(separator))
    // Several addresses between separators can be one cell.
    const rows = parts.filter((cells) => cells.length > 1 && !cells.every((cell) => cell.includes('@') || !cell.trim()))
    const alike = Map.groupBy(
      rows.map(({ length }) => length),
      (length) => length,
    )
    return Math.max(0, ...[...alike].map(([count, same]) => same.length * 1_000 + Math.min(count, 999)))
  }
  return separators.reduce((best, next) => (scoreOf(next) > scoreOf(best) ? next : best))
}
