import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { emailAddress } from '#contract/fields.ts'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type ImportAnswer, type SubscriberState, subscriberStates } from './newsletter.contract.ts'
import { addSubscribers } from './subscription.server.ts'

/** Rows written in one statement; SQLite takes 32,766 values. */
const batch = 500

/**
 * Adds addresses as confirmed subscribers, unless the column `State` of our own export says otherwise. Existing
 * addresses do not change, so unsubscribed ones stay unsubscribed.
 * @param signal cancels the remaining writes
 * @throws HttpError 422 when no line has an address, or the file cannot be read
 */
export async function importSubscribers(database: Database, csv: string, signal: AbortSignal): Promise<ImportAnswer> {
  const { addresses, faults, faulty } = await readSubscriberTable(csv)
  if (addresses.length === 0) throw new HttpError(422, 'No line of this file holds an e-mail address.')
  let added = 0
  for (let start = 0; start < addresses.length; start += batch) {
    signal.throwIfAborted()
    added += await addSubscribers(database.db, addresses.slice(start, start + batch))
  }
  return { added, known: addresses.length - added, faults, faulty }
}

const maxLines = 250_000
/** The longest line, in characters: an unclosed quotation mark makes one line of all that follows. */
const longestLine = 100_000
const faultsListed = 10_000
/** Characters parsed at a time; between two slices the event loop runs. */
const sliceLength = 32_768

/** The content of a CSV file: the addresses, each once with its state, and the skipped lines. */
type SubscriberTable = { addresses: [string, SubscriberState][] } & Pick<ImportAnswer, 'faults' | 'faulty'>

const refuse = (message: string) => new HttpError(422, message, [{ path: 'csv', message }])

/**
 * Reads a CSV file with commas, semicolons or tabs between the cells. Lines count from 1.
 * @throws HttpError 422 when it is too long or not CSV
 */
async function readSubscriberTable(csv: string): Promise<SubscriberTable> {
  const addresses = new Map<string, SubscriberState>()
  const faults: ImportAnswer['faults'] = []
  const contract = emailAddress()
  let faulty = 0
  let columns: { email: number; state: number } | undefined
  for await (const { cells, line } of linesOf(csv)) {
    const first = columns === undefined
    columns ??= columnsOf(cells)
    const text = cells[columns.email] ?? ''
    const parsed = contract.safeParse(text)
    const isFormula = /^[=+@-]/.test(text)
    const state = subscriberStates.find((name) => name === cells[columns?.state ?? -1]?.toLowerCase()) ?? 'confirmed'
    if (parsed.success && !isFormula) addresses.set(parsed.data.toLowerCase(), state)
    // The first line may be a heading.
    else if ((!first || isFormula) && ++faulty <= faultsListed)
      faults.push({ line, text: text.slice(0, 100), reason: isFormula ? reasons.formula : reasonFor(text) })
  }
  return { addresses: [...addresses], faults, faulty }
}

/** Why a line is skipped. A spreadsheet would run a formula when the list is exported and opened. */
const reasons = {
  formula: 'It looks like a spreadsheet formula',
  empty: 'The column of the addresses is empty',
  malformed: 'Not an e-mail address',
}

const reasonFor = (text: string) => (text === '' ? reasons.empty : reasons.malformed)

/** The columns of the addresses (by its heading, or else the first) and of their states (-1 without one). */
function columnsOf(cells: string[]) {
  const headings = cells.map((cell) => cell.toLowerCase())
  const email = headings.findIndex((heading) => /^e-?mail( address)?$/.test(heading))
  return { email: Math.max(0, email), state: headings.indexOf('state') }
}

type Line = { record: string[]; info: { lines: number } }

async function* linesOf(csv: string): AsyncGenerator<{ cells: string[]; line: number }> {
  const { CsvError, parse } = await import('csv-parse')
  // The parser counts a CR LF inside a cell as two lines.
  const text = csv.replace(/\r\n?/g, '\n')
  const [separator = ','] = /[;\t]/.exec(text.slice(0, longestLine).split('\n', 1)[0] ?? '') ?? []
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

async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength)
    await setImmediate()
  }
}

/** Our own export puts an apostrophe before text that a spreadsheet could take for a formula. */
const cellOf = (cell: string) => cell.trim().replace(/^'(?=[=+@-])/, '')
