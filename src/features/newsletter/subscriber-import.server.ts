import { randomUUIDv7 } from 'node:crypto'
import { emailAddress } from '#contract/common.ts'
import type { Database } from '#server/database/connect.ts'
import { ApiError } from '#server/errors.ts'
import { type ImportAnswer, type SubscriberState, subscriberStates } from './newsletter.contract.ts'
import { subscribers } from './newsletter.table.ts'

/** Rows written in one statement; SQLite takes 32,766 values. */
const batch = 500
/** Lines named that hold no address. */
const faultsNamed = 20

/**
 * Adds addresses as confirmed subscribers, unless their column `State` (which our own export has) says otherwise. One that is known stays as it is: whoever has unsubscribed is not written to again.
 * @throws ApiError 422 when no line holds an address
 */
export async function importSubscribers(database: Database, csv: string): Promise<ImportAnswer> {
  const { addresses, faults } = readAddresses(csv)
  if (addresses.length === 0) throw new ApiError(422, 'No line of this file holds an e-mail address.')
  let added = 0
  for (let start = 0; start < addresses.length; start += batch) {
    const subscribedAt = new Date().toISOString()
    const rows = addresses.slice(start, start + batch).map(([email, state]) => ({
      ...subscribers.encode({ id: randomUUIDv7(), email, subscribedAt, state }),
      stateSince: null,
      stateReason: null,
    }))
    const { numInsertedOrUpdatedRows = 0n } = await database.db
      .insertInto('subscribers')
      .values(rows)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return { added, known: addresses.length - added, faults: faults.slice(0, faultsNamed), faulty: faults.length }
}

/** The addresses of a table, each once with its state, and the lines that hold none; lines count from 1. */
function readAddresses(csv: string): { addresses: [string, SubscriberState][]; faults: ImportAnswer['faults'] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const separator = /[;\t]/.exec(lines[0] ?? '')?.[0] ?? ','
  const head = cells(lines[0] ?? '', separator).map((cell) => cell.toLowerCase())
  const column = Math.max(
    0,
    head.findIndex((cell) => /^e-?mail( address)?$/.test(cell)),
  )
  const stateColumn = head.indexOf('state')
  const contract = emailAddress()
  const addresses = new Map<string, SubscriberState>()
  const faults: ImportAnswer['faults'] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const row = cells(line, separator)
    const text = row[column] ?? ''
    const parsed = contract.safeParse(text)
    const state = subscriberStates.find((known) => known === row[stateColumn]?.toLowerCase()) ?? 'confirmed'
    if (parsed.success) addresses.set(parsed.data.toLowerCase(), state)
    // The first line may be a heading.
    else if (index > 0) faults.push({ line: index + 1, text: text.slice(0, 100) })
  }
  return { addresses: [...addresses], faults }
}

/** The cells of one line; those in quotation marks may hold the separator. An address holds no line break. */
const cells = (line: string, separator: string) =>
  [...line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g'))].map(([, quoted, plain]) =>
    // Our own export puts an apostrophe before what a spreadsheet could take for a formula.
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim().replace(/^'(?=[=+@-])/, ''),
  )
