import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { invalid } from '#server/runtime/http-error.ts'

/** The longest line, in characters: an unclosed quotation mark makes one line of all that follows. */
const longestLine = 100_000
/** Characters parsed at a time; between two slices the event loop runs. */
const sliceLength = 32_768

type Line = { record: string[]; info: { lines: number } }

/**
 * The lines of an uploaded CSV file with commas, semicolons, tabs or bars between the cells, except empty ones. Lines count from 1.
 * @param most how many lines it may have
 * @param separatorIn guesses the separator from the begin of a file that does not name it
 * @throws HttpError 422 when it is too long or not CSV
 */
export async function* readCsv(
  csv: string,
  { most, separatorIn }: { most: number; separatorIn(begin: string): string },
): AsyncGenerator<{ cells: string[]; line: number }> {
  const { CsvError, parse } = await import('csv-parse')
  const begin = csv.slice(0, longestLine)
  const [, own = ''] = named.exec(begin) ?? []
  const parser = parse({
    bom: true,
    delimiter: separators.includes(own) ? own : separatorIn(begin),
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    info: true,
  })
  Readable.from(slices(csv, most))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  let count = 0
  let last = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Line>) {
      if (++count > most) throw tooMany('lines', most)
      last = info.lines
      const cells = record.map(cellOf)
      // How spreadsheets in some languages name the separator.
      if (cells.every((cell) => cell === '') || (count === 1 && named.test(cells[0] ?? ''))) continue
      yield { cells, line: info.lines }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(`This table cannot be read: line ${last + 1} is too long, or a quotation mark in it is never closed.`)
  } finally {
    parser.destroy()
  }
}

const refuse = (message: string) => invalid('csv', message)

export const tooMany = (things: string, most: number) =>
  refuse(`This table has too many ${things}: at most ${most.toLocaleString('en')} at once.`)

/** The line with which spreadsheets name the separator. */
const named = /^\ufeff?sep=(.?)/i

export const separators = [',', ';', '\t', '|']

/** The text in parts, with one kind of line end: the parser counts a CR LF inside a cell as two lines. */
async function* slices(text: string, most: number): AsyncGenerator<string> {
  // Empty lines, and lines within cells, count here too.
  const mostLineEnds = 4 * most
  let lineEnds = 0
  for (let start = 0; start < text.length; ) {
    const end = start + sliceLength
    const next = text[end - 1] === '\r' && text[end] === '\n' ? end + 1 : end
    const slice = text.slice(start, next).replace(/\r\n?/g, '\n')
    lineEnds += slice.split('\n').length - 1
    if (lineEnds > mostLineEnds) throw tooMany('lines', most)
    yield slice
    start = next
    await setImmediate()
  }
}

/** Our own export puts an apostrophe before text that a spreadsheet could take for a formula. */
const cellOf = (cell: string) => cell.trim().replace(/^'(?=[=+@-])/, '')
