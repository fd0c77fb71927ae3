import { emailAddress } from '#contract/fields.ts'
import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Column } from '../ground/imports.contract.ts'
import type { ImportAnswer, SubscriberState } from '../ground/newsletter.contract.ts'
import { addSubscribers } from '../subscription/subscription.shared.server.ts'
import { isFormula, reasons } from './addresses-in.ts'
import { guessMeanings } from './column-meanings.ts'
import { stateReader, ValueCounts } from './column-values.ts'
import { fold } from './fold-words.ts'
import { batch } from './import-store.server.ts'
import { linesOf } from './read-table.server.ts'
import { isStopped, strictest } from './state-words.ts'
import { everyoneOf, openFile } from './store-file.server.ts'

/**
 * Adds addresses as confirmed subscribers, unless a column of states says otherwise. A line with a state that is not known is left out. Existing
 * addresses do not change, so unsubscribed ones stay unsubscribed. Those that were erased on request are left out.
 * @param signal cancels the remaining writes
 * @throws HttpError 422 when no line has an address, or the file cannot be read
 */
export async function importSubscribers(database: Database, csv: string, signal: AbortSignal): Promise<ImportAnswer> {
  const { addresses: read, faults, faulty } = await readSubscriberTable(csv)
  if (read.length === 0) throw new HttpError(422, 'No line of this file holds an e-mail address.')
  const erased = await erasedAmong(
    database.db,
    read.map(([email]) => email),
  )
  const addresses = read.filter(([email]) => !erased.has(email))
  let added = 0
  for (let start = 0; start < addresses.length; start += batch) {
    signal.throwIfAborted()
    const rows = addresses
      .slice(start, start + batch)
      .map(([email, state]) => ({ email, state, source: 'import' as const }))
    added += await addSubscribers(database.db, rows)
  }
  return { added, known: addresses.length - added, faults, faulty }
}

const faultsListed = 10_000
/** The content of a CSV file: the addresses, each once with its state, and the skipped lines. */
type SubscriberTable = { addresses: [string, SubscriberState][] } & Pick<ImportAnswer, 'faults' | 'faulty'>

/**
 * Reads a CSV file with commas, semicolons or tabs between the cells. Lines count from 1.
 * @throws HttpError 422 when it is too long or not CSV
 */
async function readSubscriberTable(csv: string): Promise<SubscriberTable> {
  const addresses = new Map<string, SubscriberState>()
  const faults: ImportAnswer['faults'] = []
  const contract = emailAddress()
  let faulty = 0
  const columns = await columnsOf(csv)
  for await (const { cells, line } of linesOf(csv)) {
    const text = cells[columns.email] ?? ''
    const parsed = contract.safeParse(text)
    const formula = isFormula(text)
    const said = columns.states.map(({ at, read }) => read(cells[at] ?? ''))
    const own = strictest(said.filter((one) => typeof one === 'string')) ?? 'confirmed'
    const state = isStopped(own) ? own : (columns.everyone ?? own)
    const unknown = isStopped(state) ? undefined : said.find((one) => typeof one === 'object')
    if (parsed.success && !formula && !unknown && state !== 'skip') {
      const email = parsed.data.toLowerCase()
      addresses.set(email, strictest([state, addresses.get(email) ?? state]) as SubscriberState)
    } else if ((line > columns.headLine || formula) && ++faulty <= faultsListed)
      faults.push({ line, text: text.slice(0, 100), reason: faultOf() })

    function faultOf(): string {
      if (formula) return reasons.formula
      if (text === '') return reasons.empty
      return parsed.success ? (unknown?.reason ?? reasons.skipped) : reasons.malformed
    }
  }
  return { addresses: [...addresses], faults, faulty }
}

/** The column of the addresses, by its heading or else the first, and those of states, by their headings and values. */
async function columnsOf(csv: string) {
  const { headings = [], headLine, titles, body } = await openFile(csv)
  const counts = headings.map(() => new ValueCounts())
  for await (const { cells } of body) for (const [at, counted] of counts.entries()) counted.add(cells[at] ?? '')
  const meanings = guessMeanings(
    counts.map(({ texts }, at) => ({ heading: headings[at] ?? '', samples: texts, values: texts })),
  )
  const columns = counts.map((counted, at): Column => {
    const [heading = '', meaning = 'ignore'] = [headings[at], meanings[at]]
    return { heading, meaning, ...(meaning === 'state' && { values: counted.under(heading) }) }
  })
  const states = columns.flatMap((column, at) => (column.meaning === 'state' ? { at, read: stateReader(column) } : []))
  const email = headings.findIndex((heading) => /^email( address)?$/.test(fold(heading)))
  return { email: Math.max(0, email), headLine, states, everyone: everyoneOf({ columns, titles }) }
}
