import { emailAddress } from '#contract/fields.ts'
import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type ImportAnswer, type SubscriberState, subscriberStates } from '../newsletter.contract.ts'
import { addSubscribers } from '../subscription.server.ts'
import { isFormula, reasons } from './read-addresses.ts'
import { linesOf } from './read-table.server.ts'

/** Rows written in one statement; SQLite takes 32,766 values. */
const batch = 500

/**
 * Adds addresses as confirmed subscribers, unless the column `State` of our own export says otherwise. Existing
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
  let columns: { email: number; state: number } | undefined
  for await (const { cells, line } of linesOf(csv)) {
    const first = columns === undefined
    columns ??= columnsOf(cells)
    const text = cells[columns.email] ?? ''
    const parsed = contract.safeParse(text)
    const formula = isFormula(text)
    const state = subscriberStates.find((name) => name === cells[columns?.state ?? -1]?.toLowerCase()) ?? 'confirmed'
    if (parsed.success && !formula) addresses.set(parsed.data.toLowerCase(), state)
    // The first line may be a heading.
    else if ((!first || formula) && ++faulty <= faultsListed)
      faults.push({
        line,
        text: text.slice(0, 100),
        reason: formula ? reasons.formula : text === '' ? reasons.empty : reasons.malformed,
      })
  }
  return { addresses: [...addresses], faults, faulty }
}

/** The columns of the addresses (by its heading, or else the first) and of their states (-1 without one). */
function columnsOf(cells: string[]) {
  const headings = cells.map((cell) => cell.toLowerCase())
  const email = headings.findIndex((heading) => /^e-?mail( address)?$/.test(heading))
  return { email: Math.max(0, email), state: headings.indexOf('state') }
}
