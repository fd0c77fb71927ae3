import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { invalid } from '#server/runtime/http-error.ts'
import { decodeTable, UnreadableFile } from './decode-table.ts'

const maxLines = 250_000
/** The longest line, in characters: an unclosed quotation mark makes one line of all that follows. */
const longestLine = 100_000
/** Characters parsed at a time; between two slices the event loop runs. */
const sliceLength = 32_768

const refuse = (message: string) => invalid('csv', message)

/**
 * The text of an uploaded file.
 * @throws HttpError 422 when it is not a text
 */
export function textOf(bytes: Buffer): string {
  try {
    return decodeTable(bytes)
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(error.message) : error
  }
}

type Line = { record: string[]; info: { lines: number } }

/**
 * The lines of a CSV file with commas, semicolons or tabs between the cells, except empty ones. Lines count from 1.
 * @throws HttpError 422 when it is too long or not CSV
 */
export async function* linesOf(csv: string): AsyncGenerator<{ cells: string[]; line: number }> {
  const { CsvError, parse } = await import('csv-parse')
  // The parser counts a CR LF inside a cell as two lines.
  const text = csv.replace(/\r\n?/g, '\n')
  const separator = separatorOf(/[^\n]+/.exec(text.slice(0, longestLine))?.[0] ?? '')
  const parser = Readable.from(slices(text)).pipe(
    parse({
      bom: true,
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestLine,
      info: true,
    }),
  )
  let count = 0
  let last = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Line>) {
      if (++count > maxLines)
        throw refuse(`This table has too many lines: at most ${maxLines.toLocaleString('en')} at once.`)
      last = info.lines
      const cells = record.map(cellOf)
      if (cells.some((cell) => cell !== '')) yield { cells, line: info.lines }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(`This table cannot be read: line ${last + 1} is too long, or a quotation mark in it is never closed.`)
  }
}

/** The separator that the first line has most often, outside of quotation marks. */
function separatorOf(line: string): string {
  const plain = line.replace(/"[^"]*"/g, '')
  const count = (separator: string) => plain.split(separator).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}

async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength)
    await setImmediate()
  }
}

/** Our own export puts an apostrophe before text that a spreadsheet could take for a formula. */
const cellOf = (cell: string) => cell.trim().replace(/^'(?=[=+@-])/, '')
