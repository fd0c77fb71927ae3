import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import { type Database, type Db, timeIn } from '#server/database/connect.ts'
import type { CheckSums, ImportCheck, Outcome } from '../ground/imports.contract.ts'
import type { SubscriberState } from '../ground/subscribers.contract.ts'
import { topicNames } from '../ground/subscribers.shared.server.ts'
import type { Import } from '../ground/subscribers.table.ts'
import type { Topic } from '../ground/subscription-settings.contract.ts'
import { reasons } from './addresses-in.ts'
import { batch, linesIn, nextLines } from './import-store.server.ts'
import { type Entry, lineReader } from './read-addresses.ts'
import { isStopped, saysStopped, senseOf } from './state-words.ts'

type Address = Extract<Entry, { email: string }>

/** An address of the file as it will be, or why it is left out. `text` is what the line of the left-out ones has. */
export type SortedAddress = {
  line: number
  outcome: Outcome
  text: string
  reason?: string | undefined
  address?: Address
}

/** How lines are read: the company's zone, and all topics. */
export type Reading = { zone: string; topics: readonly Topic[] }

/** The rows that the check shows. */
const shownRows = 20
/** The unknown topics that the check names. */
const unknownShown = 20

type Subscription = { email: string; state: SubscriberState; importId: string | null; stoppedBy: string | null }

/**
 * Finds the outcome for each address of some lines.
 * @param seen the new and stopped addresses of earlier lines; those of these lines are added
 */
export async function sortAddresses(
  db: Db,
  { id, columns, everyone }: Import,
  lines: { line: number; cells: string[] }[],
  { zone, topics, seen }: Reading & { seen: Set<string> },
): Promise<SortedAddress[]> {
  const read = lineReader(columns, { zone, now: timeIn(db), topics, everyone })
  const entries = lines.flatMap(({ line, cells }) => read(cells).map((entry) => ({ line, entry })))
  const emails = [...new Set(entries.flatMap(({ entry }) => ('email' in entry ? entry.email : [])))]
  const known = await knownAmong(db, emails)
  const erased = await erasedAmong(db, emails)
  return entries.map(({ line, entry }): SortedAddress => {
    if ('reason' in entry) return { line, outcome: 'unreadable', text: entry.text.slice(0, 500), reason: entry.reason }
    const { email, state } = entry
    const subscription = known.get(email)
    const found = (outcome: Outcome, reason?: string) => ({ line, outcome, text: email, reason, address: entry })
    // Nothing of an erased address is stored again.
    if (erased.has(email)) return { line, outcome: 'erased', text: '', reason: reasons.erased }
    if (seen.has(email) || subscription?.importId === id || subscription?.stoppedBy === id) return found('repeated')
    const isStored = subscription?.state === 'unsubscribed' || subscription?.state === 'bounced'
    // It is no reason to leave a line out that it says what is stored.
    if (isStored && isStopped(state)) return found('known')
    if (subscription?.state === 'unsubscribed') return found('unsubscribed', reasons.unsubscribed)
    if (isStored || (subscription && !isStopped(state))) return found('known')
    seen.add(email)
    return found(subscription ? 'stopped' : 'new')
  })
}

async function knownAmong(db: Db, emails: string[]): Promise<Map<string, Subscription>> {
  const known = new Map<string, Subscription>()
  for (let start = 0; start < emails.length; start += batch) {
    const rows = await db
      .selectFrom('subscribers')
      .select(['email', 'state', 'importId', 'stoppedBy'])
      .where('email', 'in', emails.slice(start, start + batch))
      .execute()
    for (const row of rows) known.set(row.email, row)
  }
  return known
}

/** The state in which a new address is stored. */
export const firstState = ({ mode }: Pick<Import, 'mode'>, { state = 'confirmed' }: Address): SubscriberState =>
  mode === 'ask' && state === 'confirmed' ? 'pending' : state

/** The sums that applying a file would have now. */
export async function checkImport({ db }: Database, row: Import, reading: Reading): Promise<CheckSums> {
  const sums = { new: 0, known: 0, stopped: 0, unsubscribed: 0, erased: 0, unreadable: 0, repeated: 0, undated: 0 }
  const counts = new Map<string, number>()
  const unknown = new Map<string, number>()
  const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1)
  const seen = new Set<string>()
  for await (const lines of linesIn(db, row.id))
    for (const { outcome, reason, address } of await sortAddresses(db, row, lines, { ...reading, seen })) {
      sums[outcome]++
      if (reason) add(counts, reason)
      if (outcome === 'new') for (const name of address?.unknownTopics ?? []) add(unknown, name)
      if (outcome === 'new' && address?.undated) sums.undated++
    }
  const byCount = (counted: Map<string, number>) =>
    [...counted].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  return {
    ...sums,
    reasons: byCount(counts),
    ...(unknown.size > 0 && { unknownTopics: byCount(unknown).slice(0, unknownShown) }),
  }
}

/** The first addresses of a file as they will be. Only the sums of a check are stored, since nothing else has addresses in it. */
export async function firstAddresses({ db }: Database, row: Import, reading: Reading): Promise<ImportCheck['rows']> {
  const lines = (await nextLines(db, row.id, 0)).slice(0, shownRows)
  const sorted = await sortAddresses(db, row, lines, { ...reading, seen: new Set() })
  return sorted.slice(0, shownRows).map(({ line, outcome, text, reason, address }) => ({
    line,
    email: text,
    state: address ? firstState(row, address) : 'confirmed',
    outcome,
    name: address?.name,
    date: address?.date,
    topics: address && topicNames(address, reading.topics),
    reason,
  }))
}

/** The headings of the columns that are left out although their heading or a value speaks of leaving. */
export const unreadColumns = ({ columns, everyone }: Import): string[] =>
  everyone
    ? []
    : columns
        .filter(({ meaning }) => meaning === 'ignore')
        .filter(
          ({ heading, values = [], namesLeavers }) =>
            namesLeavers || saysStopped(senseOf(heading)) || values.some(({ means }) => isStopped(means)),
        )
        .map(({ heading }) => heading)
