import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { invalid } from '#server/runtime/http-error.ts'
import { decodeTable, UnreadableFile } from './decode-table.ts'

const maxLines = 250_000
/** Empty lines, and lines within cells, count here too. */
const mostLineEnds = 4 * maxLines
/** The most addresses in one cell. */
const mostAddresses = 1_000
/** The longest line, in characters: an unclosed quotation mark makes one line of all that follows. */
const longestLine = 100_000
/** Characters parsed at a time; between two slices the event loop runs. */
const sliceLength = 32_768

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

type Line = { record: string[]; info: { lines: number } }

/**
 * The lines of a CSV file with commas, semicolons, tabs or bars between the cells, except empty ones. Lines count from 1.
 * @throws HttpError 422 when it is too long or not CSV
 */
export async function* linesOf(csv: string): AsyncGenerator<{ cells: string[]; line: number }> {
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    bom: true,
    delimiter: separatorOf(csv),
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    info: true,
  })
  Readable.from(slices(csv))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  let count = 0
  let last = 0
  let addresses = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Line>) {
      if (++count > maxLines) throw tooMany('lines', maxLines)
      last = info.lines
      const cells = record.map(cellOf)
      // How spreadsheets in some languages name the separator.
      if (cells.every((cell) => cell === '') || (count === 1 && named.test(cells[0] ?? ''))) continue
      const most = cells.reduce((sum, cell) => Math.max(sum, addressSigns(cell)), 0)
      if (most > mostAddresses)
        throw refuse(
          `Line ${info.lines} has more than ${mostAddresses.toLocaleString('en')} addresses in one cell. Please put each address on its own line.`,
        )
      addresses += most
      if (addresses > maxLines) throw tooMany('addresses', maxLines)
      yield { cells, line: info.lines }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(`This table cannot be read: line ${last + 1} is too long, or a quotation mark in it is never closed.`)
  } finally {
    parser.destroy()
  }
}

const tooMany = (things: string, most: number) =>
  refuse(`This table has too many ${things}: at most ${most.toLocaleString('en')} at once.`)

/** How many addresses a text can have. */
export const addressSigns = (text: string): number => (text.includes('@') ? text.split('@').length - 1 : 0)

/** The line with which spreadsheets name the separator. */
const named = /^\ufeff?sep=(.?)/i

/** The separator that the file names, or that most of its first lines have equally often, outside of quotation marks. */
function separatorOf(csv: string): string {
  const start = csv.slice(0, longestLine)
  const [, own] = named.exec(start) ?? []
  if (own && separators.includes(own)) return own
  const lines = start
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
const separators = [',', ';', '\t', '|']

/** The text in parts, with one kind of line end: the parser counts a CR LF inside a cell as two lines. */
async function* slices(text: string): AsyncGenerator<string> {
  let lineEnds = 0
  for (let start = 0; start < text.length; ) {
    const end = start + sliceLength
    const next = text[end - 1] === '\r' && text[end] === '\n' ? end + 1 : end
    const slice = text.slice(start, next).replace(/\r\n?/g, '\n')
    lineEnds += slice.split('\n').length - 1
    if (lineEnds > mostLineEnds) throw tooMany('lines', maxLines)
    yield slice
    start = next
    await setImmediate()
  }
}

/** Our own export puts an apostrophe before text that a spreadsheet could take for a formula. */
const cellOf = (cell: string) => cell.trim().replace(/^'(?=[=+@-])/, '')
